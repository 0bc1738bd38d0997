// find: matches in a page with their start_index, without the page.
import { expect, test } from 'vitest';
import { refusal, textsOf, useInFile } from '../setup.ts';

const filler = 'word '.repeat(200);
const PAGE = `<main><h1>Prices 🎉</h1><p>${filler}</p><p>The saw costs 12 €.</p><p>${filler}</p><p>A SAW for wood, a saw-mill.</p></main>`;

const server = await useInFile(
  {
    '/': PAGE,
    '/many': { type: 'text/plain', body: 'needle in hay\n'.repeat(500) },
    '/image': { type: 'image/png', body: Buffer.from('iVBORw0KGgo=', 'base64') },
  },
  { 'ignore-robots-txt': true },
  { revision: '2026-07-28' },
);

const textOf = async (path: string, args: object): Promise<string> =>
  textsOf(await server.fetch(path, args))[0] ?? '';

test('each match has a start_index that leads to it', async () => {
  const found = await textOf('/', { find: 'saw' });
  expect(found).toMatch(/^"saw", 3 in the \d+ characters of /);
  expect(found).not.toContain(filler);
  const indexes = [...found.matchAll(/^start_index (\d+): .*saw.*$/gim)].map(([, index]) => Number(index));
  expect(indexes).toHaveLength(3);
  const parts = await Promise.all(
    indexes.map((start_index) => textOf('/', { start_index, max_length: 3, format: 'markdown' })),
  );
  expect(parts.map((part) => /:\n(...)/s.exec(part)?.[1])).toEqual(['saw', 'SAW', 'saw']);
});

test('a capital letter makes the search case-sensitive', async () => {
  expect(await textOf('/', { find: 'SAW' })).toContain('"SAW", 1 in');
});

test('an expression matches, but the same characters as plain text do not', async () => {
  expect(await textOf('/', { find: String.raw`\d+ €`, regex: true })).toMatch(
    /start_index \d+: .*costs 12 €\./,
  );
  expect(await textOf('/', { find: String.raw`\d+ €` })).toMatch(
    /^"\\d\+ €" is not in the \d+ characters of /,
  );
});

test('returns as many matches as fit, and how to get the others', async () => {
  const first = await textOf('/many', { find: 'needle', max_length: 500 });
  expect(first).toMatch(/^\[For the others call .*\n"needle", the first 2 of 500 in the 7000 characters/);
  expect(first).toContain('[For the others call fetch with find and start_index 28.]');
  const second = await textOf('/many', { find: 'needle', max_length: 500, start_index: 28 });
  expect(second).toContain('the first 2 of 498 in the 7000 characters');
});

test.for([
  ['/', { find: '(', regex: true }, 'find: SyntaxError'],
  ['/image', { find: 'a' }, 'image/png, not text. Call again without find.'],
  [
    '/',
    { find: 'a', save_to: 'a.txt' },
    'save_to saves a whole document, not matches or a part of it. Omit find, start_index and cursor.',
  ],
] as const)('%s with %j is refused', async ([path, args, problem]) => {
  expect(await server.fetch(path, args)).toMatchObject(refusal(problem));
});
