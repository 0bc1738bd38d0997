import { connect } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { ask, call, repository, serve, textsOf, type Temporary } from '../setup.ts';

const many = (): Temporary => {
  const names = Array.from({ length: 30 }, (_, index) => `file-${String(index).padStart(2, '0')}.txt`);
  const dir = repository(Object.fromEntries(names.map((name) => [name, 'old\n'])));
  dir.write(Object.fromEntries(names.map((name) => [name, `${name} is new\n`.repeat(20)])));
  return dir;
};

describe('the text is that of git', () => {
  test.each([
    ['git_diff_unstaged', {}, 'Unstaged changes:', ['diff']],
    ['git_diff_unstaged', { context_lines: 0 }, 'Unstaged changes:', ['diff', '--unified=0']],
    ['git_diff_unstaged', { paths: ['a.txt'] }, 'Unstaged changes:', ['diff', '--', 'a.txt']],
    ['git_diff_staged', {}, 'Staged changes:', ['diff', '--cached']],
    ['git_diff', { target: 'HEAD' }, 'Diff with HEAD:', ['diff', 'HEAD']],
    ['git_diff', { target: 'HEAD', base: 'HEAD~1' }, 'Diff with HEAD:', ['diff', 'HEAD~1', 'HEAD']],
    ['git_diff', { target: 'HEAD~1..HEAD' }, 'Diff with HEAD~1..HEAD:', ['diff', 'HEAD~1..HEAD']],
  ])('%s %j', async (tool, args, title, plain) => {
    using dir = repository({ 'a.txt': '1\n2\n3\n4\n5\n', 'b.txt': 'b\n', 'old.txt': 'moved\n' });
    dir.write({ 'a.txt': '1\n2\n3\n4\nfive\n', bin: new Uint8Array([0, 1, 2]) });
    dir.git('mv', 'old.txt', 'new.txt');
    dir.commit('second');
    dir.write({ 'b.txt': 'staged\n', 'ü.txt': 'new\n' });
    dir.git('add', '.');
    dir.write({ 'a.txt': '1\n2\nthree\n4\nfive\n', 'b.txt': 'not staged\n' });
    const expected = dir.git('-c', 'core.quotePath=false', ...plain).replace(/\n$/, '');
    expect(textsOf(await ask(dir, tool, args))).toEqual([`${title}\n${expected}`]);
  });
});

test('tells each file with its numbers and its part of the patch', async () => {
  using dir = repository({ 'a.txt': 'one\n', 'old.txt': 'moved\n' });
  dir.git('mv', 'old.txt', 'new.txt');
  dir.write({ 'a.txt': 'two\n', 'b.bin': new Uint8Array([0, 1]) });
  dir.git('add', '.');
  expect((await ask(dir, 'git_diff_staged')).structuredContent).toEqual({
    files: [
      {
        path: 'a.txt',
        status: 'modified',
        additions: 1,
        deletions: 1,
        binary: false,
        patch:
          'diff --git a/a.txt b/a.txt\nindex 5626abf..f719efd 100644\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n',
      },
      {
        path: 'b.bin',
        status: 'added',
        additions: 0,
        deletions: 0,
        binary: true,
        patch: expect.stringContaining('Binary files /dev/null and b/b.bin differ\n'),
      },
      {
        path: 'new.txt',
        oldPath: 'old.txt',
        status: 'renamed',
        additions: 0,
        deletions: 0,
        binary: false,
        patch:
          'diff --git a/old.txt b/new.txt\nsimilarity index 100%\nrename from old.txt\nrename to new.txt\n',
      },
    ],
    additions: 1,
    deletions: 1,
  });
});

test.each([1000, 1500, 5000])('pages of %i bytes are the whole patch together', async (maxOutputBytes) => {
  using dir = many();
  dir.write({ 'file-07.txt': `${'a long line '.repeat(300)}\n`.repeat(3) });
  await using client = await connect(serve([dir.path], { maxOutputBytes }), { revision: '2025-11-25' });
  const pages: string[] = [];
  const parts = new Map<string, string>();
  for (let cursor: unknown; pages.length < 100;) {
    const answer = await call(client, 'git_diff_unstaged', cursor === undefined ? {} : { cursor });
    const { files, nextCursor } = answer.structuredContent as {
      files: { path: string; patch?: string }[];
      nextCursor?: string;
    };
    expect(Buffer.byteLength(answer.content[0]?.text ?? '')).toBeLessThan(maxOutputBytes + 30);
    expect(files.length).toBe(30);
    pages.push(files.map(({ patch = '' }) => patch).join(''));
    for (const { path, patch = '' } of files) parts.set(path, (parts.get(path) ?? '') + patch);
    cursor = nextCursor;
    if (cursor === undefined) break;
  }
  expect(pages.length).toBeGreaterThan(2);
  expect(pages.join('')).toBe(dir.git('diff'));
  for (const [path, part] of parts) expect(part).toBe(dir.git('diff', '--', path));
});

test('a cursor of another diff is refused', async () => {
  using dir = many();
  await using client = await connect(serve([dir.path], { maxOutputBytes: 1000 }), { revision: '2025-11-25' });
  const first = await call(client, 'git_diff_unstaged');
  const cursor = first.structuredContent?.['nextCursor'];
  dir.write({ 'file-00.txt': 'old\n' });
  expect(textsOf(await call(client, 'git_diff_unstaged', { cursor }))).toEqual([
    'The changes are not the same as when the cursor was given. Start again without it.',
  ]);
  expect(textsOf(await call(client, 'git_diff_unstaged', { cursor: '1.1.x' }))).toEqual([
    'The cursor is not one that this tool gave. Start again without it.',
  ]);
});

test('without the patch there is the list', async () => {
  using dir = many();
  const answer = await ask(dir, 'git_diff_unstaged', { patch: false, paths: ['file-01.txt'] });
  expect(answer).toEqual({
    content: [{ type: 'text', text: 'Unstaged changes:\n20\t1\tfile-01.txt' }],
    structuredContent: {
      files: [{ path: 'file-01.txt', status: 'modified', additions: 20, deletions: 1, binary: false }],
      additions: 20,
      deletions: 1,
    },
  });
});

test('conflicts are shown as git shows them', async () => {
  using dir = repository();
  dir.git('checkout', '--quiet', '-b', 'topic');
  dir.write({ 'a.txt': 'theirs\n' });
  dir.commit('theirs');
  dir.git('checkout', '--quiet', 'main');
  dir.write({ 'a.txt': 'ours\n' });
  dir.commit('ours');
  expect(() => dir.git('merge', 'topic')).toThrow('Command failed: git merge topic');
  const answer = await ask(dir, 'git_diff_unstaged');
  expect(textsOf(answer)).toEqual([`Unstaged changes:\n${dir.git('diff').replace(/\n$/, '')}`]);
  expect(answer.structuredContent).toMatchObject({ files: [{ path: 'a.txt', status: 'unmerged' }] });
});

test('bytes that are not UTF-8 do not stop it', async () => {
  using dir = repository({ 'a.txt': new Uint8Array([0xfc, 0x0a]) });
  dir.write({ 'a.txt': new Uint8Array([0xe4, 0x0a]) });
  const [patch = ''] = textsOf(await ask(dir, 'git_diff_unstaged'));
  expect(patch).toContain('-\uFFFD\n+\uFFFD');
});
