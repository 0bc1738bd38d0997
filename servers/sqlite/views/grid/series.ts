// Series: turns rows into chart data, with a number for each category or time.
import { isQuantity } from './quantity.ts';

type Row = readonly unknown[];

/** Indexes of columns to choose from. If either list is empty, no chart is possible. */
export interface Choices {
  /** Columns of times, then of categories. */
  readonly across: readonly number[];
  /** Columns of numbers. */
  readonly up: readonly number[];
}

/** A bar, or a point of a line. */
export interface Point {
  readonly label: string;
  /** Time in milliseconds since 1970. */
  readonly time?: number;
  readonly value: number;
}

/** The data of a chart. */
export interface Series {
  readonly kind: 'bars' | 'line';
  readonly points: readonly Point[];
  /** Whether some points are sums of several rows. */
  readonly isSum: boolean;
  /** Number of categories without a bar. If there are too many, the smallest are left out. */
  readonly left: number;
}

/** More bars do not fit on a screen. */
const MOST_BARS = 40;
const MOST_LABEL = 200;
// A month, date or time as SQLite writes it.
const TIME = /^\d{4}-\d\d(?:-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?)?$/;

/** Returns the columns to choose from, the best guess first. */
export const choicesOf = (columns: readonly string[], rows: readonly Row[]): Choices => {
  const kinds = columns.map((_, at) => kindOf(rows, at));
  const of = (kind: string): number[] => kinds.flatMap((found, at) => (found === kind ? [at] : []));
  const isKey = (at: number): boolean => !isQuantity(columns[at] ?? '');
  const numbers = of('number');
  return {
    across: [...of('time'), ...of('category')],
    up: [...numbers.filter((at) => !isKey(at)), ...numbers.filter(isKey)],
  };
};

/**
 * Returns whether a chart says more than the table: numbers over time, or one number for each of a few short labels.
 * Labels must be unique, and all columns used.
 */
export const isSeries = (columns: readonly string[], rows: readonly Row[]): boolean => {
  const { across, up } = choicesOf(columns, rows);
  const [label = 0] = across;
  const labels = new Set(rows.map((row) => toText(row[label]) ?? ''));
  const isBars =
    up.length === 1 && rows.length <= MOST_BARS && [...labels].every((text) => text.length <= 40);
  return (
    across.length === 1 &&
    up.length === columns.length - 1 &&
    up.every((at) => isQuantity(columns[at] ?? '')) &&
    rows.length >= 3 &&
    labels.size === rows.length &&
    (isBars || kindOf(rows, label) === 'time')
  );
};

const kindOf = (rows: readonly Row[], at: number): 'number' | 'time' | 'category' | 'none' => {
  const values = rows.map((row) => row[at]).filter((value) => value !== null && value !== undefined);
  if (values.length === 0) return 'none';
  if (values.every((value) => toNumber(value) !== undefined)) return 'number';
  const texts = values.map(toText).filter((text) => text !== undefined);
  if (texts.length < values.length) return 'none';
  return texts.every((text) => toTime(text) !== undefined) ? 'time' : 'category';
};

/** Long texts arrive as objects with their beginning. */
const toText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || !('text' in value)) return undefined;
  return typeof value.text === 'string' ? value.text : undefined;
};

/** Numbers that JSON cannot represent arrive as objects. */
const toNumber = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const { int64, float } = value as { readonly int64?: unknown; readonly float?: unknown };
  return int64 === undefined && float === undefined ? undefined : Number(int64 ?? float);
};

/** Times without a zone are UTC, as in SQLite. */
const toTime = (text: string): number | undefined => {
  if (!TIME.test(text)) return undefined;
  const iso = text.replace(' ', 'T');
  const time = Date.parse(/T.*(?:Z|[+-]\d\d:\d\d)$/.test(iso) || !iso.includes('T') ? iso : `${iso}Z`);
  return Number.isNaN(time) ? undefined : time;
};

/** Sums the numbers of column `up` for each value of column `across`. */
export const toSeries = (rows: readonly Row[], across: number, up: number): Series => {
  const sums = new Map<string, { value: number; rows: number }>();
  for (const row of rows) {
    const [label, value] = [row[across], toNumber(row[up])];
    if (value === undefined || !Number.isFinite(value)) continue;
    const key = toText(label) ?? 'NULL';
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { value, rows: 1 });
    else Object.assign(sum, { value: sum.value + value, rows: sum.rows + 1 });
  }
  const isSum = [...sums.values()].some((sum) => sum.rows > 1);
  const points = [...sums].map(([label, { value }]) => ({ label: label.slice(0, MOST_LABEL), value }));
  if (kindOf(rows, across) === 'time') return { kind: 'line', points: toLine(points), isSum, left: 0 };
  const shown = new Set(points.toSorted((a, b) => b.value - a.value).slice(0, MOST_BARS));
  return {
    kind: 'bars',
    points: points.filter((point) => shown.has(point)).map(({ label, value }) => ({ label, value })),
    isSum,
    left: points.length - shown.size,
  };
};

const toLine = (points: readonly Point[]): Point[] =>
  points
    .flatMap(({ label, value }) => {
      const time = toTime(label);
      return time === undefined ? [] : [{ label, time, value }];
    })
    .toSorted((a, b) => a.time - b.time);
