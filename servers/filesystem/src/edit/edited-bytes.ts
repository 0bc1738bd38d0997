// Encodes an edited text so that all other bytes of the file stay the same.
import { isUtf8 } from 'node:buffer';
import { FileError } from '@mcp/files';
import type { Charset } from '../text/charset.ts';
import { changedLines } from './changed-lines.ts';

export interface Edited {
  readonly bytes: Buffer;
  readonly charset: Charset;
  readonly before: string;
  readonly after: string;
}

/**
 * Returns the bytes of the edited file. If some bytes are not valid in the encoding, only the lines from the first to
 * the last change are encoded again.
 *
 * @throws {FileError} `edit_encoding` if those lines contain such bytes; `encoding` if the encoding lacks a character
 *   of the new text.
 */
export const toEditedBytes = ({ bytes, charset, before, after }: Edited): Buffer => {
  if (isReversible(bytes, before, charset)) return charset.encode(after);
  const { start, oldEnd, newEnd } = changedLines(before, after);
  const byteStart = lineOffset(bytes, before.slice(0, start));
  const byteEnd = byteStart + lineOffset(bytes.subarray(byteStart), before.slice(start, oldEnd));
  const old = before.slice(start, oldEnd);
  if (charset.unitBytes === 2 || !isReversible(bytes.subarray(byteStart, byteEnd), old, charset))
    throw new FileError(
      'edit_encoding',
      `Some bytes between the first and the last change are not ${charset.name} and would not stay as they are. ` +
        'Make the edits in separate calls, or rewrite the file with write_file. Nothing was changed.',
    );
  return Buffer.concat([
    bytes.subarray(0, byteStart),
    charset.encode(after.slice(start, newEnd)),
    bytes.subarray(byteEnd),
  ]);
};

/** Whether encoding the text returns the original bytes. */
const isReversible = (bytes: Buffer, text: string, charset: Charset): boolean => {
  if (charset.name === 'utf-8') return isUtf8(bytes);
  try {
    return charset.encode(text).equals(bytes);
  } catch (error) {
    if (error instanceof FileError) return false;
    throw error;
  }
};

/** Returns the byte offset after the given lines; the last one may lack its line break at the end of the file. */
const lineOffset = (bytes: Buffer, lines: string): number => {
  let offset = 0;
  for (let at = lines.indexOf('\n'); at >= 0; at = lines.indexOf('\n', at + 1))
    offset = bytes.indexOf(0x0a, offset) + 1;
  return lines.endsWith('\n') || lines === '' ? offset : bytes.length;
};
