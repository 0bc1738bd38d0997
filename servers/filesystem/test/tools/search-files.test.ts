import { utimesSync } from 'node:fs';
import type { McpServer } from '@mcp/runtime';
import { expect, test } from 'vitest';
import { caller, connectTo, cpuMs, errorOf, serve, temporary, textOf } from '../setup.ts';

const search = caller('search_files');

interface Found {
  readonly matches: readonly { readonly path: string }[];
  readonly nextCursor?: string;
}

const foundBy = async (server: McpServer, args: object): Promise<Found> =>
  (await search(server, args)).structuredContent as unknown as Found;

const matchesOf = async (server: McpServer, args: object): Promise<string[]> =>
  (await foundBy(server, args)).matches.map(({ path }) => path);

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
  expect(await search(dir.server, { path: '.', pattern: '**/*.md' })).toEqual({
    content: [{ type: 'text', text: content }],
    structuredContent: {
      path: dir.path,
      matches: [
        { path: dir.at('a.md'), type: 'file' },
        { path: dir.at('x.md'), type: 'directory' },
        { path: dir.at('docs/b.md'), type: 'file' },
        { path: dir.at('docs/deep/c.md'), type: 'file' },
      ],
      scanned: 8,
    },
  });
});

test('says when nothing matches', async () => {
  using dir = temporary({ 'a.md': '' });
  const found = await search(dir.server, { path: '.', pattern: '*.txt' });
  expect(textOf(found)).toBe('No matches found');
  const nothing = { matches: [], scanned: 1 };
  expect(found.structuredContent).toEqual({ path: dir.path, ...nothing });
});

test.each(['/etc/*', '../*.md'])('says why %s matches nothing', async (pattern) => {
  using dir = temporary({ 'a.md': '' });
  expect(textOf(await search(dir.server, { path: '.', pattern }))).toBe(
    'No matches found\n[The pattern is compared with paths below path. Write it without / or .. at its beginning.]',
  );
});

test.each([
  ['*.ts', [], ['a.ts', 'src/b.ts', 'src/node_modules/c.ts']],
  ['/*.ts', [], ['a.ts']],
  ['*.ts', ['node_modules'], ['a.ts', 'src/b.ts']],
  ['src/*', [], ['src/b.ts', 'src/node_modules']],
  ['**', ['**/node_modules'], ['a.ts', 'src', 'src/b.ts']],
  ['**/*.ts', ['**/node_modules/**'], ['a.ts', 'src/b.ts']],
  ['**/{b,c}.ts', [], ['src/b.ts', 'src/node_modules/c.ts']],
  ['**/*.ts', ['./*.ts', 'src/node_modules/'], ['src/b.ts']],
])('%s without %j', async (pattern, excludePatterns, expected) => {
  using dir = temporary({ 'a.ts': '', 'src/b.ts': '', 'src/node_modules/c.ts': '' });
  const found = await matchesOf(dir.server, { path: dir.path, pattern, excludePatterns });
  expect(found).toEqual(expected.map((name) => dir.at(name)));
});

test('does not follow links, neither outside nor circular ones', async () => {
  using outside = temporary({ 'secret.txt': '' });
  using dir = temporary({ 'sub/a.txt': '' });
  dir.link(outside.path, 'out');
  dir.link(dir.path, 'sub/circle');
  expect(await matchesOf(dir.server, { path: '.', pattern: '**/*.txt' })).toEqual([dir.at('sub/a.txt')]);
});

test('stops at limit and at the size limit, and continues with the cursor', async () => {
  const names = Array.from({ length: 60 }, (_, i) => `${i}.txt`).toSorted();
  using dir = temporary(Object.fromEntries(names.map((name) => [name, ''])));
  const few = await search(dir.server, { path: '.', pattern: '*', limit: 2 });
  expect(few.structuredContent).toMatchObject({ nextCursor: expect.any(String) });
  expect(few.content.map(({ text }) => text)).toEqual([
    `[Stopped after 2 matches; continue with cursor "${String(few.structuredContent?.['nextCursor'])}", or search for less.]`,
    `${dir.at('0.txt')}\n${dir.at('1.txt')}`,
  ]);
  const all = await search(dir.server, { path: '.', pattern: '*', limit: 60 });
  expect(all.structuredContent).not.toHaveProperty('nextCursor');
  expect(all.structuredContent).not.toHaveProperty('nextCursor');
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    // A new server each time: calls share no state.
    const answer = await search(serve([dir.path], { maxOutputBytes: 1000 }), {
      ...{ path: '.', pattern: '*' },
      ...(cursor === undefined ? {} : { cursor }),
    });
    expect(Buffer.byteLength(answer.content.at(-1)?.text ?? '')).toBeLessThanOrEqual(1000);
    const part = answer.structuredContent as unknown as Found;
    found.push(...part.matches.map(({ path }) => path));
    cursor = part.nextCursor;
  } while (cursor !== undefined);
  expect(found).toEqual(names.map((name) => dir.at(name)));
});

