// Envelope scan: finds the id of a message that is too long to be kept, while its bytes pass by.
import { isRequestId, type RequestId } from '../../jsonrpc/message.ts';

/** What a message turned out to be: a request or a response with this id, or anything else. */
export type Envelope =
  | { readonly kind: 'request' | 'response'; readonly id: RequestId }
  | { readonly kind: 'unknown' };

const UNKNOWN: Envelope = { kind: 'unknown' };
// A name or an id of more bytes is passed over.
const MOST_KEPT = 1024;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d;

/** What comes next, or is going on, between the braces of the message itself. */
type Place = 'object' | 'first name' | 'name' | 'colon' | 'value' | 'scalar' | 'comma' | 'end' | 'broken';

/**
 * Reads the members `id`, `method`, `result` and `error` of the message itself, wherever they stand. What is nested in
 * another member is passed over by its depth. Takes the same memory however long the message is. What is not an object,
 * breaks off or has two ids is unknown, so that an id is never a wrong one.
 */
export class EnvelopeScan {
  #place: Place = 'object';
  // Brackets that are open in the value of a member.
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  // The bytes of a name or of the value of an id; undefined while others pass by.
  #kept: number[] | undefined;
  #name: unknown;
  #isText = false;
  readonly #ids: unknown[] = [];
  #isRequest = false;
  #isResponse = false;

  /** Takes the next bytes. */
  push(bytes: Uint8Array): void {
    for (let i = 0; i < bytes.length && this.#place !== 'broken'; i++) {
      // Nearly all bytes of a long message are those of a long string.
      if (this.#isInString && !this.#isEscaped && this.#kept === undefined) i = skipText(bytes, i);
      const byte = bytes[i];
      if (byte !== undefined) this.#take(byte);
    }
  }

  /** What the message is, now that all of it was seen. */
  end(): Envelope {
    const [id, ...more] = this.#ids;
    if (this.#place !== 'end' || more.length > 0 || !isRequestId(id)) return UNKNOWN;
    if (this.#isRequest === this.#isResponse) return UNKNOWN;
    return { kind: this.#isRequest ? 'request' : 'response', id };
  }

  #take(byte: number): void {
    if (this.#isInString) return this.#takeText(byte);
    if (this.#depth > 0) return this.#takeNested(byte);
    if (this.#place === 'scalar') {
      if (byte !== COMMA && byte !== CLOSE_BRACE && !isSpace(byte)) return this.#keep(byte);
      this.#endValue();
    }
    if (!isSpace(byte)) this.#takeStructure(byte);
  }

  #takeText(byte: number): void {
    this.#keep(byte);
    if (this.#isEscaped) {
      this.#isEscaped = false;
    } else if (byte === BACKSLASH) {
      this.#isEscaped = true;
    } else if (byte === QUOTE) {
      this.#isInString = false;
      if (this.#depth > 0) return;
      if (this.#place === 'value') return this.#endValue();
      this.#name = this.#parseKept();
      this.#place = 'colon';
    }
  }

  #takeNested(byte: number): void {
    if (byte === QUOTE) this.#isInString = true;
    else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) this.#depth++;
    else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) this.#depth--;
    if (this.#depth === 0) this.#endValue();
  }

  #takeStructure(byte: number): void {
    const place = this.#place;
    if (place === 'value') return this.#beginValue(byte);
    if (byte === QUOTE && (place === 'name' || place === 'first name')) {
      this.#isInString = true;
      this.#kept = [byte];
      return;
    }
    this.#place = nextPlace(place, byte);
  }

  #beginValue(byte: number): void {
    this.#isText = byte === QUOTE;
    this.#kept = this.#name === 'id' ? [] : undefined;
    if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
      this.#kept = undefined;
      this.#depth = 1;
      return;
    }
    this.#keep(byte);
    if (this.#isText) this.#isInString = true;
    else this.#place = 'scalar';
  }

  #endValue(): void {
    const name = this.#name;
    if (name === 'id') this.#ids.push(this.#parseKept());
    if (name === 'method') this.#isRequest = this.#isText;
    if (name === 'result' || name === 'error') this.#isResponse = true;
    this.#kept = undefined;
    this.#place = 'comma';
  }

  #keep(byte: number): void {
    if (this.#kept === undefined) return;
    if (this.#kept.length < MOST_KEPT) this.#kept.push(byte);
    else this.#kept = undefined;
  }

  /** The string or number whose bytes were kept; undefined when it is none, or too long. */
  #parseKept(): unknown {
    const kept = this.#kept;
    this.#kept = undefined;
    if (kept === undefined) return undefined;
    try {
      // A replacement character would make it another id.
      const text = new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(kept));
      return JSON.parse(text) as unknown;
    } catch {
      return undefined;
    }
  }
}

function nextPlace(place: Place, byte: number): Place {
  if (place === 'object' && byte === OPEN_BRACE) return 'first name';
  if (place === 'colon' && byte === COLON) return 'value';
  if (place === 'comma' && byte === COMMA) return 'name';
  if ((place === 'comma' || place === 'first name') && byte === CLOSE_BRACE) return 'end';
  return 'broken';
}

/** Where the text of a string is interrupted. */
function skipText(bytes: Uint8Array, start: number): number {
  let i = start;
  while (i < bytes.length && bytes[i] !== QUOTE && bytes[i] !== BACKSLASH) i++;
  return i;
}
