// What a site says about all of its pages: llms.txt, sitemaps, and the feeds that the page names.
import { FetchError, orFailure, shown } from '../failure.ts';
import type { DocumentText } from '../page/text.ts';
import type { Documents, Wish } from './documents.ts';

/** Of one sitemap or llms.txt. */
const MAX_LINES = 1000;
const MAX_SITEMAPS = 3;
/** As many as a sitemap may have. */
const MAX_COUNTED = 50_000;
// A link of llms.txt, or a place of a sitemap. Reads no character more often than there are links before it.
const LINK =
  /\[([^[\]\n]{0,200})\]\((https?:[^[)\s]{1,2000})\)|<loc>\s*(?:<!\[CDATA\[)?(https?:[^<\]\s]{1,2000})/gi;

/** Lines about a site: where its llms.txt, feeds and sitemaps are, and the links in them. */
export const describeSite = async (
  documents: Documents,
  { url, whole }: { readonly url: URL; readonly whole: DocumentText | undefined },
  wish: Wish,
): Promise<string[]> => {
  const { client, signal, timeoutMs } = wish;
  const own = { client, signal, timeoutMs, namedBy: url };
  const feeds = (whole?.metadata ?? []).filter((line) => line.startsWith('feed: '));
  const verdict = await orFailure(documents.robotsVerdict(url.href, wish));
  const named = verdict instanceof FetchError ? [] : verdict.sitemaps.slice(0, MAX_SITEMAPS);
  const maps = named.length === 0 ? [new URL('/sitemap.xml', url).href] : named;
  const [llms, ...sitemaps] = await Promise.all([
    list(documents, 'llms.txt', new URL('/llms.txt', url).href, own),
    ...maps.map((map) => list(documents, 'sitemap', map, own)),
  ]);
  return [...llms, ...feeds, ...sitemaps.flat()];
};

/** The URL of a list, with the links in it, or why it cannot be read. */
const list = async (documents: Documents, name: string, url: string, wish: Wish): Promise<string[]> => {
  const read = async (): Promise<string[]> => {
    const { document } = await documents.get(url, wish);
    if (document.kind !== 'text') return [`${name}: ${shown(url)} (${shown(document.mimeType)})`];
    const { text } = await documents.text(document, { format: 'raw' }, wish);
    const lines: string[] = [];
    let count = 0;
    for (const [, title = '', link = '', place = ''] of text.matchAll(LINK)) {
      if (count < MAX_LINES)
        lines.push(`- ${title === '' ? '' : `${title}: `}${link}${place.replaceAll('&amp;', '&')}`);
      if ((count += 1) === MAX_COUNTED) break;
    }
    return [`${name}: ${shown(url)} (${count} links)`, ...lines];
  };
  const lines = await orFailure(read());
  return lines instanceof FetchError ? [`${name}: none (${lines.code})`] : lines;
};
