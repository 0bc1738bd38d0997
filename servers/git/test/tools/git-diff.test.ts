import { readFileSync, utimesSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { pagesOf } from '../pages.ts';
import { ask, call, open, repository, temporary, textOf, textsOf, type Temporary } from '../setup.ts';

const many = (): Temporary => {
  const names = Array.from({ length: 30 }, (_, index) => `file-${String(index).padStart(2, '0')}.txt`);
  const dir = repository(Object.fromEntries(names.map((name) => [name, 'old\n'])));
  dir.write(Object.fromEntries(names.map((name) => [name, `${name} is new\n`.repeat(20)])));
  return dir;
};

/** Returns the text of each page. */
const textsOfAll = async (...args: Parameters<typeof pagesOf>): Promise<string[]> =>
  (await pagesOf(...args)).map((page) => textsOf(page).find((text) => !text.startsWith('[')) ?? '');

describe('the text equals that of git', () => {
  test.each([
    ['git_diff_unstaged', { paths: ['a.txt'] }, ['diff', '--', 'a.txt']],
    ['git_diff_unstaged', { stat: true }, ['diff', '--numstat']],
    ['git_diff_unstaged', { name_only: true }, ['diff', '--name-only']],
    ['git_diff_staged', {}, ['diff', '--cached']],
    ['git_diff', { target: 'HEAD', base: 'HEAD~1' }, ['diff', 'HEAD~1', 'HEAD']],
    ['git_diff', { target: 'HEAD~1..HEAD' }, ['diff', 'HEAD~1..HEAD']],
  ])('%s %j', async (tool, args, plain) => {
    using dir = repository({ 'a.txt': '1\n2\n3\n4\n5\n', 'b.txt': 'b\n', 'old.txt': 'moved\n' });
    dir.write({ 'a.txt': '1\n2\n3\n4\nfive\n', bin: new Uint8Array([0, 1, 2]) });
    dir.git('mv', 'old.txt', 'new.txt');
    dir.commit('second');
    dir.write({ 'b.txt': 'staged\n', 'ü.txt': 'new\n' });
    dir.git('add', '.');
    dir.write({ 'a.txt': '1\n2\nthree\n4\nfive\n', 'b.txt': 'not staged\n' });
    expect(await ask(dir, tool, args)).toEqual({
      content: [{ type: 'text', text: dir.git('-c', 'core.quotePath=false', ...plain) }],
    });
  });

  test('reports that there are no changes', async () => {
    using dir = repository();
    for (const [tool, args] of [
      ['git_diff_unstaged', {}],
      ['git_diff_staged', { stat: true }],
      ['git_diff', { target: 'HEAD', paths: ['missing.txt'] }],
    ] as const)
      expect(textsOf(await ask(dir, tool, args))).toEqual(['No changes.']);
  });
});

test.each([1000, 1500, 5000])('pages of %i bytes join to the whole patch', async (maxOutputBytes) => {
  using dir = many();
  dir.write({ 'file-07.txt': `${'a long line '.repeat(300)}\n`.repeat(3) });
  await using client = await open(dir.path, { maxOutputBytes });
  const pages = await textsOfAll(client, 'git_diff_unstaged');
  for (const page of pages) expect(Buffer.byteLength(page)).toBeLessThanOrEqual(maxOutputBytes);
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.join('')).toBe(dir.git('diff'));
});

test('a cursor of another diff is refused', async () => {
  using dir = many();
  await using client = await open(dir.path, { maxOutputBytes: 1000 });
  const [note = ''] = textsOf(await call(client, 'git_diff_unstaged'));
  const cursor = /cursor "(.*)"/.exec(note)?.[1];
  expect(cursor).toMatch(/^\d+\.[0-9a-f]{16}$/);
  dir.write({ 'file-00.txt': 'old\n' });
  expect(textsOf(await call(client, 'git_diff_unstaged', { cursor }))).toEqual([
    'The changes are not the same as when the cursor was given. Start again without it.',
  ]);
  expect(textsOf(await call(client, 'git_diff_unstaged', { cursor: '1.1.x' }))).toEqual([
    'The cursor is not one that this tool gave. Start again without it.',
  ]);
});

test('a diff of touched files writes nothing', async () => {
  using dir = repository({ 'a.txt': 'one\n', 'b.txt': 'one\n', 'c.txt': 'one\n' });
  for (const name of ['a.txt', 'b.txt', 'c.txt']) utimesSync(dir.at(name), 1, 1);
  const before = readFileSync(dir.at('.git/index'));
  for (const [tool, args] of [
    ['git_status', {}],
    ['git_diff_unstaged', {}],
    ['git_diff_staged', {}],
    ['git_diff', { target: 'HEAD' }],
  ] as const)
    expect((await ask(dir, tool, args)).isError).toBeUndefined();
  expect(textsOf(await ask(dir, 'git_diff_unstaged'))).toEqual(['No changes.']);
  expect(readFileSync(dir.at('.git/index')).equals(before)).toBe(true);
  dir.git('diff');
  expect(readFileSync(dir.at('.git/index')).equals(before)).toBe(false);
});

