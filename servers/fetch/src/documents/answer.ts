// The answer of a tool: a part of a text, in the words of the official server, with what the call includes besides, or
// the content block of something else.
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
import type { Documents, Got, Wish } from './documents.ts';

/** Which part of which text. */
export interface PartRequest extends TextRequest {
  /** In code points. */
  readonly index: number;
  readonly count: number;
  /** The most of the text in bytes. */
  readonly maxBytes: number;
  /** Of the text that the earlier parts are from. */
  readonly hash?: string | undefined;
}

/** A document with its text. */
export interface Read {
  readonly got: Got;
  readonly whole: DocumentText;
}

/** A part of a text. */
export interface TextPart {
  /** What the model reads. */
  readonly text: string;
  /** For programs. */
  readonly details?: { readonly [name: string]: unknown } | undefined;
  /** How many characters precede the text itself. */
  readonly textStart?: number;
  /** The number of places, where some were to be found. */
  readonly count?: number;
}

/** The member of `_meta` that tells a program what was fetched, and how its text was made. */
const DOCUMENT_META = 'document';
/** The member of `_meta` that marks the content as untrusted. */
const UNTRUSTED_META = 'untrusted';
/** Base64 makes it a third more; models take little more than that. */
const MAX_SHOWN_BYTES = 3_000_000;

const resourceUri = (id: string): string => `fetch://doc/${id}`;

/** A result that shows a document. `details` are for programs, `page` is for the reader. */
export const toResult = (
  got: Got,
  content: readonly ContentBlock[],
  details: TextPart['details'] = {},
  page: ReturnType<typeof forPage> = {},
): ToolResult =>
  new ToolResult({
    content,
    _meta: { [UNTRUSTED_META]: true, [DOCUMENT_META]: { ...describe(got), ...details }, ...page._meta },
  });

