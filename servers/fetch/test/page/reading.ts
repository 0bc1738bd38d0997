// Reads a page as the server does, without the server.
import { readPage } from '../../src/page/read-page.ts';
import type { DocumentText, Format } from '../../src/page/text.ts';

const PAGE = { kind: 'html', url: 'https://example.com/docs/page.html' } as const;

/** Returns the reading of the HTML as `https://example.com/docs/page.html`. */
export const read = (
  html: string,
  format: Format = 'markdown',
  contentType = 'text/html; charset=utf-8',
): DocumentText => readPage({ ...PAGE, body: Buffer.from(html), contentType, format });
