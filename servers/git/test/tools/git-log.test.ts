import { expect, test } from 'vitest';
import { ask, call, diverged, open, repository, shortOf, temporary, textOf, textsOf } from '../setup.ts';

interface Shown {
  readonly hash: string;
  readonly subject: string;
  readonly files?: readonly object[];
}

const commitsOf = (answer: { readonly structuredContent?: object }): Shown[] =>
  (answer.structuredContent as { commits?: Shown[] }).commits ?? [];

test('returns the text of git log, and every field as structured content', async () => {
  using dir = repository();
  const first = shortOf(dir);
  dir.commit("It's done\n\nFor a reason.\n\n  - and another\n");
  const second = shortOf(dir);
  dir.git('tag', 'v1');
  expect(await ask(dir, 'git_log')).toEqual({
    content: [{ type: 'text', text: dir.git('log', '--decorate', '--abbrev-commit').trimEnd() }],
    structuredContent: {
      commits: [
        {
          hash: second,
          parents: [first],
          refs: ['HEAD -> main', 'tag: v1'],
          author: 'Ada <ada@example.org>',
          date: '2026-01-31T12:00:00+02:00',
          subject: "It's done",
          body: 'For a reason.\n\n  - and another',
        },
        {
          hash: first,
          author: 'Ada <ada@example.org>',
          date: '2026-01-31T12:00:00+02:00',
          subject: 'first',
        },
      ],
    },
  });
});

test('names both sides of a merge, and a committer who is not the author', async () => {
  using dir = diverged('a.txt', 'b.txt');
  dir.git('merge', '--quiet', '--no-edit', 'topic');
  dir.git('commit', '--quiet', '--amend', '--no-edit', '--author', 'Grace <grace@example.org>');
  const answer = await ask(dir, 'git_log', { limit: 1 });
  expect(textsOf(answer)[1]).toBe(dir.git('log', '--decorate', '--abbrev-commit', '-1').trimEnd());
  expect(commitsOf(answer)[0]).toMatchObject({
    parents: [expect.any(String), expect.any(String)],
    author: 'Grace <grace@example.org>',
    committer: 'Ada <ada@example.org>',
  });
});

test.each([{ limit: 2 }, { limit: 3 }, { limit: 7 }])('pages of %j join to all commits', async (args) => {
  using dir = repository();
  const hashes = Array.from({ length: 6 }, (_, index) => dir.commit(`commit ${index}`).slice(0, 7));
  await using client = await open(dir.path);
  const seen: string[] = [];
  let cursor: unknown;
  do {
    const answer = await call(client, 'git_log', {
      ...args,
      ...(cursor === undefined ? {} : { cursor }),
    });
    seen.push(...commitsOf(answer).map(({ hash }) => hash));
    cursor = answer.structuredContent?.['next_cursor'];
    // A new commit does not shift the pages.
    dir.commit('meanwhile');
  } while (cursor !== undefined);
  expect(seen).toEqual([...hashes.toReversed(), expect.any(String)]);
});

test('a page ends at the size limit', async () => {
  using dir = repository();
  for (let index = 0; index < 6; index += 1) dir.commit(`${index} ${'x'.repeat(450)}`);
  const answer = await ask(dir, 'git_log', { limit: 100, oneline: false }, { maxOutputBytes: 1500 });
  expect(commitsOf(answer)).toHaveLength(2);
  expect(answer.structuredContent?.['next_cursor']).toMatch(/^2\.[0-9a-f]{40}$/);
});

test.each([{ oneline: true }, { oneline: false }, { stat: true }])(
  'structured content fits the size limit, and its pages have every commit: %j',
  async (form) => {
    using dir = repository();
    for (let index = 0; index < 12; index += 1) dir.commit(`"${index}"`);
    await using client = await open(dir.path, { maxOutputBytes: 700 });
    const subjects: string[] = [];
    for (let more: object | undefined = {}; more !== undefined;) {
      const answer = await call(client, 'git_log', { limit: 100, ...form, ...more });
      expect(Buffer.byteLength(JSON.stringify(answer.structuredContent?.['commits']))).toBeLessThan(710);
      subjects.push(...commitsOf(answer).map(({ subject }) => subject));
      const cursor = answer.structuredContent?.['next_cursor'];
      more = cursor === undefined ? undefined : { cursor };
    }
    expect(subjects).toEqual(dir.git('log', '--format=%s').trimEnd().split('\n'));
  },
);

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

