import { readFileSync, utimesSync } from 'node:fs';
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
    totals: { files: 3, additions: 1, deletions: 1 },
    excluded: [],
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
  const answer = await ask(dir, 'git_diff_unstaged', { stat: true, paths: ['file-01.txt'] });
  expect(answer).toEqual({
    content: [{ type: 'text', text: 'Unstaged changes:\n20\t1\tfile-01.txt' }],
    structuredContent: {
      files: [{ path: 'file-01.txt', status: 'modified', additions: 20, deletions: 1, binary: false }],
      totals: { files: 1, additions: 20, deletions: 1 },
      excluded: [],
    },
  });
  expect(await ask(dir, 'git_diff_unstaged', { nameOnly: true, paths: ['file-01.txt'] })).toEqual({
    content: [{ type: 'text', text: 'Unstaged changes:\nfile-01.txt' }],
    structuredContent: { files: [{ path: 'file-01.txt', status: 'modified' }], excluded: [] },
  });
});

test('a diff of files that were touched writes nothing', async () => {
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
  expect((await ask(dir, 'git_diff_unstaged')).structuredContent).toMatchObject({ files: [] });
  expect(readFileSync(dir.at('.git/index')).equals(before)).toBe(true);
  dir.git('diff');
  expect(readFileSync(dir.at('.git/index')).equals(before)).toBe(false);
});

