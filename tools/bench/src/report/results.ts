// Sections as text, and the latest measurements as data: one file each in results/, shown in RESULTS.md.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { formatAim, type Section, type Table } from './section.ts';

/** One measurement. */
export interface Result {
  /** The machine, Node version and date. */
  readonly machine: string;
  readonly tables: readonly Table[];
  /** Sentences below the tables. */
  readonly notes: readonly string[];
}

const folder = join(import.meta.dirname, '../../results');

const fileOf = (name: string): string => join(folder, `${name}.json`);

/** Returns a section with the machine that it was measured on. */
export function toResult({ tables, notes, aims }: Section): Result {
  const processors = cpus();
  const machine = `${processors.length} × ${processors[0]?.model ?? 'unknown'}`;
  const date = new Date().toISOString().slice(0, 10);
  return {
    machine: `Node ${process.version}, ${machine}, ${date}`,
    tables,
    notes: [...notes, ...aims.map(formatAim)],
  };
}

/** Saves a measurement. */
export function saveResult(name: string, result: Result): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(name), `${JSON.stringify(result, undefined, 2)}\n`);
}

/** Reads the latest measurement, if there is one. */
export function readResult(name: string): Result | undefined {
  return existsSync(fileOf(name)) ? (JSON.parse(readFileSync(fileOf(name), 'utf8')) as Result) : undefined;
}

/** Returns a table in the formatter's layout: numbers right-aligned, columns as wide as their widest cell. */
function toMarkdown(rows: Table['rows']): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, i) => Math.max(i === 0 ? 3 : 4, ...rows.map((row) => row[i]?.length ?? 0)));
  const pad = (text: string, i: number): string =>
    i === 0 ? text.padEnd(widths[i] ?? 0) : text.padStart(widths[i] ?? 0);
  const line = (cells: readonly string[]): string =>
    `| ${head.map((_, i) => pad(cells[i] ?? '', i)).join(' | ')} |`;
  const rule = widths.map((width, i) => (i === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [line(head), line(rule), ...body.map(line)].join('\n');
}

/** Returns a measurement as the terminal and the README show it. */
export function showResult({ machine, tables, notes }: Result): string {
  const parts = tables.flatMap(({ title, rows }) => [
    ...(title === undefined ? [] : [`${title}:`]),
    toMarkdown(rows),
  ]);
  const lines = notes.length > 0 ? [notes.map((note) => `- ${note}`).join('\n')] : [];
  return [...parts, ...lines, `Measured on ${machine}.`].join('\n\n');
}
