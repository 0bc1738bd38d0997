// fetch_many: several pages at once, or those that a page links to, with progress; one that fails does not spoil the others.
import { defineTool, openWorld, readsOnly, text, ToolResult, type Tool } from '@mcp/runtime';
import { clientOf } from '@mcp/workspace/client-of';
import { toHeading, toList, toPart } from '../documents/answer.ts';
import { findPlaces, type Find } from '../documents/answer-fetch.ts';
import type { Documents } from '../documents/documents.ts';
import { followLinks, getPage, type Followed, type Page, type PagesWish } from '../documents/pages.ts';
import { FetchError, shown } from '../failure.ts';
import { fetchManyIcon } from '../icons.ts';
import type { FetchDeps } from './fetch.ts';

const MAX_URLS = 10;
const MAX_FOLLOWED = 20;
const FOLLOWED = 10;
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
          description: 'Maximum number of pages (10).',
        },
        same_path: { type: 'boolean', description: 'Stay below the path of the URL.' },
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

/** How much of each page is shown, and what is to be found in it. */
interface How extends PagesWish {
  readonly count: number;
  readonly find: Find | undefined;
}

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
    async run({ urls, follow, find: pattern, max_length, format: given }, ctx) {
      const documents = await open();
      let done = 0;
      const wish = {
        client: clientOf(ctx),
        signal: ctx.signal,
        format: given === 'auto' ? ('markdown' as const) : given,
        find: pattern === undefined ? undefined : { pattern, isExpression: false },
        onPage: (url: string) =>
          ctx.progress((done += 1), follow === undefined ? urls.length : (follow.max ?? FOLLOWED), url),
      };
      const listLength = follow === undefined ? 0 : maxOutputChars * LIST_SHARE;
      const show = (pages: readonly Page[]): Promise<readonly Shown[]> => {
        const count = Math.min(max_length, Math.ceil((maxOutputChars - listLength) / pages.length));
        return Promise.all(pages.map((page) => showPage(documents, page, { ...wish, count })));
      };
      if (follow === undefined) {
        const parts = await show(await Promise.all(urls.map((url) => getPage(documents, url, wish))));
        return toResult(parts.map((part) => part.text));
      }
      const { max = FOLLOWED, same_path: isBelow = true } = follow;
      const start = toOnly(urls);
      const followed = await documents.within('It', { ...wish, timeoutMs: Infinity }, (signal) =>
        followLinks(documents, start, { max, isBelow }, { ...wish, signal }),
      );
      const parts = await show(followed.pages);
      const shownParts = parts.filter(({ places }) => places !== 0).map((part) => part.text);
      return toResult([toPageList(followed, parts, listLength), ...shownParts]);
    },
  });

const toResult = (texts: readonly string[]): ToolResult =>
  new ToolResult({ content: texts.map((each) => text(each)), _meta: { untrusted: true } });

interface Shown {
  readonly text: string;
  /** Undefined where nothing was to be found. */
  readonly places?: number;
}

const showPage = async (documents: Documents, page: Page, how: How): Promise<Shown> => {
  if ('failure' in page) return { text: `Failed: ${shown(page.url)}: ${toReason(page.failure)}` };
  const { got, whole } = page;
  const { find, format, count } = how;
  if (find === undefined)
    return { text: toHeading(got, whole) + toPart(got, whole, { format, count, index: 0 }).text };
  const found = await findPlaces(documents, { got, whole }, { ...find, index: 0, count }, how);
  return { text: found.text, places: found.count };
};

const toReason = ({ code, problem, retryable }: FetchError): string =>
  `${problem} [${code}${retryable ? ', may work later' : ''}]`;

const toOnly = ([first = '', ...others]: readonly string[]): string => {
  if (others.length === 0) return first;
  throw new FetchError('invalid_arguments', `follow takes one URL, not ${others.length + 1}.`, {
    hint: 'Give the page to start at.',
  });
};

/** The pages as a list, with what was not fetched. */
const toPageList = ({ pages, scope, left }: Followed, parts: readonly Shown[], most: number): string => {
  const lines = pages.map((page, at) => {
    if ('failure' in page) return `- ${shown(page.url)}: failed`;
    const { title = 'Untitled', length } = page.whole;
    const places = parts[at]?.places;
    return `- ${shown(title)}: ${page.url} (${places === undefined ? `${length} characters` : `${places} places`})`;
  });
  const rest =
    left === 0
      ? ''
      : `\n[${left} more links below it were not followed: raise max, or start at one of them.]`;
  return toList(`Pages below ${shown(scope)}`, lines, most) + rest;
};
