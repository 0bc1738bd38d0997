// Floods: many endless expressions at once, and many large files.
import { linkSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SearchPool } from '../../src/search/pool.ts';
import { call, codeOf, temporary } from '../setup.ts';
import { ENDLESS, search } from './search-in.ts';

const EVIL = `${'a'.repeat(100)}!\n`;

test('stops an endless search sooner when more searches wait', async () => {
  using dir = temporary({ 'evil.txt': EVIL });
  await using pool = new SearchPool({ maxThreads: 1, matchMs: 1600 });
  const runaways = Array.from({ length: 12 }, () => search(pool, dir.path, { query: ENDLESS }));
  const honest = search(pool, dir.path, { query: { text: '!' } });
  const messages = await Promise.all(runaways.map((one) => one.catch(String)));
  expect(messages[0]).toContain('longer than 200 ms');
  expect(messages.at(-1)).toContain('longer than 1600 ms');
  expect(await honest).toMatchObject({ filesScanned: 1 });
});

test('skips and names a file in which an expression never ends, and searches the others', async () => {
  using dir = temporary({ 'a.txt': EVIL, 'b.txt': 'b\n', 'c.txt': 'ab\n' });
  const error = `${dir.at('a.txt')}: the expression takes too long in it, use a simpler one`;
  expect(await call(dir.server, 'search_file_contents', { query: '(a+)+b' })).toMatchObject({
    content: [{ text: `${dir.at('c.txt')}\n1: ab` }, { text: `[Not everything could be read. ${error}]` }],
    structuredContent: { errors: [error], filesScanned: 2 },
  });
  const next = await call(dir.server, 'search_file_contents', { query: 'b', output: 'files' });
  expect(next.content[0]?.text).toBe(`${dir.at('b.txt')}\n${dir.at('c.txt')}`);
});

test('fails with a hint if an expression takes too long in many files', async () => {
  using dir = temporary(Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [name, EVIL])));
  const { isError, content } = await call(dir.server, 'search_file_contents', { query: '(a+)+$b' });
  expect(isError).toBe(true);
  expect(content[0]?.text).toMatch(/took longer than 2000 ms in one place of d .*Use a simpler expression/);
});

test('replace_in_files stops an expression that never ends, and changes nothing', async () => {
  using dir = temporary({ 'a.txt': 'word', 'b.txt': EVIL });
  const args = { find: '(a+)+$', replace: 'text', regex: true };
  expect(codeOf(await call(dir.server, 'replace_in_files', args))).toBe('timeout');
  const contents = ['a.txt', 'b.txt'].map((name) => dir.text(name));
  expect(contents).toEqual(['word', EVIL]);
});

test('matching in many large files uses little memory', async () => {
  // One character outside Latin-1 doubles the memory of the text.
  const large = `中 ${'plain words '.repeat(80_000)}\na line with a needle in it\n`;
  using dir = temporary({ '0.txt': large });
  for (let i = 1; i < 200; i++) linkSync(dir.at('0.txt'), dir.at(`${i}.txt`));
  const found = await call(dir.server, 'search_file_contents', { query: 'needle' });
  expect(found.structuredContent).toMatchObject({ files: { length: 200 } });
  expect(found.structuredContent).not.toHaveProperty('nextCursor');
});
