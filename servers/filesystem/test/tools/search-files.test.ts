import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { serve, temporary } from '../setup.ts';

const search = async (server: ReturnType<typeof serve>, args: { [name: string]: unknown }) => {
  await using client = await connect(server, { revision: '2025-11-25' });
  return await client.request('tools/call', { name: 'search_files', arguments: args });
};

const matchesOf = async (server: ReturnType<typeof serve>, args: { [name: string]: unknown }) => {
  const { structuredContent } = await search(server, args);
  return (structuredContent as { matches: { path: string }[] }).matches.map(({ path }) => path);
};

test('finds files and directories by their path below the start', async () => {
  using dir = temporary({
    'a.md': '',
    'docs/b.md': '',
    'docs/deep/c.md': '',
    'docs/d.txt': '',
    'x.md/e': '',
  });
  const found = ['a.md', 'x.md', 'docs/b.md', 'docs/deep/c.md'].map((name) => dir.at(name));
  const content = found.join('\n');
  expect(await search(serve([dir.path]), { path: '.', pattern: '**/*.md' })).toEqual({
    content: [{ type: 'text', text: content }],
    structuredContent: {
      content,
      path: dir.path,
      matches: [
        { path: dir.at('a.md'), type: 'file' },
        { path: dir.at('x.md'), type: 'directory' },
        { path: dir.at('docs/b.md'), type: 'file' },
        { path: dir.at('docs/deep/c.md'), type: 'file' },
      ],
      scanned: 8,
      errors: [],
      truncated: false,
    },
  });
});

test('says when nothing matches', async () => {
  using dir = temporary({ 'a.md': '' });
  expect(await search(serve([dir.path]), { path: '.', pattern: '*.txt' })).toEqual({
    content: [{ type: 'text', text: 'No matches found' }],
    structuredContent: {
      content: 'No matches found',
      path: dir.path,
      matches: [],
      scanned: 1,
      errors: [],
      truncated: false,
    },
  });
});

test.each(['/etc/*', '../*.md'])('says why %s matches nothing', async (pattern) => {
  using dir = temporary({ 'a.md': '' });
  expect(await search(serve([dir.path]), { path: '.', pattern })).toMatchObject({
    content: [
      { text: 'No matches found' },
      { text: '[The pattern is compared with paths below path. Write it without / or .. at its beginning.]' },
    ],
  });
});

test.each([
  ['*.ts', [], ['a.ts']],
  ['src/*', [], ['src/b.ts', 'src/node_modules']],
  ['**', ['**/node_modules'], ['a.ts', 'src', 'src/b.ts']],
  ['**/*.ts', ['**/node_modules/**'], ['a.ts', 'src/b.ts']],
  ['**/{b,c}.ts', [], ['src/b.ts', 'src/node_modules/c.ts']],
  ['**/*.ts', ['*.ts', 'src/node_modules/'], ['src/b.ts']],
])('%s without %j', async (pattern, excludePatterns, expected) => {
  using dir = temporary({ 'a.ts': '', 'src/b.ts': '', 'src/node_modules/c.ts': '' });
  const found = await matchesOf(serve([dir.path]), { path: dir.path, pattern, excludePatterns });
  expect(found).toEqual(expected.map((name) => dir.at(name)));
});

test('looks only into directories where something can match', async () => {
  using dir = temporary({ 'src/a.ts': '', 'other/b.ts': '', 'other/deep/c.ts': '' });
  const { structuredContent } = await search(serve([dir.path]), { path: '.', pattern: 'src/*.ts' });
  expect(structuredContent).toMatchObject({ scanned: 3 });
});

test('does not follow links, neither out nor in circles', async () => {
  using outside = temporary({ 'secret.txt': '' });
  using dir = temporary({ 'sub/a.txt': '' });
  symlinkSync(outside.path, dir.at('out'));
  symlinkSync(dir.path, dir.at('sub/circle'));
  expect(await matchesOf(serve([dir.path]), { path: '.', pattern: '**/*.txt' })).toEqual([
    dir.at('sub/a.txt'),
  ]);
});

test('stops at maxResults, and at the size limit, and goes on with the cursor', async () => {
  const names = Array.from({ length: 60 }, (_, i) => `${i}.txt`).toSorted();
  using dir = temporary(Object.fromEntries(names.map((name) => [name, ''])));
  const few = await search(serve([dir.path]), { path: '.', pattern: '*', maxResults: 2 });
  const { nextCursor: next } = few['structuredContent'] as { nextCursor: string };
  expect(few).toMatchObject({
    content: [
      { text: `${dir.at('0.txt')}\n${dir.at('1.txt')}` },
      { text: `[Stopped after 2 matches. Go on with cursor "${next}", or search for less.]` },
    ],
    structuredContent: { truncated: true, nextCursor: expect.any(String) },
  });
  const all = await search(serve([dir.path]), { path: '.', pattern: '*', maxResults: 60 });
  expect(all['structuredContent']).toMatchObject({ truncated: false });
  expect(all['structuredContent']).not.toHaveProperty('nextCursor');
  const found: string[] = [];
  let cursor: unknown;
  do {
    // Another server each time: nothing is kept between two calls.
    const { structuredContent, content } = await search(serve([dir.path], { maxOutputBytes: 1000 }), {
      path: '.',
      pattern: '*',
      ...(cursor === undefined ? {} : { cursor }),
    });
    expect(Buffer.byteLength((content as { text: string }[])[0]?.text ?? '')).toBeLessThanOrEqual(1000);
    const part = structuredContent as { matches: { path: string }[]; nextCursor?: string };
    found.push(...part.matches.map(({ path }) => path));
    cursor = part.nextCursor;
  } while (cursor !== undefined);
  expect(found).toEqual(names.map((name) => dir.at(name)));
});

