// Writes rows twice in one go: as JSON, a list for each, and in the text of the official server, a Python dictionary for
// each. That text is written as a JSON string, ready to be sent.
import { ByteText, QUOTES } from './byte-text.ts';
import { PYTHON_BYTES, pythonReal, pythonString, pythonValue, quoteOfBytes } from './python-text.ts';
import { cutText, toJson, type SqlValue } from './value.ts';

/** The state before a row. */
interface Mark {
  readonly json: number;
  readonly python: number;
  readonly escapes: number;
  readonly hasCutValues: boolean;
}

/** Rows, one after the other. */
export class RowWriter {
  readonly #json = new ByteText();
  readonly #python = new ByteText();
  readonly #both = [this.#json, this.#python];
  readonly #keys: readonly Uint8Array[];
  #rows = 0;
  // Bytes that the text has only as a JSON string.
  #escapes = 1;
  #hasCutValues = false;
  #before: Mark = { json: 0, python: 0, escapes: 0, hasCutValues: false };

  /** The names of the columns. */
  constructor(names: readonly string[]) {
    this.#keys = names.map((name, index) =>
      Buffer.from(inJson(`${index === 0 ? '{' : ', '}${pythonString(name)}: `)),
    );
    this.#json.ascii('[');
    this.#python.ascii('"[');
  }

  get rows(): number {
    return this.#rows;
  }

  /** The length of the Python text, in bytes, with the bracket at its end. */
  get length(): number {
    return this.#python.length - this.#escapes + 1;
  }

  /** A value was cut. */
  get hasCutValues(): boolean {
    return this.#hasCutValues;
  }

  /** Adds a row. Text and bytes longer than `maxLength` are cut. */
  add(row: readonly SqlValue[], maxLength: number): void {
    const json = this.#json;
    const python = this.#python;
    const [escapes, hasCutValues] = [this.#escapes, this.#hasCutValues];
    this.#before = { json: json.length, python: python.length, escapes, hasCutValues };
    json.ascii(this.#rows === 0 ? '[' : ',[');
    if (this.#rows > 0) python.ascii(', ');
    for (let index = 0; index < row.length; index++) {
      if (index > 0) json.ascii(',');
      python.bytes(this.#keys[index] ?? NOTHING);
      this.#value(row[index] ?? null, maxLength);
    }
    json.ascii(']');
    python.ascii('}');
    this.#rows++;
  }

  /** Takes back the last row, once. */
  undo(): void {
    const { json, python, escapes, hasCutValues } = this.#before;
    this.#json.cut(json);
    this.#python.cut(python);
    this.#escapes = escapes;
    this.#hasCutValues = hasCutValues;
    this.#rows--;
  }

  /** All rows as a list, and their text as a string: JSON in UTF-8. */
  end(): { readonly json: Uint8Array; readonly python: Uint8Array } {
    this.#json.ascii(']');
    this.#python.ascii(']"');
    return { json: this.#json.toBytes(), python: this.#python.toBytes() };
  }

  #value(value: SqlValue, maxLength: number): void {
    if (typeof value === 'string' && value.length <= maxLength) this.#text(value);
    else if (typeof value === 'bigint' && Number.isSafeInteger(Number(value))) this.#integer(Number(value));
    else if (typeof value === 'number') this.#real(value);
    else this.#rare(value, maxLength);
  }

  #text(value: string): void {
    if (this.#json.quoted(value, QUOTES.json)) {
      this.#python.quoted(value, QUOTES.python);
      return;
    }
    this.#json.add(JSON.stringify(value));
    this.#escaped(pythonString(value));
  }

  #integer(value: number): void {
    if (value >= 0 && value <= MOST_31_BITS) {
      this.#json.digits(value);
      this.#python.digits(value);
      return;
    }
    const digits = String(value);
    this.#json.ascii(digits);
    this.#python.ascii(digits);
  }

  // To find the digits of any number takes ten times as long as to write those of one with few decimals.
  #real(value: number): void {
    const size = Math.abs(value);
    const thousandths = Math.round(size * 1000);
    if (size > MOST_31_BITS || thousandths / 1000 !== size || Object.is(value, -0)) this.#anyReal(value);
    else {
      const whole = Math.floor(thousandths / 1000);
      const fraction = thousandths - whole * 1000;
      for (const text of this.#both) {
        if (value < 0) text.ascii('-');
        text.digits(whole);
        if (fraction > 0) text.fraction(fraction);
      }
      if (fraction === 0) this.#python.ascii('.0');
    }
  }

  #anyReal(value: number): void {
    const digits = String(value);
    if (Number.isFinite(value)) this.#json.ascii(Object.is(value, -0) ? '0' : digits);
    else this.#json.ascii(JSON.stringify(toJson(value, Infinity)));
    this.#python.ascii(pythonReal(value, digits));
  }

  #rare(value: SqlValue, maxLength: number): void {
    if (value instanceof Uint8Array) {
      this.#bytes(value, maxLength);
      return;
    }
    const isCut = typeof value === 'string' && value.length > maxLength;
    this.#hasCutValues ||= isCut;
    this.#json.add(JSON.stringify(toJson(value, maxLength)));
    this.#escaped(pythonValue(isCut ? cutText(value, maxLength) : value));
  }

  #bytes(value: Uint8Array, maxLength: number): void {
    const isCut = value.length > maxLength;
    const bytes = isCut ? value.subarray(0, maxLength) : value;
    this.#hasCutValues ||= isCut;
    this.#json.ascii(JSON.stringify(toJson(value, maxLength)));
    const quote = quoteOfBytes(bytes);
    const python = this.#python;
    this.#escaped(`b${quote}`);
    for (let index = 0; index < bytes.length; index++) {
      const byte = bytes[index] ?? 0;
      const text = byte === APOSTROPHE && quote === "'" ? ESCAPED_APOSTROPHE : (BYTES[byte] ?? '');
      this.#escapes += text.length - (text === ESCAPED_APOSTROPHE ? 2 : (PYTHON_BYTES[byte] ?? '').length);
      python.ascii(text);
    }
    this.#escaped(quote);
  }

  #escaped(text: string): void {
    const before = this.#python.length;
    this.#python.add(inJson(text));
    this.#escapes += this.#python.length - before - Buffer.byteLength(text);
  }
}

const MOST_31_BITS = 2 ** 31 - 1;

/** A text as it stands inside of a JSON string. */
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1);

const NOTHING = new Uint8Array();
const APOSTROPHE = 0x27;
const ESCAPED_APOSTROPHE = inJson("\\'");
/** Bytes in Python, as they stand inside of a JSON string. */
const BYTES = PYTHON_BYTES.map(inJson);
