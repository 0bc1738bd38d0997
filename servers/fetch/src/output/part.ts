// A part of a text as a result: the words of the official server, and the same with more detail.
import { writeCursor } from '../documents/cursor.ts';
import type { Got } from '../documents/documents.ts';
import { FetchError } from '../failure.ts';
import { partOf, type Part } from '../page/parts.ts';
import type { DocumentText } from '../page/text.ts';
import type { TextRequest } from '../documents/texts.ts';

/** Which part. */
export interface PartRequest extends TextRequest {
  /** In code points. */
  readonly index: number;
  readonly count: number;
  /** Of the text that the earlier parts are from. */
  readonly hash?: string | undefined;
}

/** Says in `_meta` that the content is from a stranger. */
export const UNTRUSTED = { 'io.github.mcp-reference-servers/untrusted': true } as const;

/** Members of structured content that every document has. */
export const describe = ({ document, cached, isKept }: Got) => {
  const { response } = document;
  const { etag } = response.headers;
  return {
    url: document.url,
    finalUrl: response.url.href,
    status: response.status,
    contentType: response.headers['content-type'] ?? document.mimeType,
    redirects: response.redirects,
    fetchedAt: new Date(document.fetchedAt).toISOString(),
    ...(etag === undefined ? {} : { etag }),
    cached,
    ...(isKept ? { resource: resourceUri(document.id) } : {}),
  };
};

export const resourceUri = (id: string): string => `fetch://doc/${id}`;

/** @throws {FetchError} `changed` when the text is not the one that the cursor is from. */
export const readPart = (got: Got, view: DocumentText, request: PartRequest) => {
  const { format, selector, index, count, hash } = request;
  if (hash !== undefined && hash !== view.hash)
    throw new FetchError('changed', `${got.document.url} has changed since.`, {
      hint: 'Begin again without cursor.',
    });
  const part = partOf(view.text, view.length, index, count);
  const { nextIndex } = part;
  const structured = {
    ...describe(got),
    charset: view.charset,
    ...(view.metadata?.title === undefined ? {} : { title: view.metadata.title }),
    text: part.text,
    length: view.length,
    startIndex: index,
    ...(nextIndex === undefined
      ? {}
      : { nextIndex, nextCursor: writeCursor({ format, selector, hash: view.hash, index: nextIndex }) }),
    truncated: nextIndex !== undefined,
    extraction: view.extraction,
  };
  const prefix = toPrefix(got, view);
  const body = toBody(view, part);
  return {
    content: `${prefix}Contents of ${got.document.url}:\n${body}`,
    prompt: `${prefix}${body}`,
    structured,
  };
};

// Text that is Markdown needs no apology for not being made into it.
const toPrefix = ({ document }: Got, { extraction }: DocumentText): string => {
  if (extraction.method !== 'raw' || document.mimeType === 'text/markdown') return '';
  const type = document.response.headers['content-type'] ?? document.mimeType;
  return `Content type ${type} cannot be simplified to markdown, but here is the raw content:\n`;
};

const toBody = (view: DocumentText, { text, nextIndex }: Part): string => {
  if (view.text === '' && view.extraction.method !== 'raw')
    return '<error>Page failed to be simplified from HTML</error>';
  if (text === '') return '<error>No more content available.</error>';
  return nextIndex === undefined
    ? text
    : `${text}\n\n<error>Content truncated. Call the fetch tool with a start_index of ${nextIndex} to get more content.</error>`;
};
