// Parts of a long text, counted in code points as the official server does.

/** Where code points are in a text. */
export interface TextIndex {
  /** Of the whole text, in code points. */
  readonly length: number;
  /** The code unit of every 4096th code point; empty where each code unit is a code point. */
  readonly marks: Uint32Array;
}

/** A part of a text. */
export interface Part {
  readonly text: string;
  /** Where the next part begins, in code points; undefined at the end. */
  readonly nextIndex: number | undefined;
}

const STEP = 4096;

/** Counts once, so that no part of a long text has to. */
export const indexText = (text: string): TextIndex => {
  if (!/[\uD800-\uDBFF]/.test(text)) return { length: text.length, marks: new Uint32Array() };
  const marks: number[] = [];
  let length = 0;
  for (let unit = 0; unit < text.length; unit += widthAt(text, unit)) {
    if (length % STEP === 0) marks.push(unit);
    length += 1;
  }
  return { length, marks: Uint32Array.from(marks) };
};

/** The part that begins at `start` and has up to `count` code points. */
export const partOf = (text: string, index: TextIndex, start: number, count: number): Part => {
  const end = Math.min(start + count, index.length);
  if (start >= index.length) return { text: '', nextIndex: undefined };
  return {
    text: copyOf(text.slice(unitOf(text, index, start), unitOf(text, index, end))),
    nextIndex: end < index.length ? end : undefined,
  };
};

// A slice keeps all of the text in memory for as long as it is needed itself.
const copyOf = (slice: string): string => Buffer.from(slice, 'utf16le').toString('utf16le');

const widthAt = (text: string, unit: number): number => ((text.codePointAt(unit) ?? 0) > 0xffff ? 2 : 1);

const unitOf = (text: string, { length, marks }: TextIndex, codePoint: number): number => {
  if (marks.length === 0) return codePoint;
  if (codePoint === length) return text.length;
  let unit = marks[Math.floor(codePoint / STEP)] ?? 0;
  for (let left = codePoint % STEP; left > 0; left -= 1) unit += widthAt(text, unit);
  return unit;
};
