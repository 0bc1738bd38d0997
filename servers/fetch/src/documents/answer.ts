// Parts of answers: a part of a text, worded as by the official server, included lists, and blocks of other content.
import { inWords } from '@mcp/command-line';
import {
  audio,
  embeddedResource,
  image,
  resourceLink,
  text as textBlock,
  ToolResult,
  type ContentBlock,
} from '@mcp/runtime';
import type { forPage } from '@mcp/runtime/apps';
import { FetchError, MAX_SHOWN_URL, shown } from '../failure.ts';
import type { FindJob } from '../page/find.ts';
import { partOf, type DocumentText, type Format } from '../page/text.ts';
import type { RobotsVerdict } from '../robots/robots.ts';
import type { Document, TextRequest } from './document.ts';
import type { Documents, Fetched, GetOptions } from './documents.ts';

/** The requested part of a text. */
export interface PartRequest extends TextRequest {
  /** In code points. */
  readonly index: number;
  readonly count: number;
  /** Maximum size of the part, in bytes. */
  readonly maxBytes: number;
  /** Hash of the text of the earlier parts. */
  readonly hash?: string | undefined;
}

/** A document with its text. */
export interface Read {
  readonly got: Fetched;
  readonly whole: DocumentText;
}

/** A part of a text. */
export interface TextPart {
  /** For the model. */
  readonly text: string;
  /** For programs. */
  readonly details?: { readonly [name: string]: unknown } | undefined;
  /** Number of characters before the text itself. */
  readonly textStart?: number;
  /** Number of matches, with `find`. */
  readonly count?: number;
}

/** The member of `_meta` that describes the document and its extraction to programs. */
const DOCUMENT_META = 'document';
/** The member of `_meta` that marks the content as untrusted. */
const UNTRUSTED_META = 'untrusted';
/** Base64 adds a third, and models accept little more than that. */
const MAX_SHOWN_BYTES = 3_000_000;

const resourceUri = (id: string): string => `fetch://doc/${id}`;

/** Returns a result that shows a document. `details` are for programs, `page` is for the reader. */
export const toResult = (
  got: Fetched,
  content: readonly ContentBlock[],
  details: TextPart['details'] = {},
  page: ReturnType<typeof forPage> = {},
): ToolResult =>
  new ToolResult({
    content,
    _meta: { [UNTRUSTED_META]: true, [DOCUMENT_META]: { ...describe(got), ...details }, ...page._meta },
  });

const describe = ({ document, cached, isKept }: Fetched) => {
  const { response } = document;
  const { etag } = response.headers;
  return {
    url: document.url,
    finalUrl: response.url.href,
    status: response.status,
    contentType: shown(response.headers['content-type'] ?? document.mimeType),
    redirects: response.redirects,
    fetchedAt: new Date(document.fetchedAt).toISOString(),
    etag: etag === undefined ? undefined : shown(etag),
    cached,
    resource: isKept ? resourceUri(document.id) : undefined,
  };
};

/**
 * Returns how to continue, `heading` and a part of a text. The first comes first because hosts that truncate an answer
 * keep its start.
 *
 * @throws {FetchError} `changed` if the text is not the one of the cursor.
 */
export const toPart = (read: Read, request: PartRequest, heading: string): TextPart => {
  const { got, whole } = read;
  const { index, hash } = request;
  if (hash !== undefined && hash !== whole.hash)
    throw new FetchError('changed', `${got.document.url} has changed since the previous part.`, {
      hint: 'Start again without cursor.',
    });
  const { text, nextIndex } = partOf(whole.text, whole.length, index, request);
  const nextCursor =
    nextIndex === undefined ? undefined : writeCursor({ ...request, hash: whole.hash, index: nextIndex });
  const more =
    nextCursor === undefined
      ? ''
      : `[Characters ${index} to ${nextIndex} of ${whole.length}; continue with fetch, cursor: ${nextCursor}]\n\n`;
  const { charset, extraction, length, title } = whole;
  return {
    textStart: more.length + heading.length,
    text: more + heading + (text === '' ? toEmptyNote(read, index) : text + toWarning(read)),
    details: {
      ...{ charset, extraction, length, title, startIndex: index },
      ...{ nextIndex, nextCursor, truncated: nextIndex !== undefined },
    },
  };
};

/** Bytes for how to continue, with a cursor without a selector. */
const CONTINUATION = 200;

