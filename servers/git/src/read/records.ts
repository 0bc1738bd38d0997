// Splits a stream at NUL. What git lists with -z comes through here, in pieces of any size.
import { decode } from '../repository/arguments/names.ts';
import type { Repository } from '../repository/repository.ts';
import type { ReadingWork } from '../repository/process/work.ts';

/** No name is as long. What is longer is the message of a commit, of which the beginning is enough. */
const MAX_RECORD_BYTES = 1_000_000;

/** Calls `onRecord` for each record that is whole. Bytes that are not UTF-8 are as `decode` gives them. */
export class Records {
  #rest: Buffer = Buffer.alloc(0);
  readonly #onRecord: (record: string) => void;

  constructor(onRecord: (record: string) => void) {
    this.#onRecord = onRecord;
  }

  /** Takes a piece. */
  add(chunk: Buffer): void {
    const end = chunk.lastIndexOf(0);
    if (end < 0) {
      if (this.#rest.length < MAX_RECORD_BYTES) this.#rest = Buffer.concat([this.#rest, chunk]);
      return;
    }
    const whole = Buffer.concat([this.#rest, chunk.subarray(0, end)]);
    this.#rest = chunk.subarray(end + 1);
    // No character of UTF-8 has a NUL in it: to decode all at once is the same, and a lot quicker.
    for (const record of decode(whole).split('\0')) this.#onRecord(record);
  }
}

/** Runs a command whose output NULs separate, and reads its records until there are enough. */
export const readRecords = async (
  repository: Repository,
  work: ReadingWork,
  onRecord: (record: string) => void,
  isEnough: () => boolean = () => false,
): Promise<void> => {
  const records = new Records(onRecord);
  await repository.stream(work, (chunk) => {
    records.add(chunk);
    return !isEnough();
  });
};

/** The records of a whole text. What follows the last NUL is dropped. */
export const splitRecords = (text: string): string[] => text.split('\0').slice(0, -1);

/** The lines of a whole text, each with its line feed. */
export const linesOf = (text: string): string[] => {
  const lines: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at) + 1 || text.length;
    lines.push(text.slice(at, end));
    at = end;
  }
  return lines;
};

/** The parts of a whole text: each begins at a line that `isFirst` knows, but for what comes before. */
export const partsOf = (text: string, isFirst: (line: string) => boolean): string[] => {
  const parts: string[][] = [];
  for (const line of linesOf(text)) {
    const part = parts.at(-1);
    if (part === undefined || isFirst(line)) parts.push([line]);
    else part.push(line);
  }
  return parts.map((lines) => lines.join(''));
};

/** The lines of a whole text, without empty ones. */
export const splitLines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
