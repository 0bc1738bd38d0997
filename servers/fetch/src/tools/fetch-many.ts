// fetch_many: fetches several pages, or a page and those that it links to, with progress. Failures are part of the
// answer.
import { defineTool, openWorld, readsOnly, type FromSchema, type Tool } from '@mcp/runtime';
import { fetchManyIcon } from '../icons.ts';
import type { FetchDeps } from './fetch.ts';

const input = {
  type: 'object',
  properties: {
    urls: {
      anyOf: [{ type: 'string' }, { type: 'array', minItems: 1, maxItems: 10, items: { type: 'string' } }],
      description: 'URLs to fetch; one if follow is set.',
    },
    follow: {
      type: 'object',
      properties: {
        max: {
          type: 'integer',
          minimum: 1,
          maximum: 20,
          default: 10,
          description: 'Maximum pages to return.',
        },
        same_path: { type: 'boolean', default: true, description: "Stay below the URL's path." },
      },
      additionalProperties: false,
      description: 'Also fetch linked pages of the same site.',
    },
    find: {
      type: 'string',
      minLength: 1,
      maxLength: 500,
      description: 'Return only passages with this text.',
    },
    max_length: {
      type: 'integer',
      minimum: 1,
      maximum: 100_000,
      default: 5000,
      description: 'Maximum characters per page.',
    },
    format: {
      type: 'string',
      enum: ['auto', 'markdown', 'text', 'html', 'json'],
      default: 'auto',
      description: 'As for fetch.',
    },
  },
  required: ['urls'],
  additionalProperties: false,
} as const;

/** The arguments of a call. */
export type ManyArguments = FromSchema<typeof input>;

export const fetchMany = ({ open, options }: FetchDeps): Tool =>
  defineTool({
    name: 'fetch_many',
    title: 'Fetch many',
    description: 'Return the beginning of several URLs, or of a page and the pages it links to.',
    icons: fetchManyIcon,
    annotations: openWorld(readsOnly),
    task: 'optional',
    aliases: { url: 'urls', query: 'find' },
    inputSchema: input,
    async run(args, ctx) {
      const { answerMany } = await import('../documents/answer-many.ts');
      return answerMany(await open(), args, options, ctx);
    },
  });
