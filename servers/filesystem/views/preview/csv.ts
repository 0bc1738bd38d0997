// CSV: parses comma-separated values (RFC 4180), also with other separators.

const SAMPLE = 10_000;
const SEPARATORS = [',', ';', '\t', '|'];

/** Returns the separator that the first line contains most often, outside quotes. */
export const separatorOf = (text: string): string => {
  const [line = ''] = text
    .slice(0, SAMPLE)
    .replaceAll(/"[^"]*"/g, '')
    .split('\n', 1);
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
};

/** Parses rows from any text without losing any of it: misplaced quotes become part of the cell. */
export const readCsv = (text: string, separator = separatorOf(text)): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length;) {
    const { cell, end } = text[at] === '"' ? readQuoted(text, at, separator) : readPlain(text, at, separator);
    row.push(cell);
    at = end;
    if (text[at] === separator) {
      at++;
      // The last cell is empty.
      if (at === text.length || /^\r?\n/.test(text.slice(at, at + 2))) row.push('');
      else continue;
    }
    at += text[at] === '\r' ? 2 : 1;
    rows.push(row);
    row = [];
  }
  return rows;
};

interface Cell {
  readonly cell: string;
  /** Offset of the separator, line break or end of text after it. */
  readonly end: number;
}

const readPlain = (text: string, from: number, separator: string): Cell => {
  // With indexOf, each cell would scan the rest of the text for a rare separator.
  const plain = new RegExp(`[^${separator}\\n]*`, 'y');
  plain.lastIndex = from;
  const [found = ''] = plain.exec(text) ?? [];
  const cell = text[from + found.length] === '\n' ? found.replace(/\r$/, '') : found;
  return { cell, end: from + cell.length };
};

/** Reads a quoted cell. Without a closing quote, or with text after it, the cell counts as plain. */
const readQuoted = (text: string, from: number, separator: string): Cell => {
  let end = text.indexOf('"', from + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end === -1) return readPlain(text, from, separator);
  const isEnd =
    end + 1 === text.length || text[end + 1] === separator || /^\r?\n/.test(text.slice(end + 1, end + 3));
  if (!isEnd) return readPlain(text, from, separator);
  return { cell: text.slice(from + 1, end).replaceAll('""', '"'), end: end + 1 };
};
