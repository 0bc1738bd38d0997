// MIME types by file name.
import { lookup } from 'mrmime';

/** What the library lacks, or takes for something else: `.ts` is also a format of videos. */
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

/** The MIME type of a file by its name; undefined when that says nothing. */
export const mimeTypeOf = (name: string): string | undefined => {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase();
  return extension === undefined ? undefined : (SOURCES[extension] ?? lookup(extension));
};

/** The MIME type of a file by its name; by its content, text or not, when the name says nothing. */
export const mimeType = (name: string, isText: boolean): string =>
  mimeTypeOf(name) ?? (isText ? 'text/plain' : 'application/octet-stream');
