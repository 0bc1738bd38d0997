// A document: what was fetched from a URL, and the texts made of it.
import type { HttpResponse } from '../http/fetcher.ts';
import { shortHash } from './hash.ts';
import type { KeptText } from './texts.ts';

/** Which content block shows it. */
export type Kind = 'html' | 'text' | 'image' | 'audio' | 'pdf' | 'binary';

/** A document. */
export interface Document {
  readonly id: string;
  /** What was asked for, without fragment. */
  readonly url: string;
  readonly response: HttpResponse;
  readonly kind: Kind;
  /** Without parameters. */
  readonly mimeType: string;
  /** Milliseconds since 1970: when the server last said that this is what is there. */
  fetchedAt: number;
  /** What it takes to keep it, without its texts. */
  readonly bytes: number;
  /** By format and selector, the latest last. */
  readonly texts: Map<string, KeptText>;
}

/** The name of the document with that URL, as it is for those who accept that. */
export const documentId = (url: string, accept: string): string => shortHash(`${accept} ${url}`);

export const createDocument = (id: string, url: string, response: HttpResponse): Document => {
  const kind = kindOf(response);
  const type = mediaType(response);
  const mimeType = UNKNOWN.has(type) ? FOUND_TYPES[kind] : type;
  // Two bytes for each character.
  const bytes = response.body.length + 2 * JSON.stringify([url, response.headers, response.redirects]).length;
  return { id, url, response, kind, mimeType, fetchedAt: Date.now(), bytes, texts: new Map() };
};

/** What it takes to keep a document with its texts. */
export const bytesOf = ({ bytes, texts }: Document): number =>
  [...texts.values()].reduce((sum, text) => sum + text.bytes, bytes);

/** The media type without parameters, in lower case: `text/html`. Empty when there is none. */
const mediaType = ({ headers }: HttpResponse): string =>
  (headers['content-type'] ?? '').split(';', 1).join('').trim().toLowerCase();

const TEXT =
  /^(?:text\/|application\/(?:json|xml|javascript|ecmascript|yaml|x-yaml|toml|sql|graphql|x-sh|x-ndjson|jsonl|jwt|x-httpd-php|rtf)$|image\/svg\+xml$)|\+(?:json|xml|yaml)$/;
/** Types that say nothing: what it is shows in its first bytes. */
const UNKNOWN: ReadonlySet<string> = new Set([
  '',
  'application/octet-stream',
  'binary/octet-stream',
  'application/unknown',
]);
const SNIFFED_BYTES = 512;
/** What is said of a document whose server did not say it. */
const FOUND_TYPES: { readonly [kind in Kind]: string } = {
  html: 'text/html',
  text: 'text/plain',
  pdf: 'application/pdf',
  image: 'application/octet-stream',
  audio: 'application/octet-stream',
  binary: 'application/octet-stream',
};

const kindOf = (response: HttpResponse): Kind => {
  const type = mediaType(response);
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (TEXT.test(type)) return 'text';
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('audio/')) return 'audio';
  if (type === 'application/pdf' || type === 'application/x-pdf') return 'pdf';
  return UNKNOWN.has(type) ? sniff(response.body, type) : 'binary';
};

// Bytes of a declared type are not taken for a page, which would be read in another way.
const sniff = (body: Uint8Array, type: string): Kind => {
  const head = new TextDecoder('latin1').decode(body.subarray(0, SNIFFED_BYTES));
  if (head.startsWith('%PDF-')) return 'pdf';
  if (type !== '') return 'binary';
  if (/<(?:!doctype html|html)/i.test(head)) return 'html';
  return head.includes('\0') ? 'binary' : 'text';
};
