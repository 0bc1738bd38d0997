// A value of a row, as the server writes it, for the eye and for the clipboard.
import { visible, written } from '@mcp/view';
import { isQuantity } from './quantity.ts';

/** How a value is shown. */
export interface Cell {
  readonly text: string;
  readonly kind: 'text' | 'number' | 'nothing' | 'bytes';
}

/** What a column shows. */
export interface Column {
  readonly name: string;
  readonly hasNumbers: boolean;
  /** Whether its numbers have thousands separators. */
  readonly isGrouped: boolean;
}

/** Reads what columns show. Numbers are grouped where they are quantities and one has five digits or more. */
export const toColumns = (names: readonly string[], rows: readonly (readonly unknown[])[]): Column[] =>
  names.map((name, at) => {
    const numbers = rows.map((row) => toCell(row[at])).filter(({ kind }) => kind === 'number');
    const isLarge = numbers.some(({ text }) => /^-?\d{5}/.test(text));
    return { name, hasNumbers: numbers.length > 0, isGrouped: isLarge && isQuantity(name) };
  });

/** Characters of a cell. More of them in every cell would slow the page down. */
const MOST_SHOWN = 500;
/** Characters of a cell that is open. */
export const MOST_OPEN = 100_000;

interface Special {
  readonly int64?: string;
  readonly float?: string;
  readonly blob?: string;
  readonly text?: string;
  readonly length?: number;
}

/** Returns a value for the eye, of at most so many characters. A value that is cut says so. */
export const toCell = (value: unknown, most = MOST_SHOWN): Cell => {
  if (value === null || value === undefined) return { text: 'NULL', kind: 'nothing' };
  if (typeof value === 'number') return { text: String(value), kind: 'number' };
  if (typeof value === 'string') return { text: cut(value, value.length, most), kind: 'text' };
  const { int64, float, blob, text, length } = value as Special;
  if (int64 !== undefined || float !== undefined) return { text: int64 ?? float ?? '', kind: 'number' };
  if (blob !== undefined) return { text: `${length ?? bytesOf(blob)} bytes`, kind: 'bytes' };
  return { text: cut(text ?? '', length ?? 0, most), kind: 'text' };
};

const cut = (text: string, length: number, most: number): string => {
  if (text.length <= most && length <= text.length) return visible(text);
  return `${visible(text.slice(0, most))} … (${written(Math.max(length, text.length))} characters)`;
};

const bytesOf = (base64: string): number => (base64.length / 4) * 3 - (/=*$/.exec(base64)?.[0].length ?? 0);

/** A value for the clipboard: as it is. */
export const toPlain = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  const { int64, float, blob, text } = value as Special;
  return int64 ?? float ?? blob ?? text ?? '';
};

/** Returns rows as spreadsheets read them, with quotes around a cell that contains a separator, quote or line break. */
export const toTable = (
  columns: readonly string[],
  rows: readonly (readonly unknown[])[],
  separator: '\t' | ',' = '\t',
): string => {
  const quoted = (text: string): string =>
    text.includes(separator) || /[\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  return [columns, ...rows]
    .map((row) => row.map((value) => quoted(toPlain(value))).join(separator))
    .join('\n');
};