/** The requested part of a text, or the pattern to find in it. */
interface ShowRequest extends PartRequest {
  readonly find: Pick<FindJob, 'pattern' | 'isExpression'> | undefined;
}

/** Returns a part of a text below its heading, or the matches of `find`. Throws as `toPart` and `Documents.matches`. */
export const showText = async (
  documents: Documents,
  read: Read,
  { find, ...part }: ShowRequest,
  how: GetOptions,
): Promise<TextPart> => {
  if (find !== undefined) return findMatches(documents, read, { ...part, ...find }, how);
  const heading = toHeading(read);
  const maxBytes = part.maxBytes - Buffer.byteLength(heading) - CONTINUATION;
  return toPart(read, { ...part, maxBytes }, heading);
};

/** Approximate characters of one match, and their bytes in any alphabet. */
const MATCH = 250;
const MATCH_BYTES = 750;

const findMatches = async (
  documents: Documents,
  { got: { document }, whole }: Read,
  { pattern, isExpression, index, count, maxBytes }: PartRequest & NonNullable<ShowRequest['find']>,
  how: GetOptions,
): Promise<TextPart> => {
  const most = Math.max(1, Math.floor(Math.min(count / MATCH, maxBytes / MATCH_BYTES)));
  const job = { text: whole.text, start: index, pattern, isExpression, most };
  const { matches, count: all, next } = await documents.matches(job, how);
  const where = `the ${whole.length} characters of ${document.url}${index === 0 ? '' : ` from start_index ${index} on`}`;
  if (all === 0) return { text: `"${shown(pattern)}" is not in ${where}.`, count: 0 };
  const more = next === undefined ? '' : `[For the others call fetch with find and start_index ${next}.]\n`;
  const counted = next === undefined ? `${all}` : `the first ${matches.length} of ${all}`;
  return { text: `${more}"${shown(pattern)}", ${counted} in ${where}:\n${matches.join('\n')}`, count: all };
};

const toEmptyNote = ({ got, whole }: Read, index: number): string => {
  const { text, extraction, title, description } = whole;
  const { status } = got.document.response;
  if (text !== '' && index > 0) return '<error>No more content available.</error>';
  if (status === 204 || status === 205)
    return `<error>The site answers that there is no content (${status}).</error>`;
  if (extraction.method === 'pdf') return '<error>The PDF has no text. Its pages may be pictures.</error>';
  if (extraction.method === 'raw') return '<error>The document is empty.</error>';
  const about = [title, description].filter((value) => value !== undefined).map((value) => shown(value));
  const itself = about.length === 0 ? '' : ` It says of itself: ${about.join('. ')}`;
  return `<error>The page has no text. Scripts may write it, which this server does not run. ${INSTEAD}${itself}</error>`;
};

const INSTEAD = 'Look for an API, a feed or a sitemap (include: ["site"]), or use a browser.';

const toWarning = ({ got, whole: { needsScripts, asksPassword } }: Read): string => {
  if (asksPassword === true && got.document.response.redirects.length > 0) return inWords(LOGIN);
  return needsScripts === true
    ? `\n\n[The page has scripts, which this server does not run, and little text. ${INSTEAD}]`
    : '';
};

const LOGIN =
  '\n\n[The URL redirected to this form for a password: this is not the page that was asked for. ' +
  'The operator can log the server in with --header-file or --cookie-file.]';

/** Returns the line above a text, with a shortened URL. The metadata has the whole one. */
const toHeading = (read: Read): string => {
  const { got } = read;
  const { url, response } = got.document;
  const isElsewhere = response.redirects.length > 0;
  const from = isElsewhere ? ` (redirected to ${shown(response.url.href, MAX_SHOWN_URL)})` : '';
  return `${toTypeNote(read)}Contents of ${url}${from}${toAge(got)}:\n`;
};

const toAge = ({ document, cached }: Fetched): string => {
  const seconds = Math.floor((Date.now() - document.fetchedAt) / 1000);
  return cached && seconds > 0 ? ` (from the cache, ${seconds} s old)` : '';
};

/** Data and Markdown, which need no simplification. */
const NOT_SIMPLIFIED =
  /^text\/(?:markdown|csv|tab-separated-values)$|[/+]json$|^application\/(?:x-ndjson|jsonl)$/;

/** Explains why a text is not Markdown, worded as by the official server. */
export const toTypeNote = ({ got: { document }, whole: { extraction, text } }: Read): string => {
  if (extraction.method !== 'raw' || NOT_SIMPLIFIED.test(document.mimeType) || text === '') return '';
  const type = shown(document.response.headers['content-type'] ?? document.mimeType);
  return `Content type ${type} cannot be simplified to markdown, but here is the raw content:\n`;
};

