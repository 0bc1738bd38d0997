// A measurement for the report: formatted tables, sentences, and whether our targets are met.
import { summarize, type Summary } from './statistics.ts';

/** A table whose first row is the head. */
export interface Table {
  readonly title?: string;
  readonly rows: readonly (readonly string[])[];
}

export interface Aim {
  readonly text: string;
  readonly measured: Summary | undefined;
  readonly most: number;
}

export interface Section {
  readonly name: string;
  readonly tables: readonly Table[];
  /** Sentences below the tables. */
  readonly notes: readonly string[];
  readonly aims: readonly Aim[];
}

export function formatNumber(value: number): string {
  const size = Math.abs(value);
  if (size >= 10_000) return `${Math.round(value / 1000)}k`;
  if (size >= 100) return value.toFixed(0);
  return value.toFixed(size >= 10 ? 1 : 2);
}

/** Formats the median, plus the quartiles if there are several samples. */
export function formatSummary(summary: Summary | undefined): string {
  if (summary === undefined) return '–';
  const median = formatNumber(summary.median);
  if (summary.samples.length < 2) return median;
  return `${median} (${formatNumber(summary.p25)}–${formatNumber(summary.p75)})`;
}

export function formatAim({ text, measured, most }: Aim): string {
  const verdict = measured === undefined ? 'not measured' : measured.median <= most ? 'met' : 'NOT MET';
  return `Aim: ${text}: ${verdict}, ${formatSummary(measured)}.`;
}

interface Head {
  readonly title: string;
  readonly unit: '×' | 'ms' | 'µs' | 'MB' | 'kB' | '/s';
  readonly columns: readonly string[];
}

type Cells = (lane: string, column: string) => readonly number[] | undefined;

/** Returns the table of `cells`. Omits lanes without values, which the list of failures names. */
export function toTable({ title, unit, columns }: Head, lanes: readonly string[], cells: Cells): Table {
  const rows = lanes
    .map((name) => [name, ...columns.map((column) => formatSummary(summarize(cells(name, column))))])
    .filter(([, ...row]) => row.some((cell) => cell !== '–'));
  return { title, rows: [[`in ${unit}`, ...columns], ...rows] };
}
