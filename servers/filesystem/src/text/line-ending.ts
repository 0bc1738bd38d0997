// Line endings: which ones a text has.

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** `none`: the text has only one line. */
export type LineEnding = 'lf' | 'crlf' | 'mixed' | 'none';

/** The line endings of some bytes in an encoding where ASCII characters are one byte. */
export const lineEndingOf = (bytes: Buffer): LineEnding => {
  let hasLf = false;
  let hasCrlf = false;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) {
    if (at > 0 && bytes[at - 1] === RETURN) hasCrlf = true;
    else hasLf = true;
    if (hasLf && hasCrlf) return 'mixed';
  }
  if (hasLf) return 'lf';
  return hasCrlf ? 'crlf' : 'none';
};

/** How many lines end in a range of bytes. */
export const countNewlines = (bytes: Uint8Array, from: number, to: number): number => {
  let count = 0;
  for (let at = from; at < to; at++) if (bytes[at] === NEWLINE) count++;
  return count;
};
