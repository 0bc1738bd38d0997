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
    let start = 0;
    for (let end = bytes.indexOf(0); end >= 0; end = bytes.indexOf(0, start)) {
      this.#onRecord(bytes.toString('utf8', start, end));
      start = end + 1;
    }
    this.#rest = bytes.subarray(start);
  }
}

/** The records of a whole text. What follows the last NUL is dropped. */
export const splitRecords = (text: string): string[] => text.split('\0').slice(0, -1);

/** The lines of a whole text. */
export const splitLines = (text: string): string[] => text.split('\n').filter((line) => line !== '');
