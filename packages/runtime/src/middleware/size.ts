// Size: how many bytes a text or a JSON value takes, without writing it.
import { JsonText } from '../index.ts';
import { isObject } from './answer.ts';

/** The most bytes of UTF-8 that one unit of a string takes. */
export const MAX_BYTES_PER_UNIT = 3;

// Quotes, colons, commas and brackets, or a short number.
const BYTES_PER_NODE = 4;
const CHUNK_BYTES = 65_536;

const encoder = new TextEncoder();

let scratch: Uint8Array | undefined;

/** The length of a text in UTF-8, in bytes. */
export function byteLength(text: string): number {
  let bytes = 0;
  for (let at = 0; at < text.length;) {
    const { read, written } = encode(text.slice(at, at + CHUNK_BYTES), CHUNK_BYTES);
    at += read;
    bytes += written;
  }
  return bytes;
}

/** Where to cut a text so that what stands before is at most `maxBytes` long in UTF-8; never inside of a character. */
export function cutAt(text: string, from: number, maxBytes: number): number {
  let at = from;
  let left = maxBytes;
  while (at < text.length) {
    const { read, written } = encode(text.slice(at, at + CHUNK_BYTES), Math.min(left, CHUNK_BYTES));
    if (read === 0) break;
    at += read;
    left -= written;
  }
  return at;
}

// A slice may end inside of a surrogate pair. Its first half is never read alone: it would take three bytes, and the
// units before it have left less than that of a buffer which has one byte per unit.
function encode(text: string, maxBytes: number): { read: number; written: number } {
  scratch ??= new Uint8Array(CHUNK_BYTES);
  return encoder.encodeInto(text, scratch.subarray(0, maxBytes));
}

/**
 * About how many bytes a JSON value takes: the UTF-8 of its names and strings without escapes, and 4 for each value. With
 * a `limit` the answer is only exact enough to say whether the value is larger.
 */
export function sizeOf(value: unknown, limit = 0): number {
  const atMost = measure(value, (text) => text.length * MAX_BYTES_PER_UNIT);
  return atMost <= limit ? atMost : measure(value, byteLength);
}

function measure(value: unknown, lengthOf: (text: string) => number): number {
  if (typeof value === 'string') return BYTES_PER_NODE + lengthOf(value);
  if (value instanceof JsonText) return lengthOf(value.text);
  let bytes = BYTES_PER_NODE;
  if (Array.isArray(value)) for (const item of value) bytes += measure(item, lengthOf);
  // Without a list of the members: lists have thousands of small objects.
  else if (isObject(value)) for (const name in value) bytes += name.length + measure(value[name], lengthOf);
  return bytes;
}
