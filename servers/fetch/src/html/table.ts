// Tables, as GitHub Flavored Markdown; those that only arrange a page are no tables.
import type { DomElement } from './dom.ts';

const MAX_COLUMNS = 100;

/** Writes what is in a cell, on any number of lines. */
export type WriteCell = (cell: DomElement) => string;

/** The rows of a table as Markdown, or undefined when it should be read as plain blocks. */
export const toTable = (table: DomElement, isPlain: boolean, write: WriteCell): string | undefined => {
  if (['presentation', 'none'].includes(table.getAttribute('role') ?? '')) return undefined;
  if (table.getElementsByTagName('table', 'pre').length > 0) return undefined;
  const rows = toRows(table, isPlain, write);
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const isData = table.find('th') !== undefined || (rows.length > 1 && columns > 1);
  if (!isData || columns === 0) return undefined;
  const lines = rows.map((row) => Array.from({ length: columns }, (_, column) => row[column] ?? ''));
  const caption = table.find('caption');
  const title = caption === undefined ? '' : write(caption);
  const text = isPlain ? lines.map((row) => row.join('\t').trimEnd()).join('\n') : toMarkdown(lines);
  if (title === '') return text;
  return isPlain ? `${title}\n\n${text}` : `**${title}**\n\n${text}`;
};

const toMarkdown = ([head = [], ...body]: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');

// A cell that spans rows or columns stands in the first of them, and leaves the others empty.
const toRows = (table: DomElement, isPlain: boolean, write: WriteCell): string[][] => {
  const rows: string[][] = [];
  /** For each column, how many rows below are taken by the cell above. */
  let taken: number[] = [];
  for (const row of table.getElementsByTagName('tr')) {
    const texts: string[] = [];
    const below: number[] = [];
    const skip = (): void => {
      for (let left = taken[texts.length] ?? 0; left > 0; left = taken[texts.length] ?? 0) {
        below[texts.length] = left - 1;
        texts.push('');
      }
    };
    for (const cell of row.children) {
      if (cell.tagName !== 'TD' && cell.tagName !== 'TH') continue;
      skip();
      const columns = Math.min(spanOf(cell, 'colspan'), MAX_COLUMNS - texts.length);
      for (let column = 0; column < columns; column += 1) {
        below[texts.length] = spanOf(cell, 'rowspan') - 1;
        texts.push(column === 0 ? toCell(write(cell), isPlain) : '');
      }
    }
    skip();
    taken = below;
    if (texts.some((text) => text !== '')) rows.push(texts);
  }
  return rows;
};

const spanOf = (cell: DomElement, name: 'colspan' | 'rowspan'): number => {
  const span = Number(cell.getAttribute(name) ?? 1);
  return Number.isInteger(span) && span > 0 ? Math.min(span, 1000) : 1;
};

const toCell = (text: string, isPlain: boolean): string =>
  isPlain ? text.replaceAll(/\s*\n\s*/g, ' ') : text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, '<br>');
