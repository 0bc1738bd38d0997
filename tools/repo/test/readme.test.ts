// The README and the guide describe the servers correctly.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Feature, featuresOf, shownServers } from '../src/features.ts';
import { partIn, tableIn, toTable } from '../src/readme-table.ts';
import { root } from '../src/workspace.ts';

const readme = join(root, 'README.md');

const code = (file: string): string =>
  ['```ts', readFileSync(join(root, file), 'utf8').trim(), '```'].join('\n');

test('the README has a server that the tests of the runtime run', () => {
  const made = code('packages/runtime/test/docs/examples/adder-server.ts');
  expect(partIn(readme, 'code adder-server.ts', made)).toBe(made);
});

test('the README of the command line has a server that its tests run', () => {
  const made = code('packages/command-line/test/clock-server.ts');
  const file = join(root, 'packages/command-line/README.md');
  expect(partIn(file, 'code clock-server.ts', made)).toBe(made);
});

test.each(['clock-server.ts', 'shared-changes.ts'])(
  'the README of the stores on Redis has %s, which the compiler checks',
  (file) => {
    const made = code(`packages/redis/test/${file}`);
    expect(partIn(join(root, 'packages/redis/README.md'), `code ${file}`, made)).toBe(made);
  },
);

test('the guide shows what a client sees of each server', async () => {
  const columns: (readonly Feature[])[] = [];
  // Sequentially, because preparing one server would delay the page that another one waits for.
  for (const name of shownServers)
    columns.push(
      await featuresOf(name, { file: process.execPath, args: [join(root, 'servers', name, 'src/main.ts')] }),
    );
  const names = columns[0]?.map(([feature]) => feature) ?? [];
  const table = toTable([
    ['What a client sees', ...shownServers],
    ...names.map((name, i) => [name, ...columns.map((column) => column[i]?.[1] ?? '')]),
  ]);
  const page = join(root, 'tools/site/guide/features-and-costs.md');
  expect(tableIn(page, 'features', table)).toBe(table);
}, 240_000);
