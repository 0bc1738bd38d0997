// A request to an assistant, with the calls that answer it.
import type { JsonObject } from '@mcp/runtime';
import type { StartedServers } from '../started-servers.ts';

/** A tool call and its expected answer. The page shows the match, or with `g` every match. */
export type Call = readonly [tool: string, args: JsonObject, says: RegExp];

/** A user's request and the resulting calls. */
export interface Thing {
  readonly say: string;
  /** Flags that the calls need. */
  readonly turnOn?: readonly string[];
  readonly calls: readonly Call[];
  /** Different calls that models make by habit. `calls` follow unless one of these is answered. */
  readonly habit?: readonly Call[];
}

/** The things to ask one server. */
export interface Things {
  readonly title: string;
  /** The folder of the server. */
  readonly server: string;
  /** Flags of every start. */
  readonly args: readonly string[];
  /**
   * Creates the data of the calls in an empty folder. Returns the origin of the site that `SITE` stands for, if any.
   */
  readonly prepare: (folder: string, servers: StartedServers) => Promise<string | void> | void;
  readonly things: readonly Thing[];
}

/** The address shown on the page. */
export const SITE = 'https://example.com';

/** Returns a PDF with one line on one page. */
export const pdf = (line: string): string => {
  const content = `BT /F1 12 Tf 72 720 Td (${line}) Tj ET`;
  const page = '/Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Type /Page ${page} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return `%PDF-1.4\n${body}trailer << /Size 6 /Root 1 0 R >>\n%%EOF`;
};
