// Counts lines in a stream of chunks and keeps the first and the last one, at the price of a byte search.

export interface Answers {
  readonly count: number;
  readonly bytes: number;
  readonly first: string;
  readonly last: string;
}

const newline = 0x0a;

export class LineCounter {
  lines = 0;
  #bytes = 0;
  #first: string | undefined;
  #last: readonly Buffer[] = [];
  #unfinished: Buffer[] = [];

  add(chunk: Buffer): void {
    this.#bytes += chunk.length;
    let start = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, start)) {
      this.lines += 1;
      if (this.#first === undefined) this.#first = toText([...this.#unfinished, chunk.subarray(0, end)]);
      const next = end + 1;
      if (start === 0) this.#last = [...this.#unfinished, chunk.subarray(0, end)];
      else if (next === chunk.length) this.#last = [chunk.subarray(start, end)];
      start = next;
    }
    if (start === 0) this.#unfinished.push(chunk);
    else this.#unfinished = start < chunk.length ? [chunk.subarray(start)] : [];
  }

  /** What was read. Anything after the last full line means that the server wrote more than it was asked for. */
  finish(): Answers {
    if (this.#unfinished.length > 0)
      throw new Error(`Unexpected output: ${toText(this.#unfinished).slice(0, 200)}`);
    return { count: this.lines, bytes: this.#bytes, first: this.#first ?? '', last: toText(this.#last) };
  }
}

function toText(parts: readonly Buffer[]): string {
  return Buffer.concat(parts).toString('utf8');
}
