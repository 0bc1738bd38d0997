// Report: what was found, as a file of results and as the table of the guide.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toTable } from '@mcp/repo/src/readme-table.ts';

/** The checks of a host, with the heading of their column. */
export const CHECKS = {
  install: '`--install`',
  list: 'Listed as connected',
  calls: 'Six calls: the model reads',
  image: 'An image reaches the model as',
  long: '300 kB of ASCII: first part',
  chinese: '300 kB of Chinese: first part',
  confirm: '`--confirm` with nobody there',
  token: 'Bearer token over HTTP',
};

export type CheckName = keyof typeof CHECKS;

/** The outcome of a check. `detail` says how it passed, or why it failed. */
export interface Check {
  readonly passed: boolean;
  readonly detail?: string;
}

export type Checks = Readonly<Record<CheckName, Check>>;

/** What was found in a host. `date` is a day like 2026-11-24. */
export interface Result {
  readonly version: string;
  readonly date: string;
  readonly checks: Checks;
}

const FILE = join(import.meta.dirname, '../results.json');

/** Reads the saved results, by the title of the host. */
export const readResults = (): Record<string, Result> =>
  JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Result>;

/** Adds results to the saved ones. */
export const saveResults = (results: Readonly<Record<string, Result>>): void => {
  const all = Object.entries({ ...readResults(), ...results }).toSorted(([a], [b]) => a.localeCompare(b));
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(all), undefined, 2)}\n`);
};

/** Draws the results as tables in Markdown. */
export const drawResults = (results: Readonly<Record<string, Result>>): string => {
  const names = Object.keys(CHECKS) as CheckName[];
  const cell = ({ passed, detail }: Check): string => (passed ? (detail ?? 'yes') : '**no**');
  const rows = Object.entries(results).map(([title, { version, date, checks }]) => [
    ...[`${title} ${version}`, date],
    ...names.map((name) => cell(checks[name])),
  ]);
  return toTable([['Host', 'Tried on', ...Object.values(CHECKS)], ...rows]);
};

/** Returns one line for each check. */
export const linesOf = (title: string, checks: Checks): string[] =>
  Object.entries(checks).map(
    ([name, { passed, detail }]) =>
      `${passed ? 'ok  ' : 'FAIL'}  ${title}, ${name}${detail === undefined ? '' : `: ${detail}`}`,
  );
