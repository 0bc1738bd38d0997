// What a chart can show of some rows: a number for each category, or for each time.
import { isQuantity } from './quantity.ts';

type Row = readonly unknown[];

/** Columns that can be chosen, by their places. No chart is possible when one of the lists is empty. */
export interface Choices {
  /** Times first, then categories. */
  readonly across: readonly number[];
  /** Numbers. */
  readonly up: readonly number[];
}

/** A bar, or a point of a line. */
export interface Point {
  readonly label: string;
  /** In milliseconds since 1970, of a time. */
  readonly time?: number;
  readonly value: number;
}

/** What a chart shows. */
export interface Series {
  readonly kind: 'bars' | 'line';
  readonly points: readonly Point[];
  /** Whether some points are sums of several rows. */
  readonly isSum: boolean;
  /** How many categories have no bar, because there are so many. Theirs are the smallest numbers. */
  readonly left: number;
}

/** More bars are not seen at once. */
const MOST_BARS = 40;
const MOST_LABEL = 200;
// A date, or a time of it, as SQLite writes them.
const TIME = /^\d{4}-\d\d(?:-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?)?)?$/;

/** Which columns can be shown. The first choice is the best guess. */
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
 * Whether a chart says more than the table: numbers over time, or one number for each of a few short labels. Every
 * label has one row, and no column is left over.
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

/** A long one comes as an object with its beginning. */
const toText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || !('text' in value)) return undefined;
  return typeof value.text === 'string' ? value.text : undefined;
};

/** One that JSON has no sign for comes as an object. */
const toNumber = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const { int64, float } = value as { readonly int64?: unknown; readonly float?: unknown };
  return int64 === undefined && float === undefined ? undefined : Number(int64 ?? float);
};

/** A time without a zone is in UTC, as SQLite takes it. */
const toTime = (text: string): number | undefined => {
  if (!TIME.test(text)) return undefined;
  const iso = text.replace(' ', 'T');
  const time = Date.parse(/T.*(?:Z|[+-]\d\d:\d\d)$/.test(iso) || !iso.includes('T') ? iso : `${iso}Z`);
  return Number.isNaN(time) ? undefined : time;
};

/** The numbers of a column by the values of another one. Those of the same value are added up. */
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
