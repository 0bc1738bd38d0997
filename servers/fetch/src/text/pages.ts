// Parts of a long text, counted in code points as the official server does.

/** A part of a text. */
export interface Part {
  readonly text: string;
  /** Of the whole text, in code points. */
  readonly length: number;
  /** Where the next part begins; undefined at the end. */
  readonly nextIndex: number | undefined;
}

/** The part that begins at `start` and has up to `count` code points. */
export const partOf = (text: string, start: number, count: number): Part => {
  // Nearly all texts: one unit is one code point.
  const length = /[\uD800-\uDBFF]/.test(text) ? countCodePoints(text) : text.length;
  const end = start + count;
  const part =
    length === text.length
      ? text.slice(start, end)
      : text.slice(unitOf(text, Math.min(start, length)), unitOf(text, Math.min(end, length)));
  return { text: part, length, nextIndex: end < length && part !== '' ? end : undefined };
};

const isPair = (text: string, unit: number): boolean => (text.codePointAt(unit) ?? 0) > 0xffff;

const countCodePoints = (text: string): number => {
  let count = 0;
  for (let unit = 0; unit < text.length; unit += isPair(text, unit) ? 2 : 1) count += 1;
  return count;
};

const unitOf = (text: string, codePoint: number): number => {
  let unit = 0;
  for (let index = 0; index < codePoint && unit < text.length; index += 1) unit += isPair(text, unit) ? 2 : 1;
  return unit;
};