/** Headers that describe the content. */
const SHOWN = ['last-modified', 'etag', 'expires', 'cache-control', 'content-language', 'x-robots-tag'];

/** Lists the metadata of a document and the headers of its response. */
export const describeDocument = (
  { response, mimeType }: Document,
  whole: DocumentText | undefined,
): readonly string[] => {
  const { url, status, headers } = response;
  return [
    ...(whole?.metadata ?? []),
    ...[`url: ${url.href}`, `status: ${status}`, `type: ${shown(mimeType)}`],
    ...(whole === undefined ? [] : [`charset: ${whole.charset}`]),
    ...SHOWN.flatMap((name) => (headers[name] === undefined ? [] : [`${name}: ${shown(headers[name])}`])),
  ];
};

/** Describes the verdict of robots.txt, or why it cannot be read. */
export const toRobotsText = (verdict: RobotsVerdict | FetchError): string => {
  if (verdict instanceof FetchError) return `Robots: ${verdict.problem}`;
  const { allowed, rule, robotsUrl, crawlDelay, sitemaps } = verdict;
  return [
    `Robots: ${robotsUrl} ${allowed ? 'allows' : 'does not allow'} programs to fetch it (${rule})`,
    ...(crawlDelay === undefined ? [] : [`crawl-delay: ${crawlDelay} seconds`]),
    ...sitemaps.map((sitemap) => `sitemap: ${sitemap}`),
  ].join('\n');
};

/** Returns the lines that fit, below a title. Their text comes from a site, so links and elements are escaped. */
export const toList = (title: string, lines: readonly string[], maxBytes: number): string => {
  let left = maxBytes;
  const shownLines = lines
    .map((line) => line.replaceAll(/[[\]<`]/g, String.raw`\$&`))
    .filter((line) => (left -= Buffer.byteLength(line) + 1) >= 0);
  const missing = lines.length - shownLines.length;
  const more = missing === 0 ? '' : ` (${missing} more do not fit)`;
  return [lines.length === 0 ? `${title}: none` : `${title}${more}:`, ...shownLines].join('\n');
};

/** Returns the blocks of an image, a sound or other bytes. `note` says why it is not text. */
export const toBlocks = ({ document, isKept }: Fetched, note = ''): ContentBlock[] => {
  const { id, kind, mimeType, response, url } = document;
  const size = response.body.length;
  const title = textBlock(
    `Contents of ${url}: ${shown(mimeType)}, ${size} bytes${note === '' ? '' : `. ${note}`}`,
  );
  // A document outside the cache cannot be read as a resource later.
  const uri = isKept ? resourceUri(id) : url;
  const isShown = size <= MAX_SHOWN_BYTES && (kind !== 'binary' || !isKept);
  if (!isShown) return isKept ? [title, resourceLink({ uri, name: url, mimeType, size })] : [title];
  const data = response.body.toString('base64');
  if (kind === 'image') return [title, image(data, mimeType)];
  if (kind === 'audio') return [title, audio(data, mimeType)];
  return [title, embeddedResource({ uri, mimeType, blob: data })];
};

/** Contains the format and the selector, and belongs to one version of a text. */
const CURSOR = /^(markdown|text|html|json|raw)\.([0-9a-f]{16})\.(\d{1,15})(?:\.([\w-]{1,4000}))?$/;

const writeCursor = ({ format, hash, index, selector }: Omit<PartRequest, 'count' | 'maxBytes'>): string => {
  const base = `${format}.${hash}.${index}`;
  return selector === undefined ? base : `${base}.${Buffer.from(selector).toString('base64url')}`;
};

/** @throws {FetchError} `changed` if it is not a cursor of this server. */
export const readCursor = (cursor: string): Omit<PartRequest, 'count' | 'maxBytes'> => {
  const [, format, hash = '', index, selector] = CURSOR.exec(cursor) ?? [];
  if (format === undefined)
    throw new FetchError('changed', `"${shown(cursor)}" is not a cursor.`, {
      hint: 'Give the cursor of the previous answer, or omit it.',
    });
  return {
    ...{ format: format as Format, hash, index: Number(index) },
    ...(selector === undefined ? {} : { selector: Buffer.from(selector, 'base64url').toString() }),
  };
};
