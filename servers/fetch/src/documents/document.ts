// Document: the content of a URL, its type, and the texts extracted from it.
import { isUtf8 } from 'node:buffer';
import { FetchError, shown } from '../failure.ts';
import type { HttpResponse } from '../http/fetcher.ts';
import { shortHash, type DocumentText, type Format, type TextJob } from '../page/text.ts';

/** Decides how a document is read and shown. */
export type Kind = 'feed' | 'html' | 'text' | 'image' | 'audio' | 'file' | 'binary';

/** A document. */
export interface Document {
  readonly id: string;
  /** The requested URL, without fragment. */
  readonly url: string;
  readonly response: HttpResponse;
  readonly kind: Kind;
  /** Without parameters. */
  readonly mimeType: string;
  /** When its site last confirmed it, in milliseconds since 1970. */
  fetchedAt: number;
  /** Its memory, without its texts. */
  readonly bytes: number;
  /** By format and selector, the latest last. */
  readonly texts: Map<string, DocumentText>;
}

/** Returns the id of the document with this URL and `Accept` header. */
export const documentId = (url: string, accept: string): string => shortHash(`${accept} ${url}`);

export const createDocument = (id: string, url: string, response: HttpResponse): Document => {
  // Two bytes for each character.
  const bytes = response.body.length + 2 * JSON.stringify([url, response.headers, response.redirects]).length;
  return { id, url, response, ...classify(response), fetchedAt: Date.now(), bytes, texts: new Map() };
};

/** Returns the memory of a document with its texts. */
export const bytesOf = ({ bytes, texts }: Document): number =>
  [...texts.values()].reduce((sum, text) => sum + text.bytes, bytes);

/** The requested text of a document. */
export interface TextRequest {
  readonly format: Format;
  readonly selector?: string | undefined;
}

/** Whether a document can be read as text. */
export const isText = (kind: Kind): kind is TextJob['kind'] | 'file' => kind === 'file' || isJob(kind);

const isJob = (kind: Kind): kind is TextJob['kind'] => ['feed', 'html', 'text'].includes(kind);

/** @throws {FetchError} `unsupported_type` if the document has no such text. */
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
    refuse(`A selector works on pages only, not on ${shown(mimeType)}.`, 'Call again without selector.');
};

/** Returns the extraction job for a document that is not a file, once `requireText` has accepted the request. */
export const toTextJob = ({ kind, response }: Document, { format, selector }: TextRequest): TextJob => {
  // Markdown and text list the entries of a feed. Other formats return its source.
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

/** Returns the media type in lower case without parameters, like `text/html`, or ''. */
const mediaType = ({ headers }: HttpResponse): string =>
  MEDIA_TYPE.exec(headers['content-type'] ?? '')?.[1]?.toLowerCase() ?? '';

const TEXT =
  /^(?:text\/|application\/(?:json|xml|javascript|ecmascript|yaml|x-yaml|toml|sql|graphql|x-sh|x-ndjson|jsonl|jwt|x-httpd-php|rtf)$|image\/svg\+xml$)|\+(?:json|xml|yaml)$/;
/** Types that say nothing, so the first bytes decide. */
const UNKNOWN = /^(?:(?:application|binary)\/octet-stream|application\/unknown)?$/;
const SNIFFED_BYTES = 512;
/** Control characters of text (MIME Sniffing, section 3). */
const TEXT_CONTROLS = '\t\n\f\r\u001b';
/** Images that models accept, and PDF, by their first bytes. */
const SIGNATURES: readonly (readonly [start: string, kind: Kind, mimeType: string])[] = [
  ['\u0089PNG\r\n\u001a\n', 'image', 'image/png'],
  ['\u00ff\u00d8\u00ff', 'image', 'image/jpeg'],
  ['GIF8', 'image', 'image/gif'],
  ['RIFFWEBP', 'image', 'image/webp'],
  ['%PDF-', 'file', 'application/pdf'],
];

const FEED = /^application\/(?:rss\+xml|atom\+xml|rdf\+xml|feed\+json)$/;
/** The first element of XML tells whether it is a feed. */
const XML = /^(?:application|text)\/xml$/;
const FEED_ROOT = /<(?:[\w.-]{1,20}:)?(?:rss|feed|RDF)[\s>]/;
const FEED_BYTES = 2000;

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
/** Supported files, by extension. */
export const FILES: ReadonlyMap<string, string> = new Map([
  ['docx', `${OFFICE}wordprocessingml.document`],
  ['xlsx', `${OFFICE}spreadsheetml.sheet`],
  ['pptx', `${OFFICE}presentationml.presentation`],
  ['epub', 'application/epub+zip'],
  ['zip', 'application/zip'],
  ['pdf', 'application/pdf'],
]);

/** Returns the media type of a supported file, from its site or else the name in its URL; undefined for others. */
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

// Also checks what claims to be an image or a sound. Content with a declared type may be text, but not a page.
const sniff = (body: Buffer, type: string): Classified => {
  // RIFF is followed by the length of the file.
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