test('lists the changed files of each commit on request', async () => {
  using dir = diverged('a.txt', 'b.txt');
  dir.git('merge', '--quiet', '--no-edit', 'topic');
  dir.git('mv', 'a.txt', 'c.txt');
  dir.write({ 'x.bin': new Uint8Array([0]), 'ü\t.txt': 'one\n' });
  dir.commit('moved');
  dir.git('commit', '--quiet', '--allow-empty', '--message', 'empty');
  const answer = await ask(dir, 'git_log', { stat: true, limit: 3 });
  expect(commitsOf(answer).map(({ subject, files }) => ({ subject, files }))).toEqual([
    { subject: 'empty', files: undefined },
    {
      subject: 'moved',
      files: [
        { path: 'c.txt', old_path: 'a.txt', additions: 0, deletions: 0 },
        { path: 'x.bin', additions: 0, deletions: 0, binary: true },
        { path: String.raw`"ü\t.txt"`, additions: 1, deletions: 0 },
      ],
    },
    { subject: expect.stringContaining('Merge'), files: undefined },
  ]);
  expect(textsOf(answer)[1]).toContain(
    String.raw`    moved

0	0	a.txt => c.txt
-	-	x.bin
1	0	"ü\t.txt"
`,
  );
  expect(answer.structuredContent?.['next_cursor']).toMatch(/^3\./);
  // The same commits as without.
  for (const stat of [true, false])
    expect(
      commitsOf(await ask(dir, 'git_log', { stat, path: 'b.txt' })).map(({ subject }) => subject),
    ).toEqual(['topic', 'first']);
});

test('reports that no commit matches', async () => {
  using dir = repository();
  expect(await ask(dir, 'git_log', { grep: 'nothing like it' })).toEqual({
    content: [{ type: 'text', text: 'No commits match.' }],
    structuredContent: { commits: [] },
  });
});

test('a message of several megabytes is cut, and the next page follows', async () => {
  using dir = repository();
  dir.write({ '.git/message': `subject\n\n${'a long line of text\n'.repeat(300_000)}` });
  dir.git('commit', '--quiet', '--allow-empty', '--file=.git/message');
  await using client = await open(dir.path, { maxOutputBytes: 20_000 });
  const first = await call(client, 'git_log', {});
  expect(commitsOf(first).map(({ subject }) => subject)).toEqual(['subject']);
  expect(JSON.stringify(first).length).toBeLessThan(60_000);
  expect(textsOf(first)[1]).toContain('[The message is cut here: it is too long.]');
  const cursor = first.structuredContent?.['next_cursor'];
  expect(commitsOf(await call(client, 'git_log', { cursor })).map(({ subject }) => subject)).toEqual([
    'first',
  ]);
  const prompt = await client.request('prompts/get', {
    name: 'release-notes',
    arguments: { from: 'HEAD~1' },
  });
  expect(JSON.stringify(prompt).length).toBeLessThan(60_000);
});

test('invisible characters in names and messages are escaped', async () => {
  using dir = repository();
  dir.git(
    ...['commit', '--quiet', '--allow-empty', '--message', 'a \u001b[2Jb\u202ec'],
    ...['--author', 'E\u001b[31mvil\u202e <e@example.org>'],
  );
  const answer = await ask(dir, 'git_log', { limit: 1 });
  expect(commitsOf(answer)[0]).toMatchObject({
    author: String.raw`E\u{1b}[31mvil\u{202e} <e@example.org>`,
    subject: String.raw`a \u{1b}[2Jb\u{202e}c`,
  });
  expect(JSON.stringify(answer)).not.toMatch(/\\u001b|\u202e/);
});

test('a date that git cannot format is omitted, and an empty first line is not a subject', async () => {
  using dir = repository();
  const tree = dir.git('rev-parse', 'HEAD^{tree}').trim();
  dir.write({
    '.git/object': `tree ${tree}\nauthor A <a@b> 99999999999999999999 +0000\ncommitter A <a@b> 1 +0000\n\n\n\nreal subject\n`,
  });
  const hash = dir.git('hash-object', '-t', 'commit', '-w', '--literally', '.git/object').trim();
  const [commit] = commitsOf(await ask(dir, 'git_log', { ref: hash }));
  expect(commit).toMatchObject({ subject: 'real subject' });
  expect(JSON.stringify(commit)).not.toContain('%a');
});

test.each(['garbage', 'two sheep ago', '---', 'HEAD'])('refuses the time %j', async (start_timestamp) => {
  using dir = repository();
  expect(await textOf(ask(dir, 'git_log', { start_timestamp }))).toMatch(
    /^start_timestamp is ".*", which is not a date that this server understands\. Use ISO 8601/,
  );
});

test.each([
  '2026-01-31',
  '2026-01-31T09:00:00Z',
  '1 Feb 2020',
  '@1700000000',
  'two weeks ago',
  'yesterday',
  'last monday',
])('accepts the time %j', async (start_timestamp) => {
  using dir = repository();
  expect((await ask(dir, 'git_log', { start_timestamp })).isError).toBeUndefined();
});

test('a path is relative to the folder given as repo_path, or to the top level', async () => {
  using dir = repository({ 'sub/inner.txt': '1\n', 'top.txt': '1\n' });
  await using client = await open(dir.path);
  for (const path of ['inner.txt', 'sub/inner.txt', 'top.txt', dir.at('sub/inner.txt')])
    expect([
      path,
      commitsOf(await call(client, 'git_log', { repo_path: dir.at('sub'), path })).length,
    ]).toEqual([path, 1]);
  expect(textsOf(await call(client, 'git_log', { repo_path: dir.at('sub'), path: 'missing.txt' }))).toEqual([
    'No commits match.',
  ]);
});

test('reports that there is no commit yet', async () => {
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
  expect(commit).toMatchObject({ subject: 'grüße', hash: expect.stringMatching(/^[0-9a-f]{7}$/) });
});
