// Line starts and ends in a text.

export const lineStart = (text: string, offset: number): number =>
  offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;

/** Returns the end of the line, before its line break. */
export const lineEnd = (text: string, offset: number): number => {
  const end = text.indexOf('\n', offset);
  return end < 0 ? text.length : end;
};

/**
 * Returns the start of the last `count` lines before an offset, where the last one may be incomplete; 0 if there are
 * fewer.
 */
export const backLines = (text: string, offset: number, count: number): number => {
  let start = offset;
  for (let lines = 0; lines < count && start > 0; lines++) start = lineStart(text, start - 1);
  return start;
};

export const countBreaks = (text: string, from: number, to: number): number => {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
};
