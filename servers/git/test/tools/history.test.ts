import { basename } from 'node:path';
import { connect } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { ask, call, diverged, repository, serve, temporary, textsOf, type Temporary } from '../setup.ts';

const DATE = '2026-01-31 12:00:00+02:00';

const textOf = (hash: string, message: string): string =>
  `Commit: '${hash}'\nAuthor: <git.Actor "Ada <ada@example.org>">\nDate: ${DATE}\nMessage: ${message}\n`;

interface Shown {
  readonly hash: string;
  readonly subject: string;
  readonly files?: readonly object[];
}

const commitsOf = (answer: { readonly structuredContent?: object }): Shown[] =>
  (answer.structuredContent as { commits: Shown[] }).commits;

describe('git_log', () => {
  test('has the text of the official server, and every field as structured content', async () => {
    using dir = repository();
    const first = dir.git('rev-parse', 'HEAD').trim();
    const second = dir.commit("It's done\n\nFor a reason.\n");
    dir.git('tag', 'v1');
    const answer = await ask(dir, 'git_log');
    expect(textsOf(answer)).toEqual([
      `Commit history:\n${textOf(second, String.raw`"It's done\n\nFor a reason.\n"`)}\n${textOf(first, String.raw`'first\n'`)}`,
    ]);
    expect(commitsOf(answer)[0]).toEqual({
      hash: second,
      short: second.slice(0, 7),
      parents: [first],
      author: { name: 'Ada', email: 'ada@example.org' },
      date: '2026-01-31T12:00:00+02:00',
      committer: { name: 'Ada', email: 'ada@example.org' },
      commitDate: '2026-01-31T12:00:00+02:00',
      refs: ['HEAD -> main', 'tag: v1'],
      subject: "It's done",
      body: 'For a reason.',
    });
  });

  test.each([{ max_count: 2 }, { max_count: 3 }, { max_count: 7 }])(
    'pages of %j are all commits together',
    async (args) => {
      using dir = repository();
      const hashes = Array.from({ length: 6 }, (_, index) => dir.commit(`commit ${index}`));
      await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
      const seen: string[] = [];
      let cursor: unknown;
      do {
        const answer = await call(client, 'git_log', {
          ...args,
          ...(cursor === undefined ? {} : { cursor }),
        });
        seen.push(...commitsOf(answer).map(({ hash }) => hash));
        cursor = answer.structuredContent?.['nextCursor'];
        // A new commit does not move the pages.
        dir.commit('meanwhile');
      } while (cursor !== undefined);
      expect(seen).toEqual([...hashes.toReversed(), expect.any(String)]);
    },
  );

  test('a page ends where the size limit is', async () => {
    using dir = repository();
    for (let index = 0; index < 6; index += 1) dir.commit(`${index} ${'x'.repeat(400)}`);
    const answer = await ask(dir, 'git_log', { max_count: 100 }, { maxOutputBytes: 1500 });
    expect(commitsOf(answer)).toHaveLength(2);
    expect(answer.structuredContent?.['nextCursor']).toMatch(/^2\.[0-9a-f]{40}$/);
  });

  test.each([
    [{ path: 'b.txt' }, ['second']],
    [{ path: 'new.txt', follow: true }, ['third', 'first']],
    [{ grep: 'SECOND' }, []],
    [{ grep: '.' }, []],
    [{ grep: 'eco' }, ['second']],
    [{ author: 'Grace' }, ['second']],
    [{ ref: 'HEAD~1' }, ['second', 'first']],
    [{ ref: 'HEAD~2..HEAD~1' }, ['second']],
    [{ skip: 2 }, ['first']],
    [
      { start_timestamp: '2026-01-31T09:00:00Z', end_timestamp: '2026-01-31T11:00:00Z' },
      ['third', 'second', 'first'],
    ],
    [{ start_timestamp: '2026-02-01' }, []],
    [{ end_timestamp: '2026-01-01' }, []],
  ])('%j finds %j', async (args, subjects) => {
    using dir = repository();
    dir.write({ 'b.txt': '' });
    dir.git('add', '.');
    dir.git('commit', '--quiet', '--message', 'second', '--author', 'Grace <grace@example.org>');
    dir.git('mv', 'a.txt', 'new.txt');
    dir.commit('third');
    expect(commitsOf(await ask(dir, 'git_log', args)).map(({ subject }) => subject)).toEqual(subjects);
  });

  test('tells the changed files of each commit when asked', async () => {
    using dir = diverged('a.txt', 'b.txt');
    dir.git('merge', '--quiet', '--no-edit', 'topic');
    dir.git('mv', 'a.txt', 'c.txt');
    dir.write({ 'x.bin': new Uint8Array([0]), 'ü\t.txt': 'one\n' });
    dir.commit('moved');
    dir.git('commit', '--quiet', '--allow-empty', '--message', 'empty');
    const answer = await ask(dir, 'git_log', { stat: true, max_count: 3 });
    const counts = { binary: false };
    expect(commitsOf(answer).map(({ subject, files }) => ({ subject, files }))).toEqual([
      { subject: 'empty', files: undefined },
      {
        subject: 'moved',
        files: [
          { path: 'c.txt', oldPath: 'a.txt', additions: 0, deletions: 0, ...counts },
          { path: 'x.bin', additions: 0, deletions: 0, binary: true },
          { path: 'ü\t.txt', additions: 1, deletions: 0, ...counts },
        ],
      },
      { subject: expect.stringContaining('Merge'), files: undefined },
    ]);
    expect(textsOf(answer)[0]).toContain("Message: 'moved\\n'\n0\t0\tc.txt\n0\t0\tx.bin\n1\t0\tü\t.txt\n");
    expect(answer.structuredContent?.['nextCursor']).toMatch(/^3\./);
    // The same commits as without.
    for (const stat of [true, false])
      expect(
        commitsOf(await ask(dir, 'git_log', { stat, path: 'b.txt' })).map(({ subject }) => subject),
      ).toEqual(['topic', 'first']);
  });

  test('tells that there is no commit yet', async () => {
    using dir = temporary();
    dir.git('init', '--quiet');
    expect(await ask(dir, 'git_log')).toMatchObject({ isError: true });
  });

  test('reads messages in other encodings, and SHA-256 names', async () => {
    using dir = temporary();
    dir.git('init', '--quiet', '--object-format=sha256');
    dir.write({ '.git/message': new Uint8Array([0x67, 0x72, 0xfc, 0xdf, 0x65]) });
    dir.git(
      '-c',
      'i18n.commitEncoding=ISO-8859-1',
      'commit',
      '--quiet',
      '--allow-empty',
      '--file=.git/message',
    );
    const [commit] = commitsOf(await ask(dir, 'git_log'));
    expect(commit).toMatchObject({ subject: 'grüße', hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });
});

describe('git_show', () => {
  test('shows a commit with its changes', async () => {
    using dir = repository();
    dir.write({ 'a.txt': 'two\n', 'b.txt': 'b\n' });
    const hash = dir.commit('second');
    const answer = await ask(dir, 'git_show', { revision: 'HEAD' });
    expect(textsOf(answer)).toEqual([
      `${textOf(hash, String.raw`'second\n'`)}\n--- a.txt\n+++ a.txt\n@@ -1 +1 @@\n-one\n+two\n\n--- /dev/null\n+++ b.txt\n@@ -0,0 +1 @@\n+b\n`,
    ]);
    expect(answer.structuredContent).toMatchObject({
      type: 'commit',
      commit: { hash, subject: 'second' },
      files: [
        { path: 'a.txt', additions: 1, deletions: 1 },
        { path: 'b.txt', status: 'added' },
      ],
    });
  });

  test('shows the first commit, a merge against its first parent, and a tag as its commit', async () => {
    using dir = repository();
    dir.git('checkout', '--quiet', '-b', 'topic');
    dir.write({ 'b.txt': 'b\n' });
    dir.commit('topic');
    dir.git('checkout', '--quiet', 'main');
    dir.commit('main');
    dir.git('merge', '--quiet', '--no-edit', 'topic');
    dir.git('tag', '--annotate', '--message', 'a tag', 'v1');
    for (const [revision, path] of [
      ['HEAD~2', 'a.txt'],
      ['HEAD', 'b.txt'],
      ['v1', 'b.txt'],
    ])
      expect(await ask(dir, 'git_show', { revision })).toMatchObject({
        structuredContent: { type: 'commit', files: [{ path, status: 'added' }] },
      });
  });

  test('shows files and folders of a revision', async () => {
    using dir = repository({ 'folder/a.txt': 'old\n', 'a.bin': new Uint8Array([0]) });
    dir.write({ 'folder/a.txt': 'new\n' });
    expect(await ask(dir, 'git_show', { revision: 'HEAD', path: 'folder/a.txt' })).toEqual({
      content: [{ type: 'text', text: 'old\n' }],
      structuredContent: { type: 'blob', text: 'old\n', truncated: false },
    });
    expect(await ask(dir, 'git_show', { revision: 'HEAD:folder' })).toMatchObject({
      structuredContent: { type: 'tree', text: expect.stringContaining('a.txt') },
    });
    expect(await ask(dir, 'git_show', { revision: 'HEAD', path: 'a.bin' })).toEqual({
      content: [
        { type: 'text', text: 'HEAD:a.bin is binary; it cannot be shown as text.' },
        {
          type: 'resource_link',
          uri: `git://${basename(dir.path)}/blob/HEAD/a.bin`,
          name: 'a.bin',
        },
      ],
      structuredContent: { type: 'blob', binary: true, truncated: true },
    });
    expect(await ask(dir, 'git_show', { revision: 'HEAD', path: 'missing' })).toMatchObject({
      isError: true,
    });
  });

  test('tells only names and counts without the patch', async () => {
    using dir = repository();
    dir.git('mv', 'a.txt', 'b.txt');
    dir.write({ 'c.txt': 'c\n' });
    dir.commit('second');
    const answer = await ask(dir, 'git_show', { revision: 'HEAD', patch: false });
    expect(textsOf(answer)[0]).toMatch(/\n0\t0\tb\.txt\n1\t0\tc\.txt$/);
    expect(answer.structuredContent).toMatchObject({
      files: [
        { path: 'b.txt', oldPath: 'a.txt', status: 'renamed' },
        { path: 'c.txt', additions: 1 },
      ],
      totals: { files: 2, additions: 1, deletions: 0 },
    });
  });

  test('a long commit comes in pages', async () => {
    using dir = repository();
    dir.write(
      Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}.txt`, 'x\n'.repeat(100)])),
    );
    dir.commit('many');
    await using client = await connect(serve([dir.path], { maxOutputBytes: 1000 }), {
      revision: '2025-11-25',
    });
    let patch = '';
    let cursor: unknown;
    do {
      const answer = await call(client, 'git_show', {
        revision: 'HEAD',
        ...(cursor === undefined ? {} : { cursor }),
      });
      const { files } = answer.structuredContent as unknown as { files: { patch?: string }[] };
      patch += files.map((file) => file.patch ?? '').join('');
      cursor = answer.structuredContent?.['nextCursor'];
    } while (cursor !== undefined);
    expect(patch).toBe(dir.git('show', '--format=', 'HEAD'));
  });
});

describe('git_blame', () => {
  test('tells who changed each line', async () => {
    using dir = repository({ 'a.txt': 'one\ntwo\n' });
    const first = dir.git('rev-parse', 'HEAD').trim();
    dir.write({ 'a.txt': 'one\n\tTWO\n' });
    const second = dir.commit('second');
    const answer = await ask(dir, 'git_blame', { path: 'a.txt' });
    expect(textsOf(answer)).toEqual([
      `${first.slice(0, 8)} (Ada 2026-01-31 1) one\n${second.slice(0, 8)} (Ada 2026-01-31 2) \tTWO`,
    ]);
    expect(answer.structuredContent).toEqual({
      lines: [
        { line: 1, hash: first, author: 'Ada', date: '2026-01-31T10:00:00Z', summary: 'first', text: 'one' },
        {
          line: 2,
          hash: second,
          author: 'Ada',
          date: '2026-01-31T10:00:00Z',
          summary: 'second',
          text: '\tTWO',
        },
      ],
    });
    const line = await ask(dir, 'git_blame', {
      path: 'a.txt',
      start_line: 2,
      end_line: 2,
      revision: 'HEAD~1',
    });
    expect(line.structuredContent).toMatchObject({ lines: [{ line: 2, hash: first, text: 'two' }] });
  });

  test('says where to go on', async () => {
    using dir = repository({ 'a.txt': 'a line\n'.repeat(100) });
    const answer = await ask(dir, 'git_blame', { path: 'a.txt' }, { maxOutputBytes: 1000 });
    const { nextLine } = answer.structuredContent as unknown as { nextLine: number };
    expect(textsOf(answer)[1]).toBe(`[There is more. Go on with start_line ${nextLine}.]`);
    const next = await ask(
      dir,
      'git_blame',
      { path: 'a.txt', start_line: nextLine },
      { maxOutputBytes: 1000 },
    );
    expect(next.structuredContent?.['lines']).toContainEqual(expect.objectContaining({ line: nextLine }));
  });
});

describe('git_reflog, git_stash_list and git_merge_base', () => {
  const prepare = (): Temporary => {
    const dir = repository();
    dir.write({ 'a.txt': 'aside\n' });
    dir.git('stash', 'push', '--quiet', '--message', 'put aside');
    dir.git('checkout', '--quiet', '-b', 'topic');
    dir.commit('topic');
    return dir;
  };

  test('show where HEAD was, what was put aside, and where two branches were one', async () => {
    using dir = prepare();
    const [topic, base] = ['topic', 'main'].map((name) => dir.git('rev-parse', name).trim());
    expect((await ask(dir, 'git_reflog', { max_count: 2 })).structuredContent).toEqual({
      entries: [
        { selector: 'HEAD@{0}', hash: topic, message: 'commit: topic' },
        { selector: 'HEAD@{1}', hash: base, message: 'checkout: moving from main to topic' },
      ],
    });
    expect(await ask(dir, 'git_stash_list')).toEqual({
      content: [{ type: 'text', text: 'stash@{0}: On main: put aside' }],
      structuredContent: {
        stashes: [
          {
            selector: 'stash@{0}',
            hash: dir.git('rev-parse', 'stash@{0}').trim(),
            date: '2026-01-31T12:00:00+02:00',
            message: 'On main: put aside',
          },
        ],
      },
    });
    expect((await ask(dir, 'git_merge_base', { first: 'topic', second: 'main' })).structuredContent).toEqual({
      bases: [base],
      ahead: 1,
      behind: 0,
    });
  });
});
