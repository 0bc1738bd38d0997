// The figures in RESULTS.md are those of results/: UPDATE_DOCS=1 writes them instead of comparing them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readResult, showResult } from '../src/report/results.ts';

const folder = join(import.meta.dirname, '..');
const page = join(folder, 'RESULTS.md');
const marked = /(?<=<!-- begin: results ([\w-]+) -->\n\n)[\s\S]*?(?=\n\n<!-- end -->)/g;

const shown = (name: string): string => {
  const result = readResult(name);
  return result === undefined ? 'Not measured yet.' : showResult(result);
};

if (process.env['UPDATE_DOCS'] === '1') {
  const text = readFileSync(page, 'utf8');
  writeFileSync(
    page,
    text.replaceAll(marked, (_, name: string) => shown(name)),
  );
}

const parts = [...readFileSync(page, 'utf8').matchAll(marked)].map(([text, name = '']) => ({ name, text }));

test.each(parts)('the page shows the results of $name', ({ name, text }) => {
  expect(text).toBe(shown(name));
});

test('the page shows every result', () => {
  const saved = readdirSync(join(folder, 'results')).map((file) => file.replace(/\.json$/, ''));
  const names = parts.map(({ name }) => name);
  expect(saved.filter((name) => !names.includes(name))).toEqual([]);
});

test('the README explains the method in 600 words', () => {
  const prose = readFileSync(join(folder, 'README.md'), 'utf8').replaceAll(/```[\s\S]*?```|[|#-]/g, ' ');
  expect(prose.split(/\s+/).filter((word) => word !== '').length).toBeLessThanOrEqual(600);
});
