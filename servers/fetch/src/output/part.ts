// A part of a text as a result: the words of the official server, and the same with more detail.
import { FetchError } from '../failure.ts';
import { writeCursor } from '../documents/cursor.ts';
import type { Format, View } from '../documents/document.ts';
import type { Got } from '../documents/documents.ts';
import { partOf } from '../text/pages.ts';

/** Which part. */
export interface PartRequest {
  readonly format: Format;
  /** In code points. */
  readonly index: number;
  readonly count: number;
  /** Of the text that the earlier parts are from. */
  readonly hash?: string | undefined;
}

/** Says in `_meta` that the content is from a stranger. */
export const UNTRUSTED = { 'io.github.mcp-reference-servers/untrusted': true } as const;

/** Members of structured content that every document has. */
export const describe = ({ document, cached }: Got) => ({
  url: document.url,
  finalUrl: document.response.url.href,
  status: document.response.status,
  contentType: document.response.headers['content-type'] ?? document.mimeType,
  redirects: document.response.redirects,
  fetchedAt: new Date(document.fetchedAt).toISOString(),
  cached,
  resource: resourceUri(document.id),
});

export const resourceUri = (id: string): string => `fetch://doc/${id}`;

/** @throws {FetchError} `changed` when the text is not the one that the cursor is from. */
export const readPart = (got: Got, view: View, { format, index, count, hash }: PartRequest) => {
  if (hash !== undefined && hash !== view.hash)
    throw new FetchError('changed', `${got.document.url} has changed since.`, {
      hint: 'Begin again without cursor.',
    });
  const { text, length, nextIndex } = partOf(view.text, index, count);
  const structured = {
    ...describe(got),
    charset: view.charset,
    ...(view.metadata?.title === undefined ? {} : { title: view.metadata.title }),
    text,
    length,
    startIndex: index,
    ...(nextIndex === undefined
      ? {}
      : { nextIndex, nextCursor: writeCursor({ format, hash: view.hash, index: nextIndex }) }),
    truncated: nextIndex !== undefined,
    method: view.method,
  };
  return { content: toText(got, view, { text, nextIndex }), structured };
};

const toText = (
  { document }: Got,
  view: View,
  part: { text: string; nextIndex: number | undefined },
): string => {
  const isPlain = document.kind !== 'html' && document.mimeType !== 'text/markdown';
  const type = document.response.headers['content-type'] ?? document.mimeType;
  const prefix = isPlain
    ? `Content type ${type} cannot be simplified to markdown, but here is the raw content:\n`
    : '';
  return `${prefix}Contents of ${document.url}:\n${toBody(view, part)}`;
};

const toBody = (view: View, { text, nextIndex }: { text: string; nextIndex: number | undefined }): string => {
  if (view.text === '' && view.method !== 'raw')
    return '<error>Page failed to be simplified from HTML</error>';
  if (text === '') return '<error>No more content available.</error>';
  return nextIndex === undefined
    ? text
    : `${text}\n\n<error>Content truncated. Call the fetch tool with a start_index of ${nextIndex} to get more content.</error>`;
};
