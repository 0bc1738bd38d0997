// fetch_many: several pages at once, with progress; one that fails does not spoil the others.
import { defineTool, text, ToolResult } from '@mcp/runtime';
import type { Documents } from '../documents/documents.ts';
import { FetchError, summarize } from '../failure.ts';
import { fetchManyIcon } from '../icons.ts';
import { describe, readPart, UNTRUSTED } from '../output/part.ts';
import type { Format } from '../page/text.ts';
import type { Texts } from '../documents/texts.ts';
import { READS_WEB } from './hints.ts';

const MAX_AT_ONCE = 4;

const input = {
  type: 'object',
  properties: {
    urls: { type: 'array', items: { type: 'string' }, minItems: 1, maxItems: 10 },
    max_length: { type: 'integer', minimum: 1, maximum: 100_000, default: 5000 },
    format: { type: 'string', enum: ['auto', 'markdown', 'text', 'html', 'json'], default: 'auto' },
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

export const fetchMany = (documents: Documents, texts: Texts) =>
  defineTool({
    name: 'fetch_many',
    title: 'Fetch many',
    description: 'Fetches up to 10 URLs at once: the first max_length characters of each.',
    icons: fetchManyIcon,
    annotations: READS_WEB,
    inputSchema: input,
    outputSchema: output,
    async run({ urls, max_length: count, format: wanted }, ctx) {
      const format = wanted === 'auto' ? 'markdown' : wanted;
      const outcomes: Outcome[] = [];
      let next = 0;
      let done = 0;
      const work = async (): Promise<void> => {
        for (let index = next++; index < urls.length; index = next++) {
          const url = urls[index] ?? '';
          outcomes[index] = await fetchOne({ documents, texts }, { url, count, format, signal: ctx.signal });
          done += 1;
          ctx.progress(done, urls.length, url);
        }
      };
      await Promise.all(Array.from({ length: MAX_AT_ONCE }, work));
      return new ToolResult({
        content: outcomes.map((outcome) => text(outcome.text)),
        structuredContent: { results: outcomes.map(({ structured }) => structured) },
        _meta: UNTRUSTED,
      });
    },
  });

interface Parts {
  readonly documents: Documents;
  readonly texts: Texts;
}

interface One {
  readonly url: string;
  readonly count: number;
  readonly format: Format;
  readonly signal: AbortSignal;
}

const fetchOne = async ({ documents, texts }: Parts, { url, signal, ...rest }: One): Promise<Outcome> => {
  try {
    const got = await documents.get(url, { signal, format: rest.format });
    const { document } = got;
    if (document.kind !== 'html' && document.kind !== 'text') {
      const said = `Contents of ${document.url}: ${document.mimeType}. Call fetch for it.`;
      return { text: said, structured: { ...describe(got), url, ok: true } };
    }
    const view = await texts.of(document, rest, signal);
    const { content, structured } = readPart(got, view, { ...rest, index: 0 });
    return { text: content, structured: { ...structured, url, ok: true } };
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    const failure = summarize(error);
    return { text: `${failure.message} [${failure.code}]`, structured: { url, ok: false, ...failure } };
  }
};
