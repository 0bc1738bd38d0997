// Several pages: those of a list, or one and those that it links to on its site, as few at a time as the site allows.
import { setTimeout as delay } from 'node:timers/promises';
import { FetchError, orFailure } from '../failure.ts';
import type { Format } from '../page/text.ts';
import type { ManyArguments } from '../tools/fetch-many.ts';
import type { Read } from './answer.ts';
import { isText } from './document.ts';
import type { Documents, Wish } from './documents.ts';

/** How pages are wanted. */
export interface PagesWish extends Wish {
  readonly format: Format;
  /** Called with each page that was fetched or failed. */
  readonly onPage: (url: string) => void;
}

/** Which links to follow: the number of pages, and whether only those below the path of the first one. */
export type Follow = NonNullable<ManyArguments['follow']>;

/** A page: its text, or why there is none. */
export interface Page {
  readonly url: string;
  readonly read: Read | FetchError;
}

/** Pages that were found by their links. */
export interface Followed {
  /** In the order of the links. */
  readonly pages: readonly Page[];
  /** What all their URLs begin with. */
  readonly scope: string;
  /** How many links with that beginning were not followed. */
  readonly left: number;
}

/** Pages at once, where robots.txt names no delay. */
const AT_ONCE = 4;

/** A page of a list: one that fails, or takes too long, does not keep the others back. */
export const getPage = async (documents: Documents, url: string, wish: PagesWish): Promise<Page> => {
  const read = await orFailure(
    documents.within('It', { ...wish, timeoutMs: Infinity }, async (signal): Promise<Read> => {
      const got = await documents.get(url, { ...wish, signal });
      const { kind, mimeType } = got.document;
      if (!isText(kind))
        throw new FetchError('unsupported_type', `It is ${mimeType}, not text. Call fetch for it.`);
      return { got, whole: await documents.text(got.document, wish, { ...wish, signal }) };
    }),
  ).finally(() => wish.onPage(url));
  return { url: read instanceof FetchError ? url : read.got.document.url, read };
};

/**
 * A page, then those it links to, then those they link to, until there are `max`, or until the signal aborts.
 *
 * @throws {FetchError} when the first one cannot be fetched.
 */
export const followLinks = async (
  documents: Documents,
  start: string,
  { max, same_path: isBelow }: Follow,
  wish: PagesWish,
): Promise<Followed> => {
  const first = await getPage(documents, start, wish);
  if (first.read instanceof FetchError) throw first.read;
  const { document } = first.read.got;
  const scope = scopeOf(document.response.url, isBelow);
  // Where robots.txt cannot be read and still the page was, the operator ignores it.
  const verdict = await orFailure(documents.robotsVerdict(document.url, wish));
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
      if (next.length > 0) await delay(delayMs, undefined, { signal: wish.signal });
      fetched = await Promise.all(next.map((url) => getPage(documents, url, wish)));
    } catch (error) {
      // When the time is over the answer has what is there.
      if (wish.signal.aborted) break;
      throw error;
    }
    waiting.splice(0, fetched.length);
  }
  return { pages, scope, left: waiting.length };
};

/** The site; or the folder that the page is or is in: a last name with a dot is that of a file. */
const scopeOf = ({ origin, pathname }: URL, isBelow: boolean): string => {
  if (!isBelow) return `${origin}/`;
  const folder = pathname.replace(/[^/]*\.[^/]*$/, '');
  return `${origin}${folder.endsWith('/') ? folder : `${folder}/`}`;
};
