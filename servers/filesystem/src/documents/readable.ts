// Presents text or bytes in memory as an open file, so that lines are read from both in the same way.
import type { ReadableBytes } from '../text/read-lines.ts';

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
