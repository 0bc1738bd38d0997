// Cell: formats values from the server for display and for the clipboard.
import { visible, written } from '@mcp/view';
import { isQuantity } from './quantity.ts';

/** A value as displayed. */
export interface Cell {
  readonly text: string;
  readonly kind: 'text' | 'number' | 'nothing' | 'bytes';
}

/** A column as displayed. */
export interface Column {
  readonly name: string;
  readonly hasNumbers: boolean;
  /** Whether its numbers have thousands separators. */
  readonly isGrouped: boolean;
}

/** Returns columns for display. Numbers are grouped if they are quantities and one has at least five digits. */
export const toColumns = (names: readonly string[], rows: readonly (readonly unknown[])[]): Column[] =>
  names.map((name, at) => {
    const numbers = rows.map((row) => toCell(row[at])).filter(({ kind }) => kind === 'number');
    const isLarge = numbers.some(({ text }) => /^-?\d{5}/.test(text));
    return { name, hasNumbers: numbers.length > 0, isGrouped: isLarge && isQuantity(name) };
  });

/** Characters to show in a cell. More in every cell would slow the page down. */
const MOST_SHOWN = 500;
/** Characters to show in an open cell. */
export const MOST_OPEN = 100_000;

interface Special {
  readonly int64?: string;
  readonly float?: string;
  readonly blob?: string;
  readonly text?: string;
  readonly length?: number;
}

/** Formats a value for display with at most `most` characters, and a note if it is cut. */
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

/** Returns a value unformatted, for the clipboard. */
export const toPlain = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  const { int64, float, blob, text } = value as Special;
  return int64 ?? float ?? blob ?? text ?? '';
};

/** Returns rows for spreadsheets, with quotes around cells that contain a separator, quote or line break. */
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
