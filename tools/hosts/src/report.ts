// Report: the findings, as a file of results and as the guide's table.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toTable } from '@mcp/repo/src/readme-table.ts';
import type { Host } from './hosts/host.ts';

// The order of the columns.
const ORDER = ['install', 'list', 'calls', 'image', 'ascii', 'chinese', 'confirm', 'token', 'tries'] as const;

/** The name of a check. */
export type CheckName = (typeof ORDER)[number];

/** The outcome of a check. `detail` is the text for the table, or the reason of a failure. */
export interface Check {
  readonly passed: boolean;
  readonly detail: string;
}

/** The outcomes by the name of the check. */
export type Checks = Readonly<Record<CheckName, Check>>;

/** Findings in hosts, by title. `date` is a day like 2026-11-24. */
export type Results = Readonly<
  Record<string, { readonly package: string; readonly date: string; readonly checks: Checks }>
>;

const FILE = join(import.meta.dirname, '../results.json');

/** Reads the saved results. */
export const readResults = (): Results => JSON.parse(readFileSync(FILE, 'utf8')) as Results;

/** Saves today's findings in a host. */
export const saveResults = ({ title, package: released }: Host, checks: Checks): void => {
  const found = { package: released, date: new Date().toISOString().slice(0, 10), checks };
  writeFileSync(FILE, `${JSON.stringify({ ...readResults(), [title]: found }, undefined, 2)}\n`);
};

/** Draws the results as a table in Markdown. */
export const drawResults = (results: Results): string => {
  const rows = Object.entries(results).map(([title, { package: released, date, checks }]) => {
    const cells = ORDER.map((name) => (checks[name].passed ? checks[name].detail : '**no**'));
    return [title, released.split('@').at(-1) ?? '', date, ...cells];
  });
  return toTable([['Host', 'Version', 'Tried on', ...ORDER], ...rows]);
};