test('refuses the cursor of another search', async () => {
  using dir = temporary({ 'a.txt': '', 'b.txt': '' });
  const server = serve([dir.path]);
  const { structuredContent } = await search(server, { path: '.', pattern: '*.txt', maxResults: 1 });
  const cursor = (structuredContent as { nextCursor: string }).nextCursor;
  const text = 'The cursor is not one of this search. Repeat the arguments of the call that returned it.';
  for (const args of [
    { path: '.', pattern: '*', cursor },
    { path: '.', pattern: '*.txt', cursor: `${cursor}x` },
    { path: '.', pattern: '*.txt', cursor: '%' },
  ])
    expect(await search(server, args)).toMatchObject({ isError: true, content: [{ type: 'text', text }] });
});

test('takes its cursor with the arguments in another order', async () => {
  using dir = temporary({ 'a.txt': '', 'b.txt': '' });
  const server = serve([dir.path]);
  const first = await search(server, { path: '.', pattern: '*.txt', excludePatterns: ['c'], maxResults: 1 });
  const { nextCursor: cursor } = first['structuredContent'] as { nextCursor: string };
  const args = { cursor, excludePatterns: ['c'], pattern: '*.txt', path: '.' };
  expect(await matchesOf(server, args)).toEqual([dir.at('b.txt')]);
});

test('finds only one type', async () => {
  using dir = temporary({ 'a/b': '', c: '' });
  symlinkSync(dir.at('c'), dir.at('a/d'));
  const server = serve([dir.path]);
  const find = (type: string) => matchesOf(server, { path: '.', pattern: '**', type });
  expect(await find('file')).toEqual([dir.at('c'), dir.at('a/b')]);
  expect(await find('directory')).toEqual([dir.at('a')]);
  expect(await find('symlink')).toEqual([dir.at('a/d')]);
});

test('tells its progress, growing, before the result', async () => {
  const files = Array.from({ length: 30 }, (_, i) => [`d${i}/file.txt`, ''] as const);
  using dir = temporary(Object.fromEntries(files));
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  const params = { name: 'search_files', arguments: { path: '.', pattern: '**/*.txt' } };
  await client.request('tools/call', params, { _meta: { progressToken: 'p' } });
  const told = client.notifications('notifications/progress').map(({ params: progress }) => progress);
  expect(told[0]).toEqual({
    progressToken: 'p',
    progress: 30,
    message: '30 entries looked at, 0 found',
  });
  expect(told.at(-1)).toEqual({
    progressToken: 'p',
    progress: 60,
    message: '60 entries looked at, 30 found',
  });
  expect(client.received.at(-1)).toMatchObject({ result: { structuredContent: { scanned: 60 } } });
});

test('stops when it is cancelled, without an answer', async () => {
  using dir = temporary();
  for (let i = 0; i < 500; i++) mkdirSync(dir.at(`d${i}`));
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  const call = {
    name: 'search_files',
    arguments: { path: '.', pattern: '**/x' },
    _meta: { progressToken: 1 },
  };
  client.send({ jsonrpc: '2.0', id: 'search', method: 'tools/call', params: call });
  await client.waitFor(({ method }) => method === 'notifications/progress');
  client.notify('notifications/cancelled', { requestId: 'search' });
  const before = client.received.length;
  expect(await client.request('ping')).toEqual({});
  await new Promise((resolve) => setTimeout(resolve, 100));
  const after = client.received.slice(before);
  expect(after.filter((message) => JSON.stringify(message).includes('"search"'))).toEqual([]);
  expect(after.length).toBeLessThan(5);
});

test('says what to write instead of a form that it does not know', async () => {
  using dir = temporary({ 'a.ts': '' });
  expect(await search(serve([dir.path]), { path: '.', pattern: '!*.ts' })).toMatchObject({
    isError: true,
    content: [
      {
        type: 'text',
        text:
          'The glob !*.ts begins with "!". Give what is to be left out as an exclude pattern; for a name that begins ' +
          'with "!", write "\\!".',
      },
    ],
  });
});

test('globs that make others hang take no time', async () => {
  const name = 'a'.repeat(200);
  using dir = temporary();
  for (let i = 0; i < 300; i++) writeFileSync(dir.at(`${name}${i}`), '');
  const server = serve([dir.path]);
  const started = performance.now();
  for (const pattern of [
    `${'{a,b}'.repeat(150)}x`,
    `${'*a'.repeat(150)}x`,
    '{1..3000000}',
    `${'**/'.repeat(300)}x`,
  ]) {
    expect(await matchesOf(server, { path: '.', pattern })).toEqual([]);
  }
  expect(performance.now() - started).toBeLessThan(3000);
});
