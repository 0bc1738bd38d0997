// Parts of a long text, counted in code points as the official server does.

/** A part of a text. */
export interface Part {
  readonly text: string;
  /** Where the next part begins, in code points; undefined at the end. */
  readonly nextIndex: number | undefined;
}

const isLead = (text: string, unit: number): boolean => (text.codePointAt(unit) ?? 0) > 0xffff;

/** In code points. */
export const lengthOf = (text: string): number => {
  if (!/[\uD800-\uDBFF]/.test(text)) return text.length;
  let length = text.length;
  for (let unit = 0; unit < text.length; unit += 1) if (isLead(text, unit)) length -= 1;
  return length;
};

/** The part of a text of that length which begins at `start` and has up to `count` code points. */
export const partOf = (text: string, length: number, start: number, count: number): Part => {
  if (start >= length) return { text: '', nextIndex: undefined };
  const end = Math.min(start + count, length);
  const isNarrow = text.length === length;
  const from = isNarrow ? start : skip(text, 0, start);
  const to = isNarrow ? end : skip(text, from, end - start);
  return { text: text.slice(from, to), nextIndex: end < length ? end : undefined };
};

// The code unit that stands so many code points behind another.
const skip = (text: string, from: number, count: number): number => {
  let unit = from;
  for (let left = count; left > 0; left -= 1) unit += isLead(text, unit) ? 2 : 1;
  return unit;
};
