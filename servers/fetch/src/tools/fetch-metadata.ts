// fetch_metadata: what a page says about itself, without its text.
import { defineTool, ToolResult } from '@mcp/runtime';
import type { Documents } from '../documents/documents.ts';
import { metadataIcon } from '../icons.ts';
import { describe, UNTRUSTED } from '../output/part.ts';
import type { Texts } from '../documents/texts.ts';
import { oneUrl } from './arguments.ts';
import { READS_WEB } from './hints.ts';

/** Headers that tell about the content. Cookies and the like are not among them. */
const SHOWN: ReadonlySet<string> = new Set([
  ...['age', 'cache-control', 'content-language', 'content-type', 'date', 'etag', 'expires', 'last-modified'],
  ...['retry-after', 'server', 'vary', 'x-robots-tag'],
]);

export const fetchMetadata = (documents: Documents, texts: Texts) =>
  defineTool({
    name: 'fetch_metadata',
    title: 'Fetch metadata',
    description: 'Title, author, dates, feeds, headers of a URL; not its text.',
    icons: metadataIcon,
    annotations: READS_WEB,
    inputSchema: oneUrl,
    outputSchema: {
      type: 'object',
      properties: {
        finalUrl: { type: 'string' },
        status: { type: 'integer' },
        contentType: { type: 'string' },
        length: { type: 'integer' },
        headers: { type: 'object' },
        metadata: { type: 'object' },
      },
      required: ['status', 'headers'],
    },
    async run({ url }, { signal }) {
      const got = await documents.get(url, { signal });
      const { kind, response } = got.document;
      const view = kind === 'html' ? await texts.of(got.document, { format: 'markdown' }, signal) : undefined;
      const headers = Object.fromEntries(
        Object.entries(response.headers).filter(([name]) => SHOWN.has(name)),
      );
      return new ToolResult({
        structuredContent: {
          ...describe(got),
          length: response.body.length,
          headers,
          ...(view?.metadata === undefined ? {} : { metadata: view.metadata }),
        },
        _meta: UNTRUSTED,
      });
    },
  });
