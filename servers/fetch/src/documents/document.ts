// A document: what was fetched from a URL, and the texts made of it.
import { isUtf8 } from 'node:buffer';
import { FetchError, shown } from '../failure.ts';
import type { HttpResponse } from '../http/fetcher.ts';
import { shortHash, type DocumentText, type Format, type TextJob } from '../page/text.ts';

/** Which content block shows it. */
export type Kind = 'feed' | 'html' | 'text' | 'image' | 'audio' | 'file' | 'binary';

/** A document. */
export interface Document {
  readonly id: string;
  /** What was asked for, without fragment. */
  readonly url: string;
  readonly response: HttpResponse;
  readonly kind: Kind;
  /** Without parameters. */
  readonly mimeType: string;
  /** Milliseconds since 1970: when its site last confirmed it. */
  fetchedAt: number;
  /** The memory that it takes, without its texts. */
  readonly bytes: number;
  /** By format and selector, the latest last. */
  readonly texts: Map<string, DocumentText>;
}

/** The name of the document with that URL, as it is for those who accept that. */
export const documentId = (url: string, accept: string): string => shortHash(`${accept} ${url}`);

export const createDocument = (id: string, url: string, response: HttpResponse): Document => {
  // Two bytes for each character.
  const bytes = response.body.length + 2 * JSON.stringify([url, response.headers, response.redirects]).length;
  return { id, url, response, ...classify(response), fetchedAt: Date.now(), bytes, texts: new Map() };
};

/** The memory that a document takes with its texts. */
export const bytesOf = ({ bytes, texts }: Document): number =>
  [...texts.values()].reduce((sum, text) => sum + text.bytes, bytes);

/** How a document is to be written. */
export interface TextRequest {
  readonly format: Format;
  readonly selector?: string | undefined;
}

/** Whether there can be a text of it. */
export const isText = (kind: Kind): kind is TextJob['kind'] | 'file' => kind === 'file' || isJob(kind);

const isJob = (kind: Kind): kind is TextJob['kind'] => ['feed', 'html', 'text'].includes(kind);

/** @throws {FetchError} `unsupported_type` when the document cannot be written like that. */
export const requireText = ({ kind, url, mimeType }: Document, { format, selector }: TextRequest): void => {
  const refuse = (problem: string, hint?: string): never => {
    throw new FetchError('unsupported_type', problem, { hint });
  };
  if (!isText(kind)) refuse(`${url} is ${shown(mimeType)}, not text.`);
  if (kind === 'file' && format !== 'markdown' && format !== 'text')
    refuse(
      `${url} is ${mimeType}, which has no source as text.`,
      'Call again without format and raw, or save it with save_to.',
    );
  if (kind === 'html' && format === 'json')
    refuse(`${url} is a page, not JSON.`, 'Call again without format.');
  if (selector !== undefined && (kind !== 'html' || format === 'raw'))
    refuse(
      `A selector finds something in pages only, not in ${shown(mimeType)}.`,
      'Call again without selector.',
    );
};

/** The job of writing a document that is not a file, as `requireText` allows it. */
export const toTextJob = ({ kind, response }: Document, { format, selector }: TextRequest): TextJob => {
  // A list of its entries is what a feed is read for; other formats give its source.
  const isSource =
    !isJob(kind) || kind === 'text' || (kind === 'feed' && format !== 'markdown' && format !== 'text');
  return {
    body: response.body,
    contentType: response.headers['content-type'] ?? '',
    kind: isSource ? 'text' : kind,
    url: response.url.href,
    format: isSource && format !== 'json' ? 'raw' : format,
    selector,
  };
};

const MEDIA_TYPE = /^\s*([\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100})\s*(?:[;,]|$)/;

/** The media type without parameters, in lower case: `text/html`. Empty when there is none. */
const mediaType = ({ headers }: HttpResponse): string =>
  MEDIA_TYPE.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? '';

const TEXT =
  /^(?:text\/|application\/(?:json|xml|javascript|ecmascript|yaml|x-yaml|toml|sql|graphql|x-sh|x-ndjson|jsonl|jwt|x-httpd-php|rtf)$|image\/svg\+xml$)|\+(?:json|xml|yaml)$/;
