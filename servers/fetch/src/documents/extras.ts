// What a call may include besides the text, each as a short text: lists, metadata, and what robots.txt says.
import { shown } from '../failure.ts';
import type { DocumentText } from '../page/text.ts';
import type { RobotsVerdict } from '../robots/robots.ts';
import type { Document } from './document.ts';

/** Headers that tell about the content. Cookies and the like are not among them. */
const SHOWN = ['last-modified', 'etag', 'expires', 'cache-control', 'content-language', 'x-robots-tag'];

/** What a document says about itself, and what its site says about it. */
export const describeDocument = (
  { response, mimeType }: Document,
  { metadata = [], charset }: DocumentText,
): readonly string[] => {
  const { url, status, headers } = response;
  return [
    ...metadata,
    ...[`url: ${url.href}`, `status: ${status}`, `type: ${shown(mimeType)}`, `charset: ${charset}`],
    ...SHOWN.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${shown(headers[name])}`])),
  ];
};

/** What robots.txt says about the URL. */
export const toRobotsText = ({ allowed, rule, robotsUrl, crawlDelay, sitemaps }: RobotsVerdict): string =>
  [
    `Robots: ${robotsUrl} ${allowed ? 'allows' : 'does not allow'} programs to fetch it (${rule})`,
    ...(crawlDelay === undefined ? [] : [`crawl-delay: ${crawlDelay} seconds`]),
    ...sitemaps.map((sitemap) => `sitemap: ${sitemap}`),
  ].join('\n');

/** As many lines as fit, below a title. */
export const toList = (title: string, lines: readonly string[], maxCharacters: number): string => {
  let left = maxCharacters;
  const shownLines = lines.filter((line) => (left -= line.length + 1) >= 0);
  const missing = lines.length - shownLines.length;
  const rest = missing === 0 ? [] : [`(${missing} more do not fit)`];
  return [lines.length === 0 ? `${title}: none` : `${title}:`, ...shownLines, ...rest].join('\n');
};
