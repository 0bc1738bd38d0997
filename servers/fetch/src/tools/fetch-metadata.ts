// fetch_metadata: what a page says about itself, without its text.
import { defineTool, ToolResult } from '@mcp/runtime';
import type { Documents } from '../documents/documents.ts';
import { withFailures } from '../failure.ts';
import { metadataIcon } from '../icons.ts';
import { describe, UNTRUSTED } from '../output/part.ts';

/** Headers that tell about the content. Cookies and the like are not among them. */
const SHOWN = [
  ...['age', 'cache-control', 'content-language', 'content-type', 'date', 'etag', 'expires', 'last-modified'],
  ...['retry-after', 'server', 'vary', 'x-robots-tag'],
];

export const fetchMetadata = (documents: Documents) =>
  defineTool({
    name: 'fetch_metadata',
    title: 'Fetch metadata',
    description: 'Title, description, author, dates, feeds and headers of a URL, without its text.',
    icons: metadataIcon,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    input: {
      type: 'object',
      properties: { url: { type: 'string' } },
      required: ['url'],
      additionalProperties: false,
    },
    output: {
      type: 'object',
      properties: {
        finalUrl: { type: 'string' },
        status: { type: 'integer' },
        contentType: { type: 'string' },
        length: { type: 'integer' },
        headers: { type: 'object' },
        metadata: { type: 'object' },
      },
      required: ['finalUrl', 'status', 'contentType', 'length', 'headers'],
    },
    run: ({ url }, { signal }) =>
      withFailures(async () => {
        const got = await documents.get(url, { signal });
        const { kind, response } = got.document;
        const { metadata } = kind === 'html' ? await documents.view(got.document, 'markdown', signal) : {};
        const headers = Object.fromEntries(
          Object.entries(response.headers).filter(([name]) => SHOWN.includes(name)),
        );
        const structured = {
          ...describe(got),
          length: response.body.length,
          headers,
          ...(metadata === undefined ? {} : { metadata }),
        };
        return new ToolResult({ structured, meta: UNTRUSTED });
      }),
  });
