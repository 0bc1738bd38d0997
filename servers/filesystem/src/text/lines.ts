// Where lines begin and end in a text.

/** The start of the line that an offset is in. */
export const lineStart = (text: string, offset: number): number =>
  offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;

/** The end of the line that an offset is in, before its line break. */
export const lineEnd = (text: string, offset: number): number => {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
};

/** Where the last `count` lines before an offset begin, of which the last may have no end; 0 when there are fewer. */
export const backLines = (text: string, offset: number, count: number): number => {
  let start = offset;
  for (let lines = 0; lines < count && start > 0; lines++) start = lineStart(text, start - 1);
  return start;
};

/** How many lines end in a part of a text. */
export const countBreaks = (text: string, from: number, to: number): number => {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
};
