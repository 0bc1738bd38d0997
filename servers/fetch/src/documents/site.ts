// What a site says about all of its pages: llms.txt, sitemaps, and the feeds that the page names.
import { FetchError, shown } from '../failure.ts';
import type { DocumentText } from '../page/text.ts';
import type { Documents, Wish } from './documents.ts';

/** Of one sitemap or llms.txt. */
const MAX_LINES = 1000;
const MAX_SITEMAPS = 3;
/** As many as a sitemap may have. */
const MAX_COUNTED = 50_000;
// Neither reads a character more often than there are links before it.
const PLACE = /<loc>\s*(?:<!\[CDATA\[)?(https?:[^<\]\s]{1,2000})/gi;
const LINK = /\[([^[\]\n]{0,200})\]\((https?:[^[)\s]{1,2000})\)/g;

/** Lines about a site: where its llms.txt, feeds and sitemaps are, and the links in them. */
export const describeSite = async (
  documents: Documents,
  { url, whole }: { readonly url: URL; readonly whole: DocumentText | undefined },
  wish: Wish,
): Promise<string[]> => {
  const feeds = (whole?.metadata ?? []).filter((line) => line.startsWith('feed: '));
  const llms = read(documents, new URL('/llms.txt', url).href, wish, LINKS);
  const maps = (await sitemapsOf(documents, url, wish)).map((map) => read(documents, map, wish, PAGES));
  const [first, ...others] = await Promise.all([llms, ...maps]);
  return [...label('llms.txt', first), ...feeds, ...others.flatMap((lines) => label('sitemap', lines))];
};

const label = (name: string, [first = '', ...lines]: readonly string[]): string[] => [
  `${name}: ${first}`,
  ...lines,
];

const sitemapsOf = async (documents: Documents, url: URL, wish: Wish): Promise<readonly string[]> => {
  const usual = [new URL('/sitemap.xml', url).href];
  try {
    const { sitemaps } = await documents.robotsVerdict(url.href, wish);
    return sitemaps.length === 0 ? usual : sitemaps.slice(0, MAX_SITEMAPS);
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return usual;
  }
};

/** The URL of a list, with why it cannot be read, or with what is in it. */
const read = async (
  documents: Documents,
  url: string,
  { client, signal, timeoutMs }: Wish,
  { pattern, toLine }: Listed,
): Promise<string[]> => {
  try {
    const { document } = await documents.get(url, { client, signal, timeoutMs });
    if (document.kind !== 'text') return [`${shown(url)} (${shown(document.mimeType)})`];
    const { text } = await documents.text(document, { format: 'raw' }, { signal, timeoutMs });
    const lines: string[] = [];
    let count = 0;
    for (const match of text.matchAll(pattern)) {
      if (count < MAX_LINES) lines.push(toLine(match));
      if ((count += 1) === MAX_COUNTED) break;
    }
    return [`${shown(url)} (${count} links)`, ...lines];
  } catch (error) {
    if (!(error instanceof FetchError)) throw error;
    return [`none (${error.code})`];
  }
};

/** How links stand in a text, and how one is listed. */
interface Listed {
  readonly pattern: RegExp;
  readonly toLine: (match: RegExpExecArray) => string;
}

const LINKS: Listed = {
  pattern: LINK,
  toLine: ([, title = '', url = '']) => `- ${title === '' ? '' : `${title}: `}${url}`,
};

const PAGES: Listed = {
  pattern: PLACE,
  toLine: ([, place = '']) => `- ${place.replaceAll('&amp;', '&')}`,
};
