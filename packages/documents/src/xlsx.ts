// The cells of an Excel workbook, sheet by sheet, as CSV: values as they are saved, dates in ISO 8601.
import type { DocumentPart, DocumentText } from './document.ts';
import { toDateText } from './xlsx-dates.ts';
import { readStyles, type DateKind } from './xlsx-styles.ts';
import { TextWriter } from './text-writer.ts';
import { Parts } from './zip.ts';

const WORKBOOK = 'xl/workbook.xml';

/** @throws {DocumentError} `unreadable` when it is damaged, `too_large`. */
export const readXlsx = (bytes: Uint8Array): DocumentText => {
  const parts = new Parts(bytes);
  const relations = parts.relations(WORKBOOK);
  const sheets: { readonly name: string; readonly path: string }[] = [];
  let is1904 = false;
  parts.read(WORKBOOK, {
    open: ({ name, attributes }) => {
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
      const path = name === 'sheet' ? relations.get(attributes['r:id'] ?? '') : undefined;
      if (path !== undefined) sheets.push({ name: attributes['name'] ?? '', path });
    },
  });
  const book: Book = { parts, is1904, strings: readStrings(parts), styles: readStyles(parts) };
  const read = sheets.filter(({ path }) => parts.has(path));
  return {
    kind: 'xlsx',
    parts: read.map(({ name, path }, index) => readSheet(book, path, `Sheet ${index + 1}: ${name}`)),
    notes: [],
  };
};

interface Book {
  readonly parts: Parts;
  /** Days are counted from 1904. */
  readonly is1904: boolean;
  /** The texts that cells share. */
  readonly strings: readonly string[];
  /** Which styles of cells are dates. */
  readonly styles: readonly (DateKind | undefined)[];
}

const readStrings = (parts: Parts): string[] => {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  // How to pronounce a text.
  let isPhonetic = false;
  parts.readIfThere('xl/sharedStrings.xml', {
    open: ({ name }) => {
      if (name === 'si') text = '';
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 't') isText = !isPhonetic;
    },
    text: (part) => {
      if (isText) text += part;
    },
    close: (name) => {
      if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'si') strings.push(text);
    },
  });
  return strings;
};

/** The last column and row that Excel has. */
const MAX_COLUMNS = 16_384;
/** More empty rows are not written out. */
const MAX_GAP = 1000;

const readSheet = (book: Book, path: string, title: string): DocumentPart => {
  const text = new TextWriter();
  const lines: string[] = [];
  let [row, last] = [0, 0];
  let cells: string[] = [];
  let cell: { column: number; type: string; style: number } = { column: 0, type: '', style: 0 };
  let value = '';
  let isValue = false;
  book.parts.read(path, {
    open: ({ name, attributes }) => {
      if (name === 'row') {
        row = Number(attributes['r'] ?? row + 1);
        cells = [];
      } else if (name === 'c') {
        const column = columnOf(attributes['r']) ?? cells.length;
        cell = { column, type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0) };
        value = '';
      } else if (name === 'v' || name === 't') isValue = true;
    },
    text: (part) => {
      if (isValue) value += part;
    },
    close: (name) => {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'c' && value !== '' && cell.column < MAX_COLUMNS) {
        while (cells.length < cell.column) cells.push('');
        cells[cell.column] = quote(show(book, cell, value));
      } else if (name === 'row' && cells.length > 0) {
        if (row - last <= MAX_GAP) for (; last + 1 < row; last++) lines.push('');
        else lines.push(`[${row - last - 1} empty rows]`);
        last = row;
        lines.push(cells.join(','));
      }
    },
  });
  text.block(lines.join('\n'));
  return { title, text: text.toString() };
};

/** The index of the column in a name like `AB12`. */
const columnOf = (name: string | undefined): number | undefined => {
  const letters = /^([A-Z]{1,3})\d+$/.exec(name ?? '')?.[1];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
};

const show = (
  { strings, styles, is1904 }: Book,
  { type, style }: { readonly type: string; readonly style: number },
  value: string,
): string => {
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  const kind = type === 'n' ? styles[style] : undefined;
  return kind === undefined ? value : toDateText(Number(value), kind, is1904);
};

/** As CSV has it. */
const quote = (value: string): string =>
  /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