/** Types that say nothing: what it is shows in its first bytes. */
const UNKNOWN = /^(?:(?:application|binary)\/octet-stream|application\/unknown)?$/;
const SNIFFED_BYTES = 512;
/** The control characters that text has (MIME Sniffing, section 3). */
const TEXT_CONTROLS = '\t\n\f\r\u001b';
/** Images that models take, and PDF, by how they begin. */
const SIGNATURES: readonly (readonly [start: string, kind: Kind, mimeType: string])[] = [
  ['\u0089PNG\r\n\u001a\n', 'image', 'image/png'],
  ['\u00ff\u00d8\u00ff', 'image', 'image/jpeg'],
  ['GIF8', 'image', 'image/gif'],
  ['RIFFWEBP', 'image', 'image/webp'],
  ['%PDF-', 'file', 'application/pdf'],
];

const FEED = /^application\/(?:rss\+xml|atom\+xml|rdf\+xml|feed\+json)$/;
/** Where the type is XML, the first element tells. */
const XML = /^(?:application|text)\/xml$/;
const FEED_ROOT = /<(?:[\w.-]{1,20}:)?(?:rss|feed|RDF)[\s>]/;
const FEED_BYTES = 2000;

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
/** Files that can be read, by extension. */
export const FILES: ReadonlyMap<string, string> = new Map([
  ['docx', `${OFFICE}wordprocessingml.document`],
  ['xlsx', `${OFFICE}spreadsheetml.sheet`],
  ['pptx', `${OFFICE}presentationml.presentation`],
  ['epub', 'application/epub+zip'],
  ['zip', 'application/zip'],
  ['pdf', 'application/pdf'],
]);

/** The media type of a file that can be read: as its site says, else as the name in its URL; undefined for others. */
const fileType = (type: string, { pathname }: URL, body: Buffer): string | undefined => {
  if (/^application\/(?:x-)?pdf$/.test(type)) return FILES.get('pdf');
  if (body.toString('latin1', 0, 4) !== 'PK\x03\x04') return undefined;
  const extension = /\.(\w{3,4})$/.exec(pathname)?.[1]?.toLowerCase() ?? '';
  const isKnown = [...FILES.values()].includes(type) && type !== FILES.get('zip');
  return isKnown ? type : (FILES.get(extension) ?? FILES.get('zip'));
};

type Classified = Pick<Document, 'kind' | 'mimeType'>;

const classify = (response: HttpResponse): Classified => {
  const type = mediaType(response);
  if (type === 'text/html' || type === 'application/xhtml+xml') return { kind: 'html', mimeType: type };
  const isFeed =
    FEED.test(type) || (XML.test(type) && FEED_ROOT.test(response.body.toString('latin1', 0, FEED_BYTES)));
  if (isFeed) return { kind: 'feed', mimeType: type };
  if (TEXT.test(type)) return { kind: 'text', mimeType: type };
  const file = fileType(type, response.url, response.body);
  if (file !== undefined) return { kind: 'file', mimeType: file };
  const isMedia = /^(?:audio|image)\//.test(type);
  return isMedia || UNKNOWN.test(type) ? sniff(response.body, type) : { kind: 'binary', mimeType: type };
};

const isTextual = (head: string): boolean =>
  head.split('').every((sign) => sign >= ' ' || TEXT_CONTROLS.includes(sign));

// Also what only says that it is an image or a sound. Bytes of a declared type are not taken for a page, but may be
// text.
const sniff = (body: Buffer, type: string): Classified => {
  // Behind RIFF stands the length of the file.
  const head = body.toString('latin1', 0, SNIFFED_BYTES).replace(/^RIFF.{4}/s, 'RIFF');
  const found = SIGNATURES.find(([start]) => head.startsWith(start));
  if (found !== undefined) return { kind: found[1], mimeType: found[2] };
  const isAudio = type.startsWith('audio/');
  const isReadable = isTextual(head) && (type === '' || ((isAudio || UNKNOWN.test(type)) && isUtf8(body)));
  if (!isReadable)
    return isAudio
      ? { kind: 'audio', mimeType: type }
      : { kind: 'binary', mimeType: type || 'application/octet-stream' };
  return type === '' && /<(?:!doctype html|html)/i.test(head)
    ? { kind: 'html', mimeType: 'text/html' }
    : { kind: 'text', mimeType: 'text/plain' };
};
