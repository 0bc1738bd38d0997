// MIME types by file name.
import { lookup } from 'mrmime';

/** Types that the library lacks or gets wrong: `.ts` is also a video format. */
const SOURCES: { readonly [extension: string]: string } = {
  cts: 'text/x-typescript',
  flac: 'audio/flac',
  go: 'text/x-go',
  mts: 'text/x-typescript',
  py: 'text/x-python',
  rs: 'text/x-rust',
  ts: 'text/x-typescript',
  tsx: 'text/x-typescript',
};

/** Returns the MIME type for a file name, or undefined if the name does not tell. */
export const mimeTypeOf = (name: string): string | undefined => {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  return extension === undefined ? undefined : (SOURCES[extension] ?? lookup(extension));
};

/** Returns the MIME type for a file name, with a default that depends on whether the content is text. */
export const mimeType = (name: string, isText: boolean): string =>
  mimeTypeOf(name) ?? (isText ? 'text/plain' : 'application/octet-stream');
