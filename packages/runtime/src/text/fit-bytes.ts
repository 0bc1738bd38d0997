// Fit bytes: how much of a text fits into a number of bytes, which hosts count whatever the alphabet.

const ENCODER = new TextEncoder();

/**
 * Returns how much of a text fits into `maxBytes` of UTF-8: `read` in UTF-16 units, never half of a character, and
 * `written` in bytes. With `maxBytes` Infinity, `written` is the length of the text in bytes.
 */
export function fitBytes(
  value: string,
  maxBytes: number,
): { readonly read: number; readonly written: number } {
  return ENCODER.encodeInto(value, new Uint8Array(Math.min(maxBytes, value.length * MAX_UNIT_BYTES)));
}

const MAX_UNIT_BYTES = 3;
