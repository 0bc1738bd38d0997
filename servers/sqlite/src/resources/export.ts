// sqlite://{database}/export/{format}{?query,params}: the rows of a query as a file. The URI holds the query, so nothing is
// kept between the call that makes it and the reading, when the query runs again.
import {
  completeFrom,
  defineResourceTemplate,
  ResourceNotFoundError,
  ToolError,
  UriTemplate,
  type Context,
  type ResourceTemplate,
} from '@mcp/runtime';
import type { Database, Databases } from '../databases.ts';
import { readingParams } from '../errors.ts';
import { FORMATS, writeRows, type Format } from '../formats.ts';
import { rowsIcon } from '../icons.ts';
import type { Sql } from '../tasks.ts';

interface Export extends Sql {
  readonly format: Format;
}

// The text of an export stays below the limit of a resource, 16 MiB.
const LIMITS = { maxRows: 1_000_000, maxChars: 8 * 2 ** 20 };

const uriTemplate = 'sqlite://{database}/export/{format}{?query,params}';
const template = new UriTemplate(uriTemplate);

/** The URI of an export. */
export const toExportUri = (database: string, { format, query, params }: Export): string => {
  const text = typeof params === 'string' ? params : JSON.stringify(params);
  return template.expand({ database, format, query, ...(params === undefined ? {} : { params: text }) });
};

/**
 * Runs a query and writes all its rows.
 *
 * @throws {ToolError} when it fails, or is too long.
 */
export const exportRows = async (
  database: Database,
  { format, query, params }: Export,
  ctx: Context,
): Promise<{ readonly text: string; readonly rowCount: number }> => {
  const rows = await database.query({ query, params, ...LIMITS }, ctx);
  if (rows.isTruncated || rows.hasCutValues)
    throw new ToolError(
      `The result is too long to export: more than ${LIMITS.maxChars} characters, or a value that is longer than a quarter of that.`,
      { code: 'too_long', hint: 'Export parts of it, with WHERE or LIMIT and OFFSET.' },
    );
  return { text: writeRows(format, rows), rowCount: rows.count };
};

const isFormat = (given: string | undefined): given is Format => Object.hasOwn(FORMATS, given ?? '');

export const exportTemplate = (databases: Databases): ResourceTemplate =>
  defineResourceTemplate({
    uriTemplate,
    name: 'query export',
    title: 'Rows of a query as a file',
    description: 'All rows of a query that only reads, as csv, json or markdown',
    icons: rowsIcon,
    complete: {
      database: completeFrom(databases.names),
      format: completeFrom(Object.keys(FORMATS)),
    },
    async read(uri, { database: name, format, query, params }, ctx) {
      const database = databases.named(name);
      if (database === undefined || !isFormat(format) || query === undefined)
        throw new ResourceNotFoundError(uri);
      const { text } = await readingParams(uri, exportRows(database, { format, query, params }, ctx));
      return { uri, mimeType: FORMATS[format].mimeType, text };
    },
  });
