// Comma-separated values (RFC 4180), also with tabs or semicolons, as rows of cells.

const SAMPLE = 10_000;
const SEPARATORS = [',', ';', '\t', '|'];

/** What stands between the cells: what the first line has most of, outside of quotes. */
export const separatorOf = (text: string): string => {
  const [line = ''] = text
    .slice(0, SAMPLE)
    .replaceAll(/"[^"]*"/g, '')
    .split('\n', 1);
  const counts = SEPARATORS.map((separator) => line.split(separator).length);
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ',';
};

/** The rows. Whatever the text is, nothing of it is lost: quotes that do not fit are kept as they are. */
export const readCsv = (text: string, separator = separatorOf(text)): string[][] => {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length;) {
    const { cell, end } = text[at] === '"' ? readQuoted(text, at, separator) : readPlain(text, at, separator);
    row.push(cell);
    at = end;
    if (text[at] === separator) {
      at++;
      // An empty last cell.
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
  /** Where its separator, its line break or the end of the text is. */
  readonly end: number;
}

const readPlain = (text: string, from: number, separator: string): Cell => {
  // Not by indexOf: a separator that is rare would be looked for in all of the text each time.
  const plain = new RegExp(`[^${separator}\\n]*`, 'y');
  plain.lastIndex = from;
  const [found = ''] = plain.exec(text) ?? [];
  const cell = text[from + found.length] === '\n' ? found.replace(/\r$/, '') : found;
  return { cell, end: from + cell.length };
};

/** A cell in quotes, in which a quote is written twice. One that has no end, or more behind it, is plain. */
const readQuoted = (text: string, from: number, separator: string): Cell => {
  let end = text.indexOf('"', from + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end === -1) return readPlain(text, from, separator);
  const isEnd =
    end + 1 === text.length || text[end + 1] === separator || /^\r?\n/.test(text.slice(end + 1, end + 3));
  if (!isEnd) return readPlain(text, from, separator);
  return { cell: text.slice(from + 1, end).replaceAll('""', '"'), end: end + 1 };
};
