// Tables in GitHub Flavored Markdown. Layout tables are read as blocks.
import { isTag, type Element } from 'domhandler';
import { existsOne, getElementsByTagName } from 'domutils';

const MAX_COLUMNS = 100;
/** A large table with more grid positions per cell is a layout, or an attempt to create a huge text. */
const MAX_POSITIONS_PER_CELL = 5;
const SMALL = 1000;

/** Writes the content of a cell, on any number of lines. */
export type WriteCell = (cell: Element) => string;

/** Writes a table as Markdown. Returns undefined if it should be read as blocks. */
export const toTable = (table: Element, isPlain: boolean, write: WriteCell): string | undefined => {
  if (['presentation', 'none'].includes(table.attribs['role'] ?? '')) return undefined;
  if (existsOne(({ name }) => name === 'table', table.children)) return undefined;
  const grid = toGrid(table, isPlain, write);
  if (grid === undefined) return undefined;
  const { rows, columns } = grid;
  // Line numbers next to code.
  if (rows.length === 1 && existsOne(({ name }) => name === 'pre', table.children)) return undefined;
  const isData = existsOne(({ name }) => name === 'th', table.children) || (rows.length > 1 && columns > 1);
  if (!isData || columns === 0) return undefined;
  const lines = rows.map((row) => Array.from({ length: columns }, (_, column) => row[column] ?? ''));
  const [caption] = getElementsByTagName('caption', table.children, true, 1);
  const title = caption === undefined ? '' : write(caption);
  const text = isPlain ? lines.map((row) => row.join('\t').trimEnd()).join('\n') : toMarkdown(lines);
  if (title === '') return text;
  return isPlain ? `${title}\n\n${text}` : `**${title}**\n\n${text}`;
};

const toMarkdown = ([head = [], ...body]: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');

interface Grid {
  readonly rows: readonly (readonly string[])[];
  /** Of the widest row. */
  readonly columns: number;
}

// A cell that spans rows or columns fills the first position and leaves the others empty.
const toGrid = (table: Element, isPlain: boolean, write: WriteCell): Grid | undefined => {
  const rows: string[][] = [];
  let columns = 0;
  let cells = 0;
  /** For each column, the number of further rows that the cell above spans. */
  let taken: number[] = [];
  for (const row of rowsOf(table)) {
    const texts: string[] = [];
    const below: number[] = [];
    const skip = (): void => {
      for (let left = taken[texts.length] ?? 0; left > 0; left = taken[texts.length] ?? 0) {
        below[texts.length] = left - 1;
        texts.push('');
      }
    };
    for (const cell of row.children.filter(isTag)) {
      if (cell.name !== 'td' && cell.name !== 'th') continue;
      skip();
      cells += 1;
      const width = Math.min(spanOf(cell, 'colspan'), MAX_COLUMNS - texts.length);
      for (let column = 0; column < width; column += 1) {
        below[texts.length] = spanOf(cell, 'rowspan') - 1;
        texts.push(column === 0 ? toCell(write(cell), isPlain) : '');
      }
    }
    skip();
    taken = below;
    if (texts.every((text) => text === '')) continue;
    rows.push(texts);
    columns = Math.max(columns, texts.length);
    const positions = rows.length * columns;
    if (positions > SMALL && positions > cells * MAX_POSITIONS_PER_CELL) return undefined;
  }
  return { rows, columns };
};

/** Returns the rows of a table, with its footer last. */
const rowsOf = (table: Element): readonly Element[] => {
  const rows = getElementsByTagName('tr', table.children);
  const isFoot = ({ parent }: Element): boolean =>
    parent !== null && isTag(parent) && parent.name === 'tfoot';
  return [...rows.filter((row) => !isFoot(row)), ...rows.filter(isFoot)];
};

const spanOf = (cell: Element, name: 'colspan' | 'rowspan'): number => {
  const span = Number(cell.attribs[name] ?? 1);
  return Number.isInteger(span) && span > 0 ? Math.min(span, 1000) : 1;
};

const toCell = (text: string, isPlain: boolean): string =>
  isPlain ? text.replaceAll(/\s*\n\s*/g, ' ') : text.replaceAll('|', '\\|').replaceAll(/\s*\n\s*/g, '<br>');