const describe = ({ document, cached, isKept }: Got) => {
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
 * Returns a part of a text below how to go on, because hosts that cut a long answer once more keep its start. Between
 * them is `heading`.
 *
 * @throws {FetchError} `changed` when the text is not the one that the cursor is from.
 */
export const toPart = (read: Read, request: PartRequest, heading: string): TextPart => {
  const { got, whole } = read;
  const { index, hash } = request;
  if (hash !== undefined && hash !== whole.hash)
    throw new FetchError('changed', `${got.document.url} has changed since.`, {
      hint: 'Begin again without cursor.',
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
    text: more + heading + (text === '' ? toNothing(read, index) : text + toCaution(read)),
    details: {
      ...{ charset, extraction, length, title, startIndex: index },
      ...{ nextIndex, nextCursor, truncated: nextIndex !== undefined },
    },
  };
};

/** Bytes for how to go on, with a cursor that has no selector. */
const CONTINUATION = 200;

/** What to show of a text. */
interface ShowRequest extends PartRequest {
  readonly find: Pick<FindJob, 'pattern' | 'isExpression'> | undefined;
}

/** A part of a text below its heading, or the places of `find`. Throws as `toPart` and `Documents.places`. */
export const showText = async (
  documents: Documents,
  read: Read,
  { find, ...part }: ShowRequest,
  wish: Wish,
): Promise<TextPart> => {
  if (find !== undefined) return findPlaces(documents, read, { ...part, ...find }, wish);
  const heading = toHeading(read);
  const maxBytes = part.maxBytes - Buffer.byteLength(heading) - CONTINUATION;
  return toPart(read, { ...part, maxBytes }, heading);
};

/** Characters of one place, about, and its bytes in any alphabet. */
const PLACE = 250;
const PLACE_BYTES = 750;

const findPlaces = async (
  documents: Documents,
  { got: { document }, whole }: Read,
  { pattern, isExpression, index, count, maxBytes }: PartRequest & NonNullable<ShowRequest['find']>,
  wish: Wish,
): Promise<TextPart> => {
  const most = Math.max(1, Math.floor(Math.min(count / PLACE, maxBytes / PLACE_BYTES)));
  const job = { text: whole.text, start: index, pattern, isExpression, most };
  const { places, count: all, next } = await documents.places(job, wish);
  const where = `the ${whole.length} characters of ${document.url}${index === 0 ? '' : ` from start_index ${index} on`}`;
  if (all === 0) return { text: `"${shown(pattern)}" is not in ${where}.`, count: 0 };
  const more = next === undefined ? '' : `[For the others call fetch with find and start_index ${next}.]\n`;
  const counted = next === undefined ? `${all}` : `the first ${places.length} of ${all}`;
  return { text: `${more}"${shown(pattern)}", ${counted} in ${where}:\n${places.join('\n')}`, count: all };
};

const toNothing = ({ got, whole }: Read, index: number): string => {
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

const toCaution = ({ got, whole: { needsScripts, asksPassword } }: Read): string => {
  if (asksPassword === true && got.document.response.redirects.length > 0) return inWords(LOGIN);
  return needsScripts === true
    ? `\n\n[The page has scripts, which this server does not run, and little text. ${INSTEAD}]`
    : '';
};

const LOGIN =
  '\n\n[The URL redirected to this form for a password: this is not the page that was asked for. ' +
  'The operator can log the server in with --header-file or --cookie-file.]';

/**
 * What stands above a text: where it is from. A URL may be longer than all else in a result; the metadata has it
 * whole.
 */
const toHeading = (read: Read): string => {
  const { got } = read;
  const { url, response } = got.document;
  const isElsewhere = response.redirects.length > 0;
  const from = isElsewhere ? ` (redirected to ${shown(response.url.href, MAX_SHOWN_URL)})` : '';
  return `${toExcuse(read)}Contents of ${url}${from}${toAge(got)}:\n`;
};

const toAge = ({ document, cached }: Got): string => {
  const seconds = Math.floor((Date.now() - document.fetchedAt) / 1000);
  return cached && seconds > 0 ? ` (from the cache, ${seconds} s old)` : '';
};

/** Data, and text that is Markdown already: nothing in them could be simplified. */
const NOT_SIMPLIFIED =
  /^text\/(?:markdown|csv|tab-separated-values)$|[/+]json$|^application\/(?:x-ndjson|jsonl)$/;

/** Why a text is no Markdown, in the words of the official server. */
export const toExcuse = ({ got: { document }, whole: { extraction, text } }: Read): string => {
  if (extraction.method !== 'raw' || NOT_SIMPLIFIED.test(document.mimeType) || text === '') return '';
  const type = shown(document.response.headers['content-type'] ?? document.mimeType);
  return `Content type ${type} cannot be simplified to markdown, but here is the raw content:\n`;
};

/** Headers that tell about the content. Cookies and the like are not among them. */
const SHOWN = ['last-modified', 'etag', 'expires', 'cache-control', 'content-language', 'x-robots-tag'];

/** What a document says about itself, and what its site says about it. */
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

/** What robots.txt says about the URL, or why it cannot be read. */
export const toRobotsText = (verdict: RobotsVerdict | FetchError): string => {
  if (verdict instanceof FetchError) return `Robots: ${verdict.problem}`;
  const { allowed, rule, robotsUrl, crawlDelay, sitemaps } = verdict;
  return [
    `Robots: ${robotsUrl} ${allowed ? 'allows' : 'does not allow'} programs to fetch it (${rule})`,
    ...(crawlDelay === undefined ? [] : [`crawl-delay: ${crawlDelay} seconds`]),
    ...sitemaps.map((sitemap) => `sitemap: ${sitemap}`),
  ].join('\n');
};

/** As many lines as fit, below a title. What strangers wrote in them is no link and no element of Markdown. */
export const toList = (title: string, lines: readonly string[], maxBytes: number): string => {
  let left = maxBytes;
  const shownLines = lines
    .map((line) => line.replaceAll(/[[\]<`]/g, String.raw`\$&`))
    .filter((line) => (left -= Buffer.byteLength(line) + 1) >= 0);
  const missing = lines.length - shownLines.length;
  const more = missing === 0 ? '' : ` (${missing} more do not fit)`;
  return [lines.length === 0 ? `${title}: none` : `${title}${more}:`, ...shownLines].join('\n');
};

/** The blocks for an image, a sound or other bytes. `note` says why it is no text. */
export const toBlocks = ({ document, isKept }: Got, note = ''): ContentBlock[] => {
  const { id, kind, mimeType, response, url } = document;
  const size = response.body.length;
  const title = textBlock(
    `Contents of ${url}: ${shown(mimeType)}, ${size} bytes${note === '' ? '' : `. ${note}`}`,
  );
  // A document that is not kept cannot be read as a resource later.
  const uri = isKept ? resourceUri(id) : url;
  const isShown = size <= MAX_SHOWN_BYTES && (kind !== 'binary' || !isKept);
  if (!isShown) return isKept ? [title, resourceLink({ uri, name: url, mimeType, size })] : [title];
  const data = response.body.toString('base64');
  if (kind === 'image') return [title, image(data, mimeType)];
  if (kind === 'audio') return [title, audio(data, mimeType)];
  return [title, embeddedResource({ uri, mimeType, blob: data })];
};

/** It takes along format and selector, and fits one text only. */
const CURSOR = /^(markdown|text|html|json|raw)\.([0-9a-f]{16})\.(\d{1,15})(?:\.([\w-]{1,4000}))?$/;

const writeCursor = ({ format, hash, index, selector }: Omit<PartRequest, 'count' | 'maxBytes'>): string => {
  const place = `${format}.${hash}.${index}`;
  return selector === undefined ? place : `${place}.${Buffer.from(selector).toString('base64url')}`;
};

/** @throws {FetchError} `changed` when this server did not write it. */
export const readCursor = (cursor: string): Omit<PartRequest, 'count' | 'maxBytes'> => {
  const [, format, hash = '', index, selector] = CURSOR.exec(cursor) ?? [];
  if (format === undefined)
    throw new FetchError('changed', `"${shown(cursor)}" is no cursor.`, {
      hint: 'Give the cursor of an earlier answer, or begin without.',
    });
  return {
    ...{ format: format as Format, hash, index: Number(index) },
    ...(selector === undefined ? {} : { selector: Buffer.from(selector, 'base64url').toString() }),
  };
};
