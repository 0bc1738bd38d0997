// find: places in a page, each with its start_index, without the page.
import { connect, type TestClient } from '@mcp/runtime/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serve } from '../setup.ts';
import { site, type Site } from '../site.ts';

const filler = 'word '.repeat(200);
const PAGE = `<main><h1>Prices 🎉</h1><p>${filler}</p><p>The saw costs 12 €.</p><p>${filler}</p><p>A SAW for wood, a saw-mill.</p></main>`;

let page: Site;
let client: TestClient;

beforeAll(async () => {
  page = await site({
    '/': PAGE,
    '/many': { type: 'text/plain', body: 'needle in hay\n'.repeat(500) },
    '/repeated': { type: 'text/plain', body: `${'a'.repeat(60)}!` },
    '/image': { type: 'image/png', body: Buffer.from('iVBORw0KGgo=', 'base64') },
  });
  client = await connect(serve({ 'ignore-robots-txt': true }), { revision: '2026-07-28' });
});

afterAll(async () => {
  await client[Symbol.asyncDispose]();
  await page[Symbol.asyncDispose]();
});

const call = (path: string, args: object): Promise<object> =>
  client.request('tools/call', { name: 'fetch', arguments: { url: `${page.origin}${path}`, ...args } });

const textOf = async (path: string, args: object): Promise<string> => {
  const { content } = (await call(path, args)) as { content: readonly { text: string }[] };
  return content[0]?.text ?? '';
};

test('each place has a start_index that leads to it', async () => {
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

test('a capital letter makes capitals count', async () => {
  expect(await textOf('/', { find: 'SAW' })).toContain('"SAW", 1 in');
});

test('what an expression finds, and what a text of the same signs does', async () => {
  expect(await textOf('/', { find: String.raw`\d+ €`, regex: true })).toMatch(
    /start_index \d+: .*costs 12 €\./,
  );
  expect(await textOf('/', { find: String.raw`\d+ €` })).toMatch(
    /^"\\d\+ €" is not in the \d+ characters of /,
  );
});

test('as many places as fit, and where the others are', async () => {
  const first = await textOf('/many', { find: 'needle', max_length: 500 });
  expect(first).toMatch(/^"needle", the first 2 of 500 in the 7000 characters/);
  expect(first).toContain('[For the others call again with start_index 28.]');
  const second = await textOf('/many', { find: 'needle', max_length: 500, start_index: 28 });
  expect(second).toContain('the first 2 of 498 in the 7000 characters');
});

test('an expression that never ends is ended, and the server goes on', async () => {
  expect(await call('/repeated', { find: '(a+)+$', regex: true })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('The expression of find takes too long.') }],
  });
  expect(await textOf('/repeated', { find: '!' })).toContain('start_index 60: ');
});

test.for([
  ['/', { find: '(', regex: true }, 'find: SyntaxError'],
  ['/image', { find: 'a' }, 'image/png, not text. Call again without find.'],
  ['/', { find: 'a', save_to: 'a.txt' }, 'find returns places, and save_to saves all of it.'],
] as const)('%s with %j is refused', async ([path, args, problem]) => {
  expect(await call(path, args)).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining(problem) }],
  });
});
