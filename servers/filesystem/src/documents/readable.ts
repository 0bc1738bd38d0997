// Text or bytes in memory as a file that was opened, so that all ways to read lines work on them.
import type { ReadableBytes } from '../text/read-lines.ts';

/** Returns the bytes, or text as UTF-8, as an open file. */
export const toReadable = (content: string | Uint8Array): ReadableBytes => {
  const bytes = Buffer.from(content);
  return {
    size: bytes.length,
    read: (offset, maxBytes) => {
      const part = bytes.subarray(offset, offset + maxBytes);
      return Promise.resolve({ bytes: part, isEnd: offset + part.length >= bytes.length });
    },
  };
};