test('max_bytes lowers the size limit', async () => {
  using dir = many();
  const [note, patch = ''] = textsOf(await ask(dir, 'git_diff_unstaged', { max_bytes: 1000 }));
  expect(Buffer.byteLength(patch)).toBeLessThan(1100);
  expect(note).toMatch(/^\[There are more changes in the 30 files; continue with cursor /);
});

describe('lock files', () => {
  const withLock = (): Temporary => {
    const dir = repository({ 'a.txt': 'one\n', 'sub/package-lock.json': '{}\n', 'go.sum': 'one\n' });
    dir.write({ 'a.txt': 'two\n', 'sub/package-lock.json': '{\n}\n', 'go.sum': 'two\n' });
    return dir;
  };
  const NOTE = '[Lock files are left out: go.sum, sub/package-lock.json. generated: true shows them.]';

  test.each([
    ['git_diff_unstaged', {}, ['diff']],
    ['git_diff', { target: 'HEAD' }, ['diff', 'HEAD']],
    ['git_diff_staged', {}, ['diff', '--cached']],
  ])('are left out by %s, with a note', async (tool, args, plain) => {
    using dir = withLock();
    if (tool === 'git_diff_staged') dir.git('add', '.');
    expect(textsOf(await ask(dir, tool, args))).toEqual([dir.git(...plain, '--', 'a.txt'), NOTE]);
    expect(textsOf(await ask(dir, tool, { ...args, generated: true }))).toEqual([dir.git(...plain)]);
    expect(textsOf(await ask(dir, tool, { ...args, paths: ['go.sum'] }))).toEqual([
      dir.git(...plain, '--', 'go.sum'),
    ]);
  });

  test('are not reported as unchanged if nothing else has changed', async () => {
    using dir = repository({ 'go.sum': 'one\n' });
    dir.write({ 'go.sum': 'two\n' });
    expect(textsOf(await ask(dir, 'git_diff', {}))).toEqual([
      'Only lock files have changed.',
      '[Lock files are left out: go.sum. generated: true shows them.]',
    ]);
  });

  test('are left out by git_show and prompts too', async () => {
    using dir = withLock();
    dir.commit('second');
    for (const args of [{}, { max_bytes: 1000 }]) {
      const [shown, note] = textsOf(await ask(dir, 'git_show', { revision: 'HEAD', ...args }));
      expect(note).toBe(NOTE);
      expect(shown).toContain('a.txt');
      expect(shown).not.toContain('go.sum');
    }
    expect(await textOf(ask(dir, 'git_show', { revision: 'HEAD', generated: true }))).toContain('go.sum');
    await using client = await open(dir.path);
    const args = { name: 'review-changes', arguments: { range: 'HEAD~1..HEAD' } };
    expect(JSON.stringify(await client.request('prompts/get', args))).toContain(
      '[Left out: lock files (go.sum, sub/package-lock.json). git_diff with generated: true shows them.]',
    );
  });

  test('do not interrupt the pages', async () => {
    using dir = repository({ 'yarn.lock': 'one\n' });
    const names = Array.from({ length: 20 }, (_, index) => `${index < 10 ? 'a' : 'z'}-${index}.txt`);
    dir.write(Object.fromEntries(names.map((name) => [name, `${name}\n`.repeat(30)])));
    dir.write({ 'yarn.lock': 'two\n' });
    dir.git('add', '.');
    await using client = await open(dir.path);
    const pages = await textsOfAll(client, 'git_diff_staged', { max_bytes: 1500 });
    expect(pages.length).toBeGreaterThan(2);
    expect(pages.join('')).toBe(dir.git('diff', '--cached', '--', ...names));
  });
});

test('bytes that are not UTF-8 are replaced', async () => {
  using dir = repository({ 'a.txt': new Uint8Array([0xfc, 0x0a]) });
  dir.write({ 'a.txt': new Uint8Array([0xe4, 0x0a]) });
  const [patch = ''] = textsOf(await ask(dir, 'git_diff_unstaged'));
  expect(patch).toContain('-\uFFFD\n+\uFFFD');
});

test('a change of the same size in the second of the last commit is found', async () => {
  using dir = repository();
  // Compares only time and size, which alone can miss this change.
  dir.git('config', 'core.trustctime', 'false');
  dir.git('config', 'core.checkStat', 'minimal');
  const when = 1_700_000_000;
  utimesSync(dir.at('a.txt'), when, when);
  dir.git('update-index', '--refresh');
  utimesSync(dir.at('.git/index'), when, when);
  dir.write({ 'a.txt': 'six\n' });
  utimesSync(dir.at('a.txt'), when, when);
  for (const [tool, args] of [
    ['git_diff_unstaged', {}],
    ['git_diff', { target: 'HEAD' }],
  ] as const)
    expect(await textOf(ask(dir, tool, args))).toContain('-one\n+six');
});

test('git_diff compares files only if there is a work tree', async () => {
  using nest = temporary();
  using dir = repository({ config: 'one\n', HEAD: 'two\n' });
  const bare = nest.at('bare.git');
  nest.git('clone', '--quiet', '--bare', dir.path, bare);
  const refusal = `${bare} is a bare repository: it has no files to work on.`;
  await using client = await open(bare);
  expect(await textOf(call(client, 'git_diff', { target: 'HEAD' }))).toBe(refusal);
  dir.git('commit', '--quiet', '--allow-empty', '--message', 'on.. and on');
  const own = ask(dir, 'git_diff', { repo_path: dir.at('.git'), target: 'HEAD^{/on..}' });
  expect(await textOf(own)).toContain('.git is a bare repository');
  dir.git('push', '--quiet', bare, 'main');
  expect(await textOf(call(client, 'git_diff', { target: 'HEAD^{/on..}' }))).toBe(refusal);
  expect(await textOf(call(client, 'git_diff', { target: 'HEAD~1..HEAD' }))).toBe('No changes.');
});
