// fetch_many: several pages at once, with progress; one that fails does not spoil the others.
import { defineTool, text, ToolResult } from '@mcp/runtime';
import type { Documents } from '../documents/documents.ts';
import { FetchError, summarize } from '../failure.ts';
import { fetchManyIcon } from '../icons.ts';
import { describe, readPart, UNTRUSTED } from '../output/part.ts';

const MAX_AT_ONCE = 4;

const input = {
  type: 'object',
  properties: {
    urls: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 10 },
    max_length: {
      type: 'integer',
      minimum: 1,
      maximum: 100_000,
      default: 5000,
      description: 'Characters of each',
    },
  },
  required: ['urls'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    results: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          url: { type: 'string' },
          ok: { type: 'boolean' },
          code: { type: 'string' },
          message: { type: 'string' },
          retryable: { type: 'boolean' },
        },
        required: ['url', 'ok'],
      },
    },
  },
  required: ['results'],
} as const;

interface Outcome {
  readonly text: string;
  readonly structured: { readonly url: string; readonly ok: boolean };
}

export const fetchMany = (documents: Documents) =>
  defineTool({
    name: 'fetch_many',
    title: 'Fetch many',
    description: 'Fetches up to 10 URLs at once: the beginning of each. Results are in the order of urls.',
    icons: fetchManyIcon,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    input,
    output,
    async run({ urls, max_length: count }, ctx) {
      const outcomes: Outcome[] = [];
      let next = 0;
      let done = 0;
      const work = async (): Promise<void> => {
        for (let index = next++; index < urls.length; index = next++) {
          const url = urls[index] ?? '';
          outcomes[index] = await fetchOne(documents, { url, count, signal: ctx.signal });
          done += 1;
          ctx.progress(done, urls.length, url);
        }
      };
      await Promise.all(Array.from({ length: MAX_AT_ONCE }, work));
      return new ToolResult({
        content: outcomes.map((outcome) => text(outcome.text)),
        structured: { results: outcomes.map(({ structured }) => structured) },
        meta: UNTRUSTED,
      });
    },
  });

interface One {
  readonly url: string;
  readonly count: number;
  readonly signal: AbortSignal;
}

const fetchOne = async (documents: Documents, { url, count, signal }: One): Promise<Outcome> => {
  try {
    const got = await documents.get(url, { signal });
    const { document } = got;
    if (document.kind !== 'html' && document.kind !== 'text') {
      const said = `Contents of ${document.url}: ${document.mimeType}. Call fetch for it.`;
      return { text: said, structured: { ...describe(got), url, ok: true } };
    }
    const view = await documents.view(document, 'markdown', signal);
    const { content, structured } = readPart(got, view, { format: 'markdown', index: 0, count });
    return { text: content, structured: { ...structured, url, ok: true } };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    const failure = summarize(error);
    return { text: `${failure.message} [${failure.code}]`, structured: { url, ok: false, ...failure } };
  }
};
