// The bytes of a file after its text was edited. All other bytes stay.
import { isUtf8 } from 'node:buffer';
import { FileError } from '@mcp/files';
import type { Charset } from '../text/charset.ts';
import { changedLines } from './changed-lines.ts';

/** A file before its edits, and its text before and after. */
export interface Edited {
  readonly bytes: Buffer;
  readonly charset: Charset;
  readonly before: string;
  readonly after: string;
}

/**
 * The bytes of the edited file. When the encoding has no characters for some bytes, only the lines between the first
 * and the last change are encoded again.
 *
 * @throws {FileError} `edit_encoding` when those lines have such bytes; `encoding` when the new text has a character
 *   that the encoding does not have.
 */
export const toEditedBytes = ({ bytes, charset, before, after }: Edited): Buffer => {
  if (comesBack(bytes, before, charset)) return charset.encode(after);
  const { start, oldEnd, newEnd } = changedLines(before, after);
  const byteStart = lineOffset(bytes, before.slice(0, start));
  const byteEnd = byteStart + lineOffset(bytes.subarray(byteStart), before.slice(start, oldEnd));
  const old = before.slice(start, oldEnd);
  if (charset.unitBytes === 2 || !comesBack(bytes.subarray(byteStart, byteEnd), old, charset))
    throw new FileError(
      'edit_encoding',
      `Some bytes between the first and the last change are not ${charset.name} and would not stay as they are. ` +
        'Make the edits in calls of their own, or rewrite the file with write_file. Nothing was changed.',
    );
  return Buffer.concat([
    bytes.subarray(0, byteStart),
    charset.encode(after.slice(start, newEnd)),
    bytes.subarray(byteEnd),
  ]);
};

/** Whether a text becomes the bytes that it was decoded from. */
const comesBack = (bytes: Buffer, text: string, charset: Charset): boolean => {
  if (charset.name === 'utf-8') return isUtf8(bytes);
  try {
    return charset.encode(text).equals(bytes);
  } catch (error) {
    if (error instanceof FileError) return false;
    throw error;
  }
};

/** The offset in bytes after as many lines as a text has; the text may end without a line break at the end. */
const lineOffset = (bytes: Buffer, lines: string): number => {
  let offset = 0;
  for (let at = lines.indexOf('\n'); at >= 0; at = lines.indexOf('\n', at + 1))
    offset = bytes.indexOf(0x0a, offset) + 1;
  return lines.endsWith('\n') || lines === '' ? offset : bytes.length;
};
