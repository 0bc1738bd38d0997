// Generated parts of documents: UPDATE_DOCS=1 writes them instead of comparing them.
import { readFileSync, writeFileSync } from 'node:fs';

/** Returns a table in the formatter's layout: columns as wide as their widest cell. The first row is the head. */
export const toTable = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(3, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[], fill: string): string =>
    `| ${widths.map((width, i) => (cells[i] ?? '').padEnd(width, fill)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head, ' '), line([], '-'), ...body.map((row) => line(row, ' '))].join('\n');
};

/** Returns the text between `<!-- begin: NAME -->` and `<!-- end -->` of a file. UPDATE_DOCS=1 writes it first. */
export const partIn = (file: string, name: string, made: string): string | undefined => {
  const marked = new RegExp(`(?<=<!-- begin: ${name} -->\\n\\n)[\\s\\S]*?(?=\\n\\n<!-- end -->)`);
  const text = readFileSync(file, 'utf8');
  if (process.env['UPDATE_DOCS'] !== '1') return marked.exec(text)?.[0];
  const updated = text.replace(marked, () => made);
  writeFileSync(file, updated);
  return marked.exec(updated)?.[0];
};

/** Does the same for `<!-- begin: table NAME -->`. */
export const tableIn = (file: string, name: string, made: string): string | undefined =>
  partIn(file, `table ${name}`, made);
