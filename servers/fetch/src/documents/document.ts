// A document: what was fetched from a URL, and the texts made of it.
import { createHash } from 'node:crypto';
import { mediaType, type HttpResponse } from '../http/response.ts';
import type { Link, Metadata } from '../html/page.ts';

/** Which content block shows it. */
export type Kind = 'html' | 'text' | 'image' | 'audio' | 'pdf' | 'binary';

/** How an HTML page is written. Everything else has one text only. */
export type Format = 'markdown' | 'text' | 'raw';

/** A text of a document. */
export interface View {
  readonly text: string;
  readonly charset: string;
  /** Of the text: parts with the same hash fit together. */
  readonly hash: string;
  /** How it was made: `raw` is what the server sent. */
  readonly method: 'article' | 'whole' | 'raw';
  readonly metadata?: Metadata;
  readonly links?: readonly Link[];
}

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
  readonly views: Map<Format, Promise<View>>;
}

/** The name of the document with that URL. */
export const documentId = (url: string): string => shortHash(url);

export const shortHash = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex').slice(0, 16);

export const createDocument = (url: string, response: HttpResponse): Document => {
  const kind = kindOf(response);
  const fallback =
    kind === 'html' ? 'text/html' : kind === 'text' ? 'text/plain' : 'application/octet-stream';
  const mimeType = mediaType(response) || fallback;
  return { id: documentId(url), url, response, kind, mimeType, fetchedAt: Date.now(), views: new Map() };
};

const TEXT =
  /^(?:text\/|application\/(?:json|xml|javascript|ecmascript|yaml|x-yaml|toml|sql|graphql|x-sh|x-ndjson)$|image\/svg\+xml$)|\+(?:json|xml|yaml)$/;
const SNIFFED_BYTES = 512;

const kindOf = (response: HttpResponse): Kind => {
  const type = mediaType(response);
  if (type === 'text/html' || type === 'application/xhtml+xml') return 'html';
  if (TEXT.test(type)) return 'text';
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('audio/')) return 'audio';
  if (type === 'application/pdf') return 'pdf';
  return type === '' ? sniff(response.body) : 'binary';
};

const sniff = (body: Uint8Array): Kind => {
  const head = new TextDecoder('latin1').decode(body.subarray(0, SNIFFED_BYTES));
  if (head.startsWith('%PDF-')) return 'pdf';
  if (/<(?:!doctype html|html)/i.test(head)) return 'html';
  return head.includes('\0') ? 'binary' : 'text';
};
