// The README says what the servers do. UPDATE_DOCS=1 writes the table instead of comparing it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Feature, featuresOf, shownServers } from '../src/features.ts';
import { root } from '../src/workspace.ts';

const readme = join(root, 'README.md');
const marked = /(?<=<!-- begin: table features -->\n\n)[\s\S]*?(?=\n\n<!-- end -->)/;

/** A table as the formatter writes it: every column as wide as its widest cell. */
const toTable = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(3, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: readonly string[], fill: string): string =>
    `| ${widths.map((width, i) => (cells[i] ?? '').padEnd(width, fill)).join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head, ' '), line([], '-'), ...body.map((row) => line(row, ' '))].join('\n');
};

test('the README shows what a client sees of each server', async () => {
  const columns: (readonly Feature[])[] = [];
  // One after the other: what prepares one server would hold up the page that another one waits for.
  for (const name of shownServers)
    columns.push(
      await featuresOf(name, { file: process.execPath, args: [join(root, 'servers', name, 'src/main.ts')] }),
    );
  const names = columns[0]?.map(([feature]) => feature) ?? [];
  const table = toTable([
    ['What a client sees', ...shownServers],
    ...names.map((name, i) => [name, ...columns.map((column) => column[i]?.[1] ?? '')]),
  ]);
  const text = readFileSync(readme, 'utf8');
  if (process.env['UPDATE_DOCS'] === '1')
    writeFileSync(
      readme,
      text.replace(marked, () => table),
    );
  expect(marked.exec(readFileSync(readme, 'utf8'))?.[0]).toBe(table);
}, 60_000);
