// fetch_many: several pages at once, or those that a page links to, with progress; one that fails does not spoil the others.
import { defineTool, openWorld, readsOnly, text, ToolResult, type Tool } from '@mcp/runtime';
import { clientOf } from '@mcp/workspace/client-of';
import { toList } from '../documents/answer.ts';
import { showText } from '../documents/answer-fetch.ts';
import type { Documents } from '../documents/documents.ts';
import {
  followLinks,
  getPage,
  type Follow,
  type Followed,
  type Page,
  type PagesWish,
} from '../documents/pages.ts';
import { FetchError, shown } from '../failure.ts';
import { fetchManyIcon } from '../icons.ts';
import type { Format } from '../page/text.ts';
import type { FetchDeps } from './fetch.ts';

const MAX_URLS = 10;
const MAX_FOLLOWED = 20;
/** How much of a result the list of followed pages may take. */
const LIST_SHARE = 0.3;

const input = {
  type: 'object',
  properties: {
    urls: {
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      maxItems: MAX_URLS,
      description: 'URLs to fetch; with follow one.',
    },
    follow: {
      type: 'object',
      properties: {
        max: {
          type: 'integer',
          minimum: 1,
          maximum: MAX_FOLLOWED,
          default: 10,
          description: 'Maximum number of pages.',
        },
        same_path: { type: 'boolean', default: true, description: 'Stay below the path of the URL.' },
      },
      additionalProperties: false,
      description: 'Also fetch pages of its site that it links to.',
    },
    find: {
      type: 'string',
      minLength: 1,
      maxLength: 500,
      description: 'Return only the places of this text.',
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

/** The pages share the longest text of a result. */
export const fetchMany = ({ open, options: { maxOutputChars } }: FetchDeps): Tool =>
  defineTool({
    name: 'fetch_many',
    title: 'Fetch many',
    description: 'Fetch several URLs, or a page and those it links to, and return the beginning of each.',
    icons: fetchManyIcon,
    annotations: openWorld(readsOnly),
    task: 'optional',
    inputSchema: input,
    async run({ urls, follow, find: pattern, max_length: count, format: given }, ctx) {
      const documents = await open();
      const format: Format = given === 'auto' ? 'markdown' : given;
      const most = follow?.max ?? urls.length;
      let done = 0;
      const onPage = (url: string): void => ctx.progress((done += 1), most, url);
      const wish = { client: clientOf(ctx), signal: ctx.signal, format, onPage };
      const followed = follow && (await followFrom(documents, urls, follow, wish));
      const pages = followed?.pages ?? (await Promise.all(urls.map((url) => getPage(documents, url, wish))));
      const listLength = followed === undefined ? 0 : maxOutputChars * LIST_SHARE;
      const room = Math.ceil((maxOutputChars - listLength) / pages.length);
      const find = pattern === undefined ? undefined : { pattern, isExpression: false };
      const part = { format, index: 0, count: Math.min(count, room), find, room: Infinity };
      const showPage = async ({ url, read }: Page): Promise<Shown> =>
        read instanceof FetchError
          ? { text: `Failed: ${shown(url)}: ${toReason(read)}` }
          : showText(documents, read, part, wish);
      const parts = await Promise.all(pages.map(showPage));
      if (followed === undefined) return toResult(parts);
      const list = { text: toPageList(followed, parts, listLength) };
      return toResult([list, ...parts.filter((each) => each.count !== 0)]);
    },
  });

const followFrom = (
  documents: Documents,
  [url = '', ...others]: readonly string[],
  follow: Follow,
  wish: PagesWish,
): Promise<Followed> => {
  if (others.length > 0)
    throw new FetchError('invalid_arguments', `follow takes one URL, not ${others.length + 1}.`, {
      hint: 'Give the page to start at.',
    });
  return documents.within('It', { ...wish, timeoutMs: Infinity }, (signal) =>
    followLinks(documents, url, follow, { ...wish, signal }),
  );
};

/** What is shown of a page, with the number of places where some were to be found. */
interface Shown {
  readonly text: string;
  readonly count?: number;
}

const toResult = (parts: readonly Shown[]): ToolResult =>
  new ToolResult({ content: parts.map((part) => text(part.text)), _meta: { untrusted: true } });

const toReason = ({ code, problem, retryable }: FetchError): string =>
  `${problem} [${code}${retryable ? ', may work later' : ''}]`;

/** The pages as a list, with what was not fetched. */
const toPageList = ({ pages, scope, left }: Followed, parts: readonly Shown[], most: number): string => {
  const lines = pages.map(({ url, read }, at) => {
    if (read instanceof FetchError) return `- ${shown(url)}: failed`;
    const { title = 'Untitled', length } = read.whole;
    const count = parts[at]?.count;
    return `- ${shown(title)}: ${url} (${count === undefined ? `${length} characters` : `${count} places`})`;
  });
  const rest =
    left === 0
      ? ''
      : `\n[${left} more links below it were not followed: raise max, or start at one of them.]`;
  return toList(`Pages below ${shown(scope)}`, lines, most) + rest;
};
