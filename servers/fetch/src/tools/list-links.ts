// list_links: where the links of a page lead. Off unless the operator says --toolsets links.
import { defineTool, ToolResult } from '@mcp/runtime';
import type { Documents } from '../documents/documents.ts';
import { withFailures } from '../failure.ts';
import { linksIcon } from '../icons.ts';
import { UNTRUSTED } from '../output/part.ts';

const PAGE = 200;

export const listLinks = (documents: Documents) =>
  defineTool({
    name: 'list_links',
    toolset: 'links',
    title: 'List links',
    description: 'The links of a page, each once, 200 at a time.',
    icons: linksIcon,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    input: {
      type: 'object',
      properties: {
        url: { type: 'string' },
        scope: { type: 'string', enum: ['all', 'internal', 'external'], default: 'all' },
        start_index: { type: 'integer', minimum: 0, default: 0 },
      },
      required: ['url'],
      additionalProperties: false,
    },
    output: {
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
        nextIndex: { type: 'integer' },
      },
      required: ['links', 'total'],
    },
    run: ({ url, scope, start_index: start }, { signal }) =>
      withFailures(async () => {
        const { document } = await documents.get(url, { signal, isLaterPart: start > 0 });
        const { links: all = [] } = await documents.view(document, 'markdown', signal);
        const { host } = document.response.url;
        const fitting = all.filter(
          (link) => scope === 'all' || (new URL(link.url).host === host) === (scope === 'internal'),
        );
        const end = start + PAGE;
        return new ToolResult({
          structured: {
            links: fitting.slice(start, end),
            total: fitting.length,
            ...(end < fitting.length ? { nextIndex: end } : {}),
          },
          meta: UNTRUSTED,
        });
      }),
  });
