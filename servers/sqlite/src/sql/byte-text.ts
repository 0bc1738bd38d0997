// Text that is built as UTF-8: rows of thousands of small values are written three times as fast as with strings.

// Small enough for the pool of Buffer, because most results are small.
const FIRST_SIZE = 1024;
const MOST_BYTES_PER_UNIT = 3;
const MOST_DIGITS = 10;
const ZERO = 0x30;
const POINT = 0x2e;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const BACKSLASH = 0x5c;
const FIRST_PRINTABLE = 0x20;
const LAST_PRINTABLE = 0x7e;

/** A text that grows at its end. */
export class ByteText {
  #bytes = Buffer.allocUnsafe(FIRST_SIZE);
  #length = 0;

  /** In bytes. */
  get length(): number {
    return this.#length;
  }

  /** Makes it as short as it was before. */
  cut(length: number): void {
    this.#length = length;
  }

  /** Adds text that is ASCII only. */
  ascii(text: string): void {
    const bytes = this.#room(text.length);
    let at = this.#length;
    for (let index = 0; index < text.length; index++) bytes[at++] = text.charCodeAt(index);
    this.#length = at;
  }

  /** Adds UTF-8. */
  bytes(added: Uint8Array): void {
    const bytes = this.#room(added.length);
    let at = this.#length;
    for (let index = 0; index < added.length; index++) bytes[at++] = added[index] ?? 0;
    this.#length = at;
  }

  /**
   * Adds text in quotes, given as the code of the quote. Returns false, and adds nothing, when something in it may need to
   * be escaped.
   */
  quoted(text: string, quote: number): boolean {
    const bytes = this.#room(text.length + 2);
    let at = this.#length;
    bytes[at++] = quote;
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code < FIRST_PRINTABLE || code > LAST_PRINTABLE) return false;
      if (code === QUOTE || code === APOSTROPHE || code === BACKSLASH) return false;
      bytes[at++] = code;
    }
    bytes[at++] = quote;
    this.#length = at;
    return true;
  }

  /** Adds a whole number of at most 31 bits and no sign. */
  digits(value: number): void {
    const bytes = this.#room(MOST_DIGITS);
    let count = 1;
    for (let bound = 10; count < MOST_DIGITS && value >= bound; bound *= 10) count++;
    let rest = value;
    for (let at = this.#length + count - 1; at >= this.#length; at--) {
      const next = (rest / 10) | 0;
      bytes[at] = ZERO + rest - next * 10;
      rest = next;
    }
    this.#length += count;
  }

  /** Adds a point and 1 to 999 thousandths, without zeros at the end. */
  fraction(thousandths: number): void {
    const bytes = this.#room(MOST_DIGITS);
    bytes[this.#length++] = POINT;
    for (let rest = thousandths, unit = 100; rest > 0; unit /= 10) {
      const digit = (rest / unit) | 0;
      bytes[this.#length++] = ZERO + digit;
      rest -= digit * unit;
    }
  }

  /** Adds any text. */
  add(text: string): void {
    const bytes = this.#room(text.length * MOST_BYTES_PER_UNIT);
    this.#length += bytes.write(text, this.#length);
  }

  /** All of it. Holds until more is added. */
  toBytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #room(size: number): Buffer {
    const needed = this.#length + size;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, this.#bytes.length * 2));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
    return this.#bytes;
  }
}

/** The codes of the quotes of JSON and of Python. */
export const QUOTES = { json: QUOTE, python: APOSTROPHE } as const;
