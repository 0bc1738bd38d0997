// A value of a row, as the server writes it, for the eye and for the clipboard.
import { visible } from '@mcp/view';

/** How a value is shown. */
export interface Cell {
  readonly text: string;
  readonly kind: 'text' | 'number' | 'nothing' | 'bytes';
}

/** More of one cell would only slow the page down. */
const MOST_SHOWN = 500;

interface Special {
  readonly int64?: string;
  readonly float?: string;
  readonly blob?: string;
  readonly text?: string;
  readonly length?: number;
}

/** A value for the eye. What is cut says so. */
export const toCell = (value: unknown): Cell => {
  if (value === null || value === undefined) return { text: 'NULL', kind: 'nothing' };
  if (typeof value === 'number') return { text: String(value), kind: 'number' };
  if (typeof value === 'string') return { text: cut(value, value.length), kind: 'text' };
  const { int64, float, blob, text, length } = value as Special;
  if (int64 !== undefined || float !== undefined) return { text: int64 ?? float ?? '', kind: 'number' };
  if (blob !== undefined) return { text: `${length ?? bytesOf(blob)} bytes`, kind: 'bytes' };
  return { text: cut(text ?? '', length ?? 0), kind: 'text' };
};

const cut = (text: string, length: number): string => {
  if (text.length <= MOST_SHOWN && length <= text.length) return visible(text);
  return `${visible(text.slice(0, MOST_SHOWN))} … (${Math.max(length, text.length).toLocaleString('en')} characters)`;
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

/**
 * Rows as spreadsheets take them from the clipboard: tabs between cells, quotes around what has tabs or lines of its
 * own.
 */
export const toTable = (columns: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  [columns, ...rows].map((row) => row.map((value) => quoted(toPlain(value))).join('\t')).join('\n');

const quoted = (text: string): string => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