test('refuses the cursor of another search', async () => {
  using dir = temporary({ 'a.txt': '', 'b.txt': '' });
  const { nextCursor: cursor } = await foundBy(dir.server, { path: '.', pattern: '*.txt', limit: 1 });
  const text =
    'The cursor is not one of this call. Repeat the arguments of the call that returned it, or leave the cursor out to begin again.';
  for (const args of [
    { path: '.', pattern: '*', cursor },
    { path: '.', pattern: '*.txt', cursor: `${cursor}x` },
    { path: '.', pattern: '*.txt', cursor: '%' },
  ])
    expect(errorOf(await search(dir.server, args))).toBe(text);
});

test('accepts its cursor with the arguments in another order', async () => {
  using dir = temporary({ 'a.txt': '', 'b.txt': '' });
  const args = { path: '.', pattern: '*.txt', excludePatterns: ['c'] };
  const { nextCursor: cursor } = await foundBy(dir.server, { ...args, limit: 1 });
  const turned = { cursor, excludePatterns: ['c'], pattern: '*.txt', path: '.' };
  expect(await matchesOf(dir.server, turned)).toEqual([dir.at('b.txt')]);
});

test('finds only one type', async () => {
  using dir = temporary({ 'a/b': '', c: '' });
  dir.link(dir.at('c'), 'a/d');
  const find = (type: string) => matchesOf(dir.server, { path: '.', pattern: '**', type });
  expect(await find('file')).toEqual([dir.at('c'), dir.at('a/b')]);
  expect(await find('directory')).toEqual([dir.at('a')]);
  expect(await find('symlink')).toEqual([dir.at('a/d')]);
});

test('reports growing progress before the result', async () => {
  const files = Array.from({ length: 30 }, (_, i) => [`d${i}/file.txt`, ''] as const);
  using dir = temporary(Object.fromEntries(files));
  await using client = await connectTo(dir.server);
  const params = { name: 'search_files', arguments: { path: '.', pattern: '**/*.txt' } };
  await client.request('tools/call', params, { _meta: { progressToken: 'p' } });
  const told = client.notifications('notifications/progress').map(({ params: progress }) => progress);
  expect(told.at(-1)).toEqual({
    progressToken: 'p',
    progress: 60,
    message: '60 entries visited, 30 found',
  });
  const steps = told.map((progress) => (progress as { progress: number }).progress);
  expect(steps).toEqual([...new Set(steps)].toSorted((x, y) => x - y));
  expect(client.received.at(-1)).toMatchObject({ result: { structuredContent: { scanned: 60 } } });
});

test('stops without an answer when cancelled', async () => {
  using dir = temporary({ 'c.txt': '' });
  for (let i = 0; i < 5000; i++) dir.write(`${i}`, '');
  await using client = await connectTo(dir.server);
  // Another process walks the folder, so it answers long after the next two messages.
  const call = { name: 'search_files', arguments: { path: '.', pattern: '*' } };
  client.send({ jsonrpc: '2.0', id: 'search', method: 'tools/call', params: call });
  expect(await client.request('ping')).toEqual({});
  client.notify('notifications/cancelled', { requestId: 'search' });
  expect(await matchesOf(dir.server, { path: '.', pattern: '*.txt' })).toEqual([dir.at('c.txt')]);
  expect(client.received.filter((message) => JSON.stringify(message).includes('"search"'))).toEqual([]);
});

test('says what to write instead of an unsupported form', async () => {
  using dir = temporary({ 'a.ts': '' });
  expect(errorOf(await search(dir.server, { path: '.', pattern: '!*.ts' }))).toBe(
    'The glob !*.ts begins with "!". Give it in excludePatterns without "!"; for a name that begins with ' +
      '"!", write "\\!".',
  );
});

