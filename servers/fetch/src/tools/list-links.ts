// list_links: where the links of a page lead. Off unless the operator says --toolsets links.
import { defineTool, ToolResult } from '@mcp/runtime';
import { readCursor, writeCursor } from '../documents/cursor.ts';
import type { Documents } from '../documents/documents.ts';
import { FetchError } from '../failure.ts';
import { linksIcon } from '../icons.ts';
import { UNTRUSTED } from '../output/part.ts';
import type { Texts } from '../documents/texts.ts';
import { READS_WEB } from './hints.ts';

const PAGE = 200;

export const listLinks = (documents: Documents, texts: Texts) =>
  defineTool({
    name: 'list_links',
    toolset: 'links',
    title: 'List links',
    description: 'The links of a page, each once, 200 at a time.',
    icons: linksIcon,
    annotations: READS_WEB,
    inputSchema: {
      type: 'object',
      properties: {
        url: { type: 'string' },
        scope: { type: 'string', enum: ['all', 'internal', 'external'], default: 'all' },
        cursor: { type: 'string', description: 'nextCursor of an earlier answer' },
      },
      required: ['url'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: {
        links: {
          type: 'array',
          items: {
            type: 'object',
            properties: { url: { type: 'string' }, text: { type: 'string' }, rel: { type: 'string' } },
            required: ['url', 'text'],
          },
        },
        total: { type: 'integer' },
        nextCursor: { type: 'string' },
      },
      required: ['links', 'total'],
    },
    async run({ url, scope, cursor }, { signal }) {
      const place = cursor === undefined ? undefined : readCursor(cursor);
      const start = place?.index ?? 0;
      const { document } = await documents.get(url, { signal, isLaterPart: place !== undefined });
      const { links: all = [], hash } = await texts.of(document, { format: 'markdown' }, signal);
      if (place !== undefined && place.hash !== hash)
        throw new FetchError('changed', `${url} has changed since.`, { hint: 'Begin again without cursor.' });
      const { host } = document.response.url;
      const fitting = all.filter(
        (link) => scope === 'all' || (new URL(link.url).host === host) === (scope === 'internal'),
      );
      const end = start + PAGE;
      const hasMore = end < fitting.length;
      return new ToolResult({
        structuredContent: {
          links: fitting.slice(start, end),
          total: fitting.length,
          ...(hasMore ? { nextCursor: writeCursor({ format: 'markdown', hash, index: end }) } : {}),
        },
        _meta: UNTRUSTED,
      });
    },
  });