test('a caller can ask for less', async () => {
  using dir = many();
  const [patch = '', note] = textsOf(await ask(dir, 'git_diff_unstaged', { maxBytes: 1000 }));
  expect(Buffer.byteLength(patch)).toBeLessThan(1100);
  expect(note).toMatch(/^\[There is more: 30 files changed in all\./);
});

describe('generated files', () => {
  const withLock = (): Temporary => {
    const dir = repository({
      'a.txt': 'one\n',
      'sub/package-lock.json': '{}\n',
      'sub/made.ts': 'one\n',
      'go.sum': 'one\n',
      'sub/.gitattributes': 'made.ts linguist-generated\n',
      '.gitattributes': 'go.sum -linguist-generated\n',
    });
    dir.write({ 'a.txt': 'two\n', 'sub/package-lock.json': '{\n}\n', 'sub/made.ts': '', 'go.sum': 'two\n' });
    return dir;
  };
  const EXCLUDED = ['sub/made.ts', 'sub/package-lock.json'];
  const NOTE = '[Left out as generated: sub/made.ts, sub/package-lock.json. generated: true shows them.]';

  test.each([
    ['git_diff_unstaged', {}, ['diff']],
    ['git_diff', { target: 'HEAD' }, ['diff', 'HEAD']],
    ['git_diff_staged', {}, ['diff', '--cached']],
  ])('are left out by %s, and that is said', async (tool, args, plain) => {
    using dir = withLock();
    if (tool === 'git_diff_staged') dir.git('add', '.');
    const answer = await ask(dir, tool, args);
    const [shown = '', note] = textsOf(answer);
    expect(`${shown.slice(shown.indexOf('\n') + 1)}\n`).toBe(dir.git(...plain, '--', 'a.txt', 'go.sum'));
    expect(note).toBe(NOTE);
    expect(answer.structuredContent).toMatchObject({
      excluded: EXCLUDED,
      totals: { files: 4, additions: 4, deletions: 4 },
      files: [
        { path: 'a.txt', patch: expect.stringContaining('+two') },
        { path: 'go.sum', patch: expect.stringContaining('+two') },
        { path: 'sub/made.ts', additions: 0, deletions: 1 },
        { path: 'sub/package-lock.json', additions: 2, deletions: 1 },
      ],
    });
    const all = await ask(dir, tool, { ...args, generated: true });
    expect(textsOf(all)[0]?.split('\n').slice(1).join('\n')).toBe(dir.git(...plain).trimEnd());
    expect(all.structuredContent).toMatchObject({ excluded: [] });
    const named = await ask(dir, tool, { ...args, paths: ['sub/made.ts'] });
    expect(named.structuredContent).toMatchObject({ excluded: [], files: [{ patch: expect.any(String) }] });
  });

  test('are found by patterns of every form, where git finds them', async () => {
    using dir = repository({ 'gen/x.pb.ts': 'one\n' });
    dir.write({ 'gen/x.pb.ts': 'two\n' });
    const patterns = [
      '*.pb.ts',
      'gen/**',
      '/gen/x.pb.ts',
      '**/x.*',
      'x.pb.t[s]',
      '"gen/x.pb.ts"',
      ' \\x.pb.ts\t',
    ];
    const lines = patterns.map((pattern) => `${pattern} linguist-generated\n`);
    await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
    const excludedBy = async (attributes: string): Promise<unknown> => {
      dir.write({ '.git/info/attributes': attributes });
      const { structuredContent } = await call(client, 'git_diff_unstaged');
      return structuredContent?.['excluded'];
    };
    for (const attributes of [...lines, '[attr]made linguist-generated\n*.ts made\n'])
      expect([attributes, await excludedBy(attributes)]).toEqual([attributes, ['gen/x.pb.ts']]);
    for (const attributes of ['y.pb.ts linguist-generated\n', 'x.pb.ts -linguist-generated\n'])
      expect([attributes, await excludedBy(attributes)]).toEqual([attributes, []]);
  });

  test('are left out by git_show, resources and prompts too', async () => {
    using dir = withLock();
    dir.write({ 'merge.txt': '' });
    dir.commit('second');
    for (const args of [{}, { maxBytes: 1000 }]) {
      const answer = await ask(dir, 'git_show', { revision: 'HEAD', ...args });
      expect(textsOf(answer)[1]).toBe(NOTE);
      expect(answer.structuredContent).toMatchObject({
        excluded: EXCLUDED,
        totals: { files: 5, additions: 4 },
      });
      expect(textsOf(answer)[0]).not.toContain('made.ts');
    }
    expect(textsOf(await ask(dir, 'git_show', { revision: 'HEAD', generated: true }))[0]).toContain(
      'made.ts',
    );
    await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
    const uri = `git://${encodeURIComponent(dir.path)}/diff/HEAD~1..HEAD`;
    const read = await client.request('resources/read', { uri });
    expect(JSON.stringify(read)).toContain(
      '[Left out as generated: sub/made.ts, sub/package-lock.json; git_diff shows',
    );
  });

  test('pages go on after them', async () => {
    using dir = repository({ 'yarn.lock': 'one\n' });
    const names = Array.from({ length: 20 }, (_, index) => `${index < 10 ? 'a' : 'z'}-${index}.txt`);
    dir.write(Object.fromEntries(names.map((name) => [name, `${name}\n`.repeat(30)])));
    dir.write({ 'yarn.lock': 'two\n' });
    dir.git('add', '.');
    await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
    const patched: string[] = [];
    let cursor: unknown;
    do {
      const args = { maxBytes: 1500, ...(cursor === undefined ? {} : { cursor }) };
      const { structuredContent } = await call(client, 'git_diff_staged', args);
      const { files } = structuredContent as unknown as { files: { path: string; patch?: string }[] };
      // The name in the patch, so that it shows when a part is at the wrong file.
      patched.push(
        ...files.flatMap(({ path, patch }) => (patch?.includes(` b/${path}\n`) === true ? [path] : [])),
      );
      cursor = structuredContent?.['nextCursor'];
    } while (cursor !== undefined);
    expect(patched.toSorted()).toEqual(names.toSorted());
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

test('a change of the same size in the second of the last commit is seen', async () => {
  using dir = repository();
  // Nothing but the time and the size: with them alone a change can only be missed or compared.
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
    expect(textsOf(await ask(dir, tool, args))[0]).toContain('-one\n+six');
});
