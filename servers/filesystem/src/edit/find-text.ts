// Finds a text byte by byte, and again without regard to the kind of line ending.

import { countByte } from '../text/line-ending.ts';

/** A part of a text, in bytes. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** How to look. */
export interface FindOptions {
  /** Whether matches may overlap. They may where a second one makes the first ambiguous. */
  readonly mayOverlap: boolean;
  readonly maxCount: number;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Buffer.indexOf takes time in proportion to the product of both lengths at worst. Up to here that does not matter. */
const SHORT_BYTES = 64;
/** A long needle is looked for by as much of it. */
const PROBE_BYTES = 32;

/** Every place where the bytes are exactly these, in time proportional to the text. */
export const findExact = (bytes: Buffer, needle: Buffer, options: FindOptions): Span[] => {
  const { length } = needle;
  const isShort = length <= SHORT_BYTES;
  // Blanks at the beginning are everywhere.
  const lead = isShort ? 0 : leadingBlanks(needle);
  const probe = isShort ? needle : needle.subarray(lead, lead + PROBE_BYTES);
  const spans: Span[] = [];
  let compared = 0;
  for (let hit = bytes.indexOf(probe, lead); hit >= 0 && spans.length < options.maxCount;) {
    const start = hit - lead;
    const isFound = isShort || isAt(bytes, needle, start);
    if (isFound) spans.push({ start, end: start + length });
    const next = start + (isFound && !options.mayOverlap ? length : 1);
    compared += isShort ? 0 : length;
    if (compared > 8 * bytes.length) {
      const maxCount = options.maxCount - spans.length;
      return spans.concat(findLinear(bytes, needle, { ...options, maxCount, from: next }));
    }
    hit = bytes.indexOf(probe, next + lead);
  }
  return spans;
};

const isAt = (bytes: Buffer, needle: Buffer, start: number): boolean =>
  start + needle.length <= bytes.length &&
  bytes.compare(needle, 0, needle.length, start, start + needle.length) === 0;

const leadingBlanks = (needle: Buffer): number => {
  let at = 0;
  while (at < needle.length - PROBE_BYTES && (needle[at] ?? 0) <= 0x20) at++;
  return at;
};

/** As Knuth, Morris and Pratt have it: no byte is looked at twice. */
const findLinear = (
  bytes: Buffer,
  needle: Buffer,
  options: FindOptions & { readonly from: number },
): Span[] => {
  const { mayOverlap, maxCount, from } = options;
  const fallback = fallbacks(needle);
  const spans: Span[] = [];
  let matched = 0;
  for (let at = from; at < bytes.length && spans.length < maxCount; at++) {
    const byte = bytes[at];
    while (matched > 0 && needle[matched] !== byte) matched = fallback[matched - 1] ?? 0;
    if (needle[matched] === byte) matched++;
    if (matched < needle.length) continue;
    spans.push({ start: at + 1 - matched, end: at + 1 });
    matched = mayOverlap ? (fallback[matched - 1] ?? 0) : 0;
  }
  return spans;
};

/** For each beginning of a pattern the length of the longest other beginning that it ends with. */
export const fallbacks = (pattern: ArrayLike<number>): Int32Array => {
  const result = new Int32Array(pattern.length);
  for (let at = 1, length = 0; at < pattern.length; at++) {
    while (length > 0 && pattern[at] !== pattern[length]) length = result[length - 1] ?? 0;
    if (pattern[at] === pattern[length]) length++;
    result[at] = length;
  }
  return result;
};

/** Every place where the bytes are these, when CRLF and LF count as the same. `needle` has LF only. */
export const findAnyLineEnding = (bytes: Buffer, needle: Buffer, options: FindOptions): Span[] => {
  const all = { from: 0, to: bytes.length };
  const returns = countByte(bytes, RETURN, all);
  if (returns === 0) return findExact(bytes, needle, options);
  // As many of both: each line ends with both.
  if (returns === countByte(bytes, NEWLINE, all))
    return findExact(
      bytes,
      Buffer.from(needle.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'),
      options,
    );
  const plain = withoutReturns(bytes);
  const toOffset = offsetsOf(bytes);
  const found = findExact(plain, needle, options);
  // Ends and starts may overlap, so each kind has its own way through the bytes.
  const starts = found.map(({ start }) => toOffset(start));
  const toEnd = offsetsOf(bytes);
  return found.map(({ end }, i) => ({ start: starts[i] ?? 0, end: toEnd(end) }));
};

/** Without the CR of each CRLF. */
const withoutReturns = (bytes: Buffer): Buffer => {
  const first = bytes.indexOf('\r\n');
  if (first < 0) return bytes;
  const plain = Buffer.allocUnsafe(bytes.length);
  let length = bytes.copy(plain, 0, 0, first);
  for (let at = first; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte !== RETURN || bytes[at + 1] !== NEWLINE) plain[length++] = byte;
  }
  return plain.subarray(0, length);
};

/** Turns offsets in what `withoutReturns` gave, in ascending order, into those in the bytes. */
const offsetsOf = (bytes: Buffer): ((plainOffset: number) => number) => {
  let at = 0;
  let plainAt = 0;
  return (plainOffset) => {
    for (; plainAt < plainOffset; at++) if (bytes[at] !== RETURN || bytes[at + 1] !== NEWLINE) plainAt++;
    return at;
  };
};

/** The line ending that is used at a place: in it, else after it, else before it. Undefined: there is only one line. */
export const lineEndingAt = (bytes: Buffer, { start, end }: Span): '\n' | '\r\n' | undefined => {
  let at = bytes.indexOf(NEWLINE, start);
  if (at < 0) at = bytes.lastIndexOf(NEWLINE, end);
  if (at < 0) return undefined;
  return bytes[at - 1] === RETURN ? '\r\n' : '\n';
};
