// What a call may include besides the text: links, metadata, outline and what robots.txt says, each as a short text.
import { shown } from '../failure.ts';
import type { DocumentText, Link } from '../page/text.ts';
import type { OutlineEntry } from '../page/outline.ts';
import type { RobotsVerdict } from '../robots/robots.ts';
import type { Got } from './documents.ts';

/** The headings of a text, with the `start_index` of each. */
export const toOutlineText = ({ outline }: DocumentText, maxCharacters: number): string =>
  list(
    'Outline',
    outline.map(
      ({ level, title, index }: OutlineEntry) => `${'#'.repeat(level)} ${title} (start_index ${index})`,
    ),
    maxCharacters,
  );

/** Where the links of a page lead, each once. */
export const toLinksText = ({ links = [] }: DocumentText, maxCharacters: number): string =>
  list(
    'Links',
    links.map(
      ({ url, text, rel }: Link) =>
        `- ${text === '' ? '' : `${text}: `}${url}${rel === undefined ? '' : ` (rel ${rel})`}`,
    ),
    maxCharacters,
  );

/** Headers that tell about the content. Cookies and the like are not among them. */
const SHOWN = ['last-modified', 'etag', 'expires', 'cache-control', 'content-language', 'x-robots-tag'];

/** What a document says about itself. */
export const toMetadataText = (
  { document }: Got,
  { metadata, charset }: DocumentText,
  maxCharacters: number,
): string => {
  const { response, mimeType } = document;
  const { feeds = [], ...values } = metadata ?? {};
  const headers = SHOWN.flatMap((name) => {
    const value = response.headers[name];
    return value === undefined ? [] : [[name, shown(value)]];
  });
  const all = [
    ...Object.entries(values),
    ...feeds.map((feed) => ['feed', feed]),
    ...[
      ['url', response.url.href],
      ['status', response.status],
      ['type', shown(mimeType)],
      ['charset', charset],
    ],
    ...headers,
  ];
  return list(
    'Metadata',
    all.map(([name, value]) => `${name}: ${value}`),
    maxCharacters,
  );
};

/** What robots.txt says about the URL. */
export const toRobotsText = ({ allowed, rule, robotsUrl, crawlDelay, sitemaps }: RobotsVerdict): string =>
  [
    `Robots: ${robotsUrl} ${allowed ? 'allows' : 'does not allow'} programs to fetch it (${rule})`,
    ...(crawlDelay === undefined ? [] : [`crawl-delay: ${crawlDelay} seconds`]),
    ...sitemaps.map((sitemap) => `sitemap: ${sitemap}`),
  ].join('\n');

const list = (title: string, lines: readonly string[], maxCharacters: number): string => {
  let left = maxCharacters;
  const shownLines = lines.filter((line) => (left -= line.length + 1) >= 0);
  const missing = lines.length - shownLines.length;
  const rest = missing === 0 ? [] : [`(${missing} more do not fit)`];
  return [lines.length === 0 ? `${title}: none` : `${title}:`, ...shownLines, ...rest].join('\n');
};