test('globs that hang other matchers take no time or are refused', async () => {
  const name = 'a'.repeat(200);
  using dir = temporary();
  for (let i = 0; i < 300; i++) dir.write(`${name}${i}`, '');
  const started = cpuMs();
  for (const pattern of [`${'{a,b}'.repeat(9)}x`, `${'*a'.repeat(99)}x`, `${'**/'.repeat(60)}x`]) {
    expect(await matchesOf(dir.server, { path: '.', pattern })).toEqual([]);
  }
  expect(cpuMs() - started).toBeLessThan(3000);
  expect(errorOf(await search(dir.server, { path: '.', pattern: '*a'.repeat(101) }))).toBe(
    'A glob of 202 characters is too long. The limit is 200.',
  );
  expect(errorOf(await search(dir.server, { path: '.', pattern: '{a,b}'.repeat(39) }))).toBe(
    `The glob **/${'{a,b}'.repeat(39)} stands for more than 1000 patterns. Search several times.`,
  );
});

test('omits entries that git ignores, says so, and includes them on demand', async () => {
  using dir = temporary({
    '.git/config': '',
    '.gitignore': '*.log\n/out\n',
    'a.log': '',
    'b.txt': '',
    'out/c.txt': '',
    'sub/.gitignore': '!keep.log\n',
    'sub/d.log': '',
    'sub/keep.log': '',
  });
  const { content, structuredContent } = await search(dir.server, { path: '.', pattern: '**/*.{log,txt}' });
  expect(structuredContent).toMatchObject({ ignored: 4 });
  expect(content.map(({ text }) => text)).toEqual([
    `${dir.at('b.txt')}\n${dir.at('sub/keep.log')}`,
    '[Left out 4 entries that git ignores; gitignore: false includes them.]',
  ]);
  const all = await search(dir.server, { path: '.', pattern: '**/*.{log,txt}', gitignore: false });
  expect(all.structuredContent).not.toHaveProperty('ignored');
  expect(all).toMatchObject({ content: [{ type: 'text' }] });
  expect(all.structuredContent?.['matches']).toHaveLength(5);
});

test('applies rules of parent directories up to the top of the repository or of the allowed directory', async () => {
  using dir = temporary({
    '.gitignore': 'outside.txt\n',
    'repo/.git/config': '',
    'repo/.gitignore': '*.log\n/sub/only-there\nignored/\n',
    'repo/sub/.gitignore': '*.tmp\n',
    'repo/sub/deep/a.log': '',
    'repo/sub/deep/a.tmp': '',
    'repo/sub/deep/outside.txt': '',
    'repo/sub/only-there': '',
    'repo/ignored/a.log': '',
    'repo/ignored/b.txt': '',
  });
  const find = (allowed: string, path: string) =>
    matchesOf(serve([dir.at(allowed)]), { path: dir.at(path), pattern: '**/*' });
  const deep = (...names: string[]) => names.map((name) => dir.at('repo/sub/deep', name));
  expect(await find('', 'repo/sub/deep')).toEqual(deep('outside.txt'));
  expect(await find('repo/sub', 'repo/sub/deep')).toEqual(deep('a.log', 'outside.txt'));
  expect(await find('repo/sub/deep', 'repo/sub/deep')).toEqual(deep('a.log', 'a.tmp', 'outside.txt'));
  expect(await find('', 'repo/sub')).not.toContain(dir.at('repo/sub/only-there'));
  // Searching an ignored directory is deliberate.
  expect(await find('', 'repo/ignored')).toEqual([
    dir.at('repo/ignored/a.log'),
    dir.at('repo/ignored/b.txt'),
  ]);
});

test('a nested repository has its own rules', async () => {
  using dir = temporary({
    '.gitignore': '*.log\n',
    'a.log': '',
    'inner/.git/config': '',
    'inner/b.log': '',
  });
  expect(await matchesOf(dir.server, { path: '.', pattern: '**/*.log' })).toEqual([dir.at('inner/b.log')]);
});

