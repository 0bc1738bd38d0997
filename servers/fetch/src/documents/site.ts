// Indexes of a site: llms.txt, sitemaps, and the feeds that the page names.
import { FetchError, orFailure, shown } from '../failure.ts';
import type { DocumentText } from '../page/text.ts';
import type { Documents, GetOptions } from './documents.ts';

/** Of one sitemap or llms.txt. */
const MAX_LINES = 1000;
const MAX_SITEMAPS = 3;
/** The maximum of a sitemap. */
const MAX_COUNTED = 50_000;
// A link of llms.txt, or a location of a sitemap, in linear time.
const LINK =
  /\[([^[\]\n]{0,200})\]\((https?:[^[)\s]{1,2000})\)|<loc>\s*(?:<!\[CDATA\[)?(https?:[^<\]\s]{1,2000})/gi;

/** Lists the llms.txt, feeds and sitemaps of a site, and the links in them. */
export const describeSite = async (
  documents: Documents,
  { url, whole }: { readonly url: URL; readonly whole: DocumentText | undefined },
  options: GetOptions,
): Promise<string[]> => {
  const { client, signal, timeoutMs } = options;
  const own = { client, signal, timeoutMs, namedBy: url };
  const feeds = (whole?.metadata ?? []).filter((line) => line.startsWith('feed: '));
  const verdict = await orFailure(documents.robotsVerdict(url.href, options));
  const named = verdict instanceof FetchError ? [] : verdict.sitemaps.slice(0, MAX_SITEMAPS);
  const maps = named.length === 0 ? [new URL('/sitemap.xml', url).href] : named;
  const [llms, ...sitemaps] = await Promise.all([
    list(documents, 'llms.txt', new URL('/llms.txt', url).href, own),
    ...maps.map((map) => list(documents, 'sitemap', map, own)),
  ]);
  return [...llms, ...feeds, ...sitemaps.flat()];
};

/** Returns the URL of an index and its links, or why it cannot be read. */
const list = async (
  documents: Documents,
  name: string,
  url: string,
  options: GetOptions,
): Promise<string[]> => {
  const read = async (): Promise<string[]> => {
    const { document } = await documents.get(url, options);
    if (document.kind !== 'text') return [`${name}: ${shown(url)} (${shown(document.mimeType)})`];
    const { text } = await documents.text(document, { format: 'raw' }, options);
    const lines: string[] = [];
    let count = 0;
    for (const [, title = '', link = '', location = ''] of text.matchAll(LINK)) {
      if (count < MAX_LINES)
        lines.push(`- ${title === '' ? '' : `${title}: `}${link}${location.replaceAll('&amp;', '&')}`);
      if ((count += 1) === MAX_COUNTED) break;
    }
    return [`${name}: ${shown(url)} (${count} links)`, ...lines];
  };
  const lines = await orFailure(read());
  return lines instanceof FetchError ? [`${name}: none (${lines.code})`] : lines;
};
