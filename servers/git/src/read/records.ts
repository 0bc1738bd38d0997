// Splits a stream at NUL. What git lists with -z comes through here, in pieces of any size.

/** Calls `onRecord` for each record that is whole. */
export class Records {
  #rest: Buffer = Buffer.alloc(0);
  readonly #onRecord: (record: string) => void;

  constructor(onRecord: (record: string) => void) {
    this.#onRecord = onRecord;
  }

  /** Takes a piece. */
  add(chunk: Buffer): void {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const end = bytes.lastIndexOf(0);
    this.#rest = bytes.subarray(end + 1);
    if (end < 0) return;
    // No character of UTF-8 has a NUL in it: to decode all at once is the same, and a lot quicker.
    for (const record of bytes.toString('utf8', 0, end).split('\0')) this.#onRecord(record);
  }
}

/** The records of a whole text. What follows the last NUL is dropped. */
export const splitRecords = (text: string): string[] => text.split('\0').slice(0, -1);

/** The lines of a whole text. */
export const splitLines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
