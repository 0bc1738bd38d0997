// Reads an Excel workbook sheet by sheet, as CSV: values as saved, dates in ISO 8601.
import type { DocumentPart, DocumentText } from './document.ts';
import { toDateText } from './xlsx-dates.ts';
import { readStyles, type DateKind } from './xlsx-styles.ts';
import { TextBudget } from './text-writer.ts';
import { isTrue, Parts } from './office-parts.ts';

export const WORKBOOK = 'xl/workbook.xml';

export interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly path: string }[];
  /** Days are counted from 1904. */
  readonly is1904: boolean;
}

/** @throws {DocumentError} `unreadable` if it is damaged, `too_large`. */
export const readWorkbook = (parts: Parts): Workbook => {
  const relations = parts.relations(WORKBOOK);
  const sheets: { readonly name: string; readonly path: string }[] = [];
  let is1904 = false;
  parts.read(WORKBOOK, {
    open: ({ name, attributes }) => {
      if (name === 'workbookPr') is1904 = isTrue(attributes['date1904']);
      const path = name === 'sheet' ? relations.get(attributes['r:id'] ?? '') : undefined;
      if (path !== undefined && parts.has(path)) sheets.push({ name: attributes['name'] ?? '', path });
    },
  });
  return { sheets, is1904 };
};

/** @throws {DocumentError} `unreadable` if it is damaged, `too_large`. */
export const readXlsx = (bytes: Uint8Array): DocumentText => {
  const parts = new Parts(bytes);
  const { sheets, is1904 } = readWorkbook(parts);
  const strings = readStrings(parts);
  const counts = { unsaved: 0 };
  const book: Book = { parts, is1904, strings, styles: readStyles(parts), budget: new TextBudget(), counts };
  const read = sheets.map(({ name, path }, index) => readSheet(book, path, `Sheet ${index + 1}: ${name}`));
  const notes =
    counts.unsaved === 0 ? [] : [`Formulas without a saved value are shown as formulas: ${counts.unsaved}.`];
  return { kind: 'xlsx', parts: read, notes };
};

interface Book {
  readonly parts: Parts;
  readonly is1904: boolean;
  readonly strings: readonly string[];
  readonly styles: readonly (DateKind | undefined)[];
  readonly budget: TextBudget;
  readonly counts: { unsaved: number };
}

const readStrings = (parts: Parts): string[] => {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  // Inside a pronunciation hint.
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

export const MAX_COLUMNS = 16_384;
/** Longer runs of empty rows are summarized. */
const MAX_GAP = 1000;

const readSheet = (book: Book, path: string, title: string): DocumentPart => {
  const lines: string[] = [];
  let [row, last] = [0, 0];
  let cells: string[] = [];
  let formula: string | undefined;
  let isSaved = false;
  let cell: { column: number; type: string; style: number } = { column: 0, type: '', style: 0 };
  let value = '';
  let part: string | undefined;
  book.parts.read(path, {
    open: ({ name, attributes }) => {
      if (name === 'row') {
        row = Number(attributes['r'] ?? row + 1);
        cells = [];
      } else if (name === 'c') {
        const column = columnOf(attributes['r']) ?? cells.length;
        cell = { column, type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0) };
        [value, formula, isSaved] = ['', undefined, false];
      } else if (name === 'f') [part, formula] = [name, ''];
      else if (name === 'v' || name === 't') [part, isSaved] = [name, true];
    },
    text: (text) => {
      if (part === 'f') formula = `${formula ?? ''}${text}`;
      else if (part !== undefined) value += text;
    },
    close: (name) => {
      if (name === part) part = undefined;
      else if (name === 'c') {
        // Libraries write formulas without a value, and shared formulas only once.
        const isUnsaved = formula !== undefined && value === '' && !(isSaved && cell.type === 'str');
        if (isUnsaved) book.counts.unsaved++;
        const shown = isUnsaved ? `=${formula || '(shared formula)'}` : show(book, cell, value);
        if (shown === '' || cell.column >= MAX_COLUMNS) return;
        while (cells.length < cell.column) cells.push('');
        book.budget.spend(shown.length);
        cells[cell.column] = quote(shown);
      } else if (name === 'row' && cells.length > 0) {
        if (row - last <= MAX_GAP) for (; last + 1 < row; last++) lines.push('');
        else lines.push(`[${row - last - 1} empty rows]`);
        last = row;
        lines.push(cells.join(','));
      }
    },
  });
  return { title, text: lines.join('\n') };
};

/** Returns the index of the column in a name like `AB12`. */
export const columnOf = (name: string | undefined): number | undefined => {
  const letters = /^([A-Z]{1,3})\d+$/.exec(name ?? '')?.[1];
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
};

const show = (
  { strings, styles, is1904 }: Book,
  { type, style }: { readonly type: string; readonly style: number },
  value: string,
): string => {
  if (value === '') return '';
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  const kind = type === 'n' ? styles[style] : undefined;
  return kind === undefined ? value : toDateText(Number(value), kind, is1904);
};

/** Quotes a value for CSV. */
const quote = (value: string): string =>
  /[",\r\n]|^\s|\s$/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
