// Several pages: those of a list, or a page and those that it links to, at the rate that the site allows.
import { setTimeout as delay } from 'node:timers/promises';
import { FetchError, orFailure } from '../failure.ts';
import type { Format } from '../page/text.ts';
import type { ManyArguments } from '../tools/fetch-many.ts';
import type { Read } from './answer.ts';
import { isText } from './document.ts';
import type { Documents, GetOptions } from './documents.ts';

/** How to get pages. */
export interface PagesOptions extends GetOptions {
  readonly format: Format;
  /** Called for each page that was fetched or failed. */
  readonly onPage: (url: string) => void;
}

/** Maximum number of pages, and whether to stay below the path of the first one. */
export type Follow = NonNullable<ManyArguments['follow']>;

/** A page: its text, or why it could not be read. */
export interface Page {
  readonly url: string;
  readonly read: Read | FetchError;
}

/** A page and the pages that it leads to. */
export interface Followed {
  /** In the order of the links. */
  readonly pages: readonly Page[];
  /** The common prefix of their URLs. */
  readonly scope: string;
  /** Number of links with this prefix that were not followed. */
  readonly left: number;
}

/** Maximum number of concurrent pages, unless robots.txt sets a delay. */
const AT_ONCE = 4;

/** Gets a page of a list. A failure is part of the result, so that it does not affect the others. */
export const getPage = async (documents: Documents, url: string, options: PagesOptions): Promise<Page> => {
  const read = await orFailure(
    documents.within('It', { ...options, timeoutMs: Infinity }, async (signal): Promise<Read> => {
      const got = await documents.get(url, { ...options, signal });
      const { kind, mimeType } = got.document;
      if (!isText(kind))
        throw new FetchError('unsupported_type', `It is ${mimeType}, not text. Call fetch for it.`);
      return { got, whole: await documents.text(got.document, options, { ...options, signal }) };
    }),
  ).finally(() => options.onPage(url));
  return { url: read instanceof FetchError ? url : read.got.document.url, read };
};

/**
 * Gets a page and the pages that it leads to, breadth first, until there are `max` or the signal aborts.
 *
 * @throws {FetchError} if the first one cannot be fetched.
 */
export const followLinks = async (
  documents: Documents,
  start: string,
  { max, same_path: isBelow }: Follow,
  options: PagesOptions,
): Promise<Followed> => {
  const first = await getPage(documents, start, options);
  if (first.read instanceof FetchError) throw first.read;
  const { document } = first.read.got;
  const scope = scopeOf(document.response.url, isBelow);
  // If robots.txt cannot be read although the page was, the operator ignores it.
  const verdict = await orFailure(documents.robotsVerdict(document.url, options));
  const delayMs = verdict instanceof FetchError ? 0 : 1000 * (verdict.crawlDelay ?? 0);
  const known = new Set([document.url, document.response.url.href]);
  const waiting: string[] = [];
  const pages: Page[] = [];
  for (let fetched: Page[] = [first]; fetched.length > 0;) {
    pages.push(...fetched);
    const links = fetched.flatMap(({ read }) => (read instanceof FetchError ? [] : (read.whole.links ?? [])));
    for (const url of links.map((link) => link.url.split('#', 1)[0] ?? ''))
      if (url.startsWith(scope) && !known.has(url)) {
        known.add(url);
        waiting.push(url);
      }
    const next = waiting.slice(0, Math.min(max - pages.length, delayMs > 0 ? 1 : AT_ONCE));
    try {
      if (next.length > 0) await delay(delayMs, undefined, { signal: options.signal });
      fetched = await Promise.all(next.map((url) => getPage(documents, url, options)));
    } catch (error) {
      // After the time limit, the answer has the pages so far.
      if (options.signal.aborted) break;
      throw error;
    }
    waiting.splice(0, fetched.length);
  }
  return { pages, scope, left: waiting.length };
};

/** Returns the site, or the folder of the page. A last name with a dot is a file. */
const scopeOf = ({ origin, pathname }: URL, isBelow: boolean): string => {
  if (!isBelow) return `${origin}/`;
  const folder = pathname.replace(/[^/]*\.[^/]*$/, '');
  return `${origin}${folder.endsWith('/') ? folder : `${folder}/`}`;
};
