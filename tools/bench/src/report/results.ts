// What was measured last, as data: one file per measurement in results/. The tables of the README are made of them.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeMachine } from './environment.ts';
import { formatSummary, isMet } from './print.ts';
import type { Section } from './section.ts';

/** A table of cells as they are shown. The first row is the head. */
export interface ResultTable {
  readonly title?: string;
  readonly rows: readonly (readonly string[])[];
}

/** One measurement. */
export interface Result {
  /** Where and when. */
  readonly machine: string;
  readonly tables: readonly ResultTable[];
  /** Sentences below the tables. */
  readonly notes: readonly string[];
}

const folder = join(import.meta.dirname, '../../results');

const fileOf = (name: string): string => join(folder, `${name}.json`);

/** Keeps what was measured. */
export function saveResult(name: string, result: Omit<Result, 'machine'>): void {
  mkdirSync(folder, { recursive: true });
  const whole: Result = { machine: describeMachine(), ...result };
  writeFileSync(fileOf(name), `${JSON.stringify(whole, undefined, 2)}\n`);
}

/** What was measured last, if it was. */
export function readResult(name: string): Result | undefined {
  return existsSync(fileOf(name)) ? (JSON.parse(readFileSync(fileOf(name), 'utf8')) as Result) : undefined;
}

/** A section as it is kept: medians and quartiles, and whether the aims are met. */
export function toResult({ tables, aims }: Section): Omit<Result, 'machine'> {
  const shown = tables.map(({ title, unit, columns, rows }) => ({
    title,
    rows: [
      [unit === '' ? 'Lane' : `in ${unit}`, ...columns],
      ...rows.map(({ name, cells }) => [name, ...cells.map(formatSummary)]),
    ],
  }));
  const notes = aims.map((aim) => {
    const verdict = { true: 'met', false: 'not met', undefined: 'not measured' }[`${isMet(aim)}`];
    return `Aim: ${aim.text}: ${verdict}, ${formatSummary(aim.measured)}.`;
  });
  return { tables: shown, notes };
}

/** A table as the formatter writes it: numbers to the right, every column as wide as its widest cell. */
function toMarkdown(rows: ResultTable['rows']): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, i) => Math.max(i === 0 ? 3 : 4, ...rows.map((row) => row[i]?.length ?? 0)));
  const pad = (text: string, i: number): string =>
    i === 0 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0);
  const line = (cells: readonly string[]): string =>
    `| ${head.map((_, i) => pad(cells[i] ?? '', i)).join(' | ')} |`;
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...body.map(line)].join('\n');
}

/** A measurement as the README shows it. */
export function showResult({ machine, tables, notes }: Result): string {
  const parts = tables.flatMap(({ title, rows }) => [
    ...(title === undefined ? [] : [`${title}:`]),
    toMarkdown(rows),
  ]);
  const lines = notes.length > 0 ? [notes.map((note) => `- ${note}`).join('\n')] : [];
  return [...parts, ...lines, `Measured on ${machine}.`].join('\n\n');
}