test('a word matches part of a name at any depth, and a lower-case pattern ignores case', async () => {
  using dir = temporary({ 'package.json': '', 'sub/package.json': '', 'docs/Report.PDF': '' });
  const found = async (pattern: string): Promise<unknown> => {
    const { content } = await search(dir.server, { pattern });
    return content[0]?.text?.split('\n').map((path) => path.slice(dir.path.length + 1));
  };
  expect(await found('package.json')).toEqual(['package.json', 'sub/package.json']);
  expect(await found('**/*report*')).toEqual(['docs/Report.PDF']);
  expect(await found('report.pdf')).toEqual(['docs/Report.PDF']);
  expect(await found('report')).toEqual(['docs/Report.PDF']);
  expect(await found('*.pdf')).toEqual(['docs/Report.PDF']);
  expect(await found('*report*')).toEqual(['docs/Report.PDF']);
  expect(await found('docs/')).toEqual(['docs']);
  const none = await search(dir.server, { pattern: 'docs/report.PDF' });
  expect(none.content.map(({ text }) => text)).toEqual([
    'No matches found',
    '[Case counts because the pattern has a capital letter.]',
  ]);
  expect(none.structuredContent).toMatchObject({
    notes: ['[Case counts because the pattern has a capital letter.]'],
  });
});

test('lists the largest or newest first, with size and time', async () => {
  using dir = temporary({ 'a.txt': 'xx', 'sub/b.txt': 'xxxx', 'sub/deep/c.txt': 'x' });
  utimesSync(dir.at('a.txt'), 1, 1_700_000_000);
  utimesSync(dir.at('sub/b.txt'), 1, 1_600_000_000);
  utimesSync(dir.at('sub/deep/c.txt'), 1, 1_800_000_000);
  const sorted = async (args: { sort: string; limit?: number; fields?: string[] }): Promise<string[]> => {
    const { content } = await search(dir.server, { pattern: '**', type: 'file', ...args });
    const [cut, list] = content.length === 1 ? [undefined, content[0]] : content;
    expect(cut?.text).toBe(args.limit === undefined ? undefined : '[2 of 3; a higher limit shows more.]');
    const lines = list?.text?.split('\n') ?? [];
    return lines.map((line) => line.slice(dir.path.length + 1));
  };
  expect(await sorted({ sort: 'size', limit: 2 })).toEqual([
    'sub/b.txt (4 bytes, 2020-09-13T12:26:40.000Z)',
    'a.txt (2 bytes, 2023-11-14T22:13:20.000Z)',
  ]);
  expect((await sorted({ sort: 'time' })).map((line) => line.split(' ')[0])).toEqual([
    'sub/deep/c.txt',
    'a.txt',
    'sub/b.txt',
  ]);
  expect((await sorted({ sort: 'name', fields: ['size'] }))[0]).toMatch(/^a\.txt \(2 bytes/);
});

test('finds only entries modified in a time span, page by page', async () => {
  using dir = temporary({ 'a.txt': '', 'b.txt': '', 'sub/c.txt': '', 'sub/d.txt': '' });
  const days = {
    'a.txt': '2026-01-31',
    'b.txt': '2026-02-01',
    'sub/c.txt': '2026-02-28',
    'sub/d.txt': '2026-03-01',
  };
  for (const [name, day] of Object.entries(days)) utimesSync(dir.at(name), 1, Date.parse(day) / 1000);
  const february = {
    pattern: '*.txt',
    modifiedAfter: '2026-02-01',
    modifiedBefore: '2026-03-01',
    limit: 1,
  };
  const first = await foundBy(dir.server, february);
  expect(first.matches).toEqual([{ path: dir.at('b.txt'), type: 'file' }]);
  const second = await foundBy(dir.server, { ...february, cursor: first.nextCursor });
  expect(second.matches).toEqual([{ path: dir.at('sub/c.txt'), type: 'file' }]);
  expect(second.nextCursor).toBeUndefined();
  const old = { pattern: '*.txt', modified_before: '2026-02-01', sort: 'time' };
  expect(await matchesOf(dir.server, old)).toEqual([dir.at('a.txt')]);
});

test('finds entries modified in the last days', async () => {
  using dir = temporary({ 'new.txt': '', 'old.txt': '' });
  utimesSync(dir.at('new.txt'), 1, Date.now() / 1000 - 6 * 86_400);
  utimesSync(dir.at('old.txt'), 1, Date.now() / 1000 - 8 * 86_400);
  expect(await matchesOf(dir.server, { pattern: '*.txt', modifiedAfter: '7d' })).toEqual([dir.at('new.txt')]);
  expect(await matchesOf(dir.server, { pattern: '*.txt', modifiedBefore: '1w' })).toEqual([
    dir.at('old.txt'),
  ]);
});
