// RESULTS.md and the READMEs show the figures of results/. UPDATE_DOCS=1 writes them instead of comparing them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { readResult, showResult } from '../src/report/results.ts';

const folder = join(import.meta.dirname, '..');
const root = join(folder, '../..');
const results = join(folder, 'RESULTS.md');
const servers = ['filesystem', 'git', 'sqlite', 'fetch'].map((name) => `servers/${name}/README.md`);
const pages = [
  results,
  ...['tools/site/guide/features-and-costs.md', ...servers].map((page) => join(root, page)),
];
const marked = /(?<=<!-- begin: results ([\w-]+) -->\n\n)[\s\S]*?(?=\n\n<!-- end -->)/g;

const shown = (name: string): string => {
  const result = readResult(name);
  return result === undefined ? 'Not measured yet.' : showResult(result);
};

if (process.env['UPDATE_DOCS'] === '1')
  for (const page of pages) {
    const text = readFileSync(page, 'utf8');
    writeFileSync(
      page,
      text.replaceAll(marked, (_, name: string) => shown(name)),
    );
  }

const parts = pages.flatMap((page) =>
  [...readFileSync(page, 'utf8').matchAll(marked)].map(([text, name = '']) => ({
    page: relative(root, page),
    name,
    text,
  })),
);

test.each(parts)('$page shows the results of $name', ({ name, text }) => {
  expect(text).toBe(shown(name));
});

test('every result is shown: those of the tokens of a server in its README, the others in RESULTS.md', () => {
  const saved = readdirSync(join(folder, 'results')).map((file) => file.replace(/\.json$/, ''));
  const names = parts
    .filter(({ page, name }) => page === relative(root, results) || name.startsWith('tokens-'))
    .map(({ name }) => name);
  expect(names.toSorted()).toEqual(saved.toSorted());
});

test('the README of each server shows what it costs a model', () => {
  expect(
    parts.filter(({ page, name }) => /^servers\/(\w+)\//.exec(page)?.[1] === name.replace('tokens-', '')),
  ).toHaveLength(4);
});

test('the README explains the method in 600 words', () => {
  const prose = readFileSync(join(folder, 'README.md'), 'utf8').replaceAll(/```[\s\S]*?```|[|#-]/g, ' ');
  expect(prose.split(/\s+/).filter((word) => word !== '').length).toBeLessThanOrEqual(600);
});
