// git_log: the total, one-line commits, counts by author and folder, and times as people mean them.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { ask, dataOf, repository, textsOf, type Temporary } from '../setup.ts';

const commitAt = (dir: Temporary, when: string, author: string, file = `${when}.txt`): void => {
  dir.write({ [file]: `${when} ${author}\n` });
  dir.git('add', '.');
  execFileSync('git', ['commit', '--quiet', '--message', `on ${when}`, `--author=${author} <${author}@x>`], {
    cwd: dir.path,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      GIT_AUTHOR_DATE: when,
      GIT_COMMITTER_DATE: when,
    },
  });
};

test('says that there are more commits, and how to count them; no page waits for a count', async () => {
  using dir = repository();
  for (const [index, author] of ['Ann', 'Bob', 'Ann', 'Ann'].entries())
    commitAt(dir, `2026-02-0${index + 1}T12:00:00Z`, author);
  const answer = await ask(dir, 'git_log', { limit: 2 });
  const { next_cursor } = answer.structuredContent as { next_cursor: string };
  expect(textsOf(answer).slice(0, -1)).toEqual([
    `[There are more commits; continue with cursor "${next_cursor}", or count them with summary: "author".]`,
  ]);
  expect(Object.keys(answer.structuredContent ?? {})).toEqual(['commits', 'next_cursor']);
  const next = await ask(dir, 'git_log', { limit: 3, cursor: next_cursor });
  expect(next.content).toHaveLength(1);
});

test('more than 20 commits are listed one per line', async () => {
  using dir = repository();
  commitAt(dir, '2026-02-01T12:30:00+02:00', 'Ann');
  dir.git('tag', 'v1');
  const whole = (await dataOf(ask(dir, 'git_log', { limit: 20 }))) as { commits: object[] };
  expect(whole.commits[0]).toHaveProperty('parents');
  const short = dir.git('log', '-2', '--format=%h').split('\n');
  for (const args of [{ limit: 21 }, { oneline: true }]) {
    const answer = await ask(dir, 'git_log', args);
    expect(textsOf(answer)).toEqual([
      `${short[0]} 2026-02-01 12:30 Ann (HEAD -> main, tag: v1): on 2026-02-01T12:30:00+02:00\n` +
        `${short[1]} 2026-01-31 12:00 Ada: first`,
    ]);
    expect(answer.structuredContent).toEqual({
      commits: [
        {
          hash: short[0],
          refs: ['HEAD -> main', 'tag: v1'],
          author: 'Ann',
          date: '2026-02-01T12:30:00+02:00',
          subject: 'on 2026-02-01T12:30:00+02:00',
        },
        { hash: short[1], author: 'Ada', date: '2026-01-31T12:00:00+02:00', subject: 'first' },
      ],
    });
  }
});

test('pages of one-line commits continue where the previous page ended', async () => {
  using dir = repository();
  for (let index = 0; index < 30; index += 1) dir.commit(`commit ${index}`);
  const first = await ask(dir, 'git_log', { limit: 25 });
  const cursor = first.structuredContent?.['next_cursor'];
  expect(cursor).toMatch(/^25\.[0-9a-f]{40}$/);
  const next = await ask(dir, 'git_log', { limit: 25, cursor });
  const { commits } = next.structuredContent as { commits: { subject: string }[] };
  expect(commits.map(({ subject }) => subject)).toEqual([
    'commit 4',
    'commit 3',
    'commit 2',
    'commit 1',
    'commit 0',
    'first',
  ]);
});

test('counts by author and by folder, with the filters of a list', async () => {
  using dir = repository();
  commitAt(dir, '2026-02-01T12:00:00Z', 'Ann', 'src/read/a.ts');
  commitAt(dir, '2026-02-02T12:00:00Z', 'Bob', 'src/b.ts');
  commitAt(dir, '2026-02-03T12:00:00Z', 'Ann', 'docs/ü.md');
  dir.git('commit', '--quiet', '--allow-empty', '--message', 'empty');
  expect(textsOf(await ask(dir, 'git_log', { summary: 'author' }))).toEqual([
    '5 commits:\n2\tAda\n2\tAnn\n1\tBob',
  ]);
  const byFolder = await ask(dir, 'git_log', { summary: 'folder' });
  expect(textsOf(byFolder)).toEqual(['5 commits:\n2\tsrc/\n1\tdocs/\n1\t(files)']);
  expect(byFolder.structuredContent).toMatchObject({
    total: 5,
    folders: [
      { name: 'src/', commits: 2 },
      { name: 'docs/', commits: 1 },
      { name: '(files)', commits: 1 },
    ],
  });
  expect(textsOf(await ask(dir, 'git_log', { summary: 'folder', path: 'src' }))).toEqual([
    '2 commits:\n1\t(files)\n1\tread/',
  ]);
  expect(textsOf(await ask(dir, 'git_log', { summary: 'author', author: 'nobody' }))).toEqual([
    'No commits match.',
  ]);
});

test('finds commits that add or remove a text', async () => {
  using dir = repository();
  dir.write({ 'b.ts': 'const limit = 5;\n' });
  dir.commit('adds limit');
  dir.write({ 'b.ts': 'const limit = 6;\n' });
  dir.commit('changes limit');
  dir.write({ 'b.ts': '' });
  dir.commit('removes limit');
  const answer = await ask(dir, 'git_log', { search: 'limit', oneline: true });
  expect((answer.structuredContent as { commits: { subject: string }[] }).commits).toMatchObject([
    { subject: 'removes limit' },
    { subject: 'adds limit' },
  ]);
});

test('a date covers the whole day, and the answer names the range', async () => {
  using dir = repository();
  for (const hour of ['00:30:00', '06:00:00', '12:00:00', '23:59:59'])
    commitAt(dir, `2026-11-20T${hour}Z`, 'Ann', `${hour}.txt`);
  commitAt(dir, '2026-11-21T00:00:00Z', 'Ann');
  const args = { start_timestamp: '2026-11-20 Z', end_timestamp: '2026-11-20 Z', oneline: true };
  const answer = await ask(dir, 'git_log', args);
  const { commits, since, until } = answer.structuredContent as {
    commits: object[];
    since: string;
    until: string;
  };
  expect(commits).toHaveLength(4);
  expect([new Date(since), new Date(until)]).toEqual([
    new Date('2026-11-20T00:00:00Z'),
    new Date('2026-11-20T23:59:59Z'),
  ]);
  expect(textsOf(answer)[1]).toBe(`[since ${since} until ${until}]`);
  const none = await ask(dir, 'git_log', { start_timestamp: '2026-11-22 Z' });
  expect(textsOf(none)).toEqual([expect.stringMatching(/^No commits match since 2026-11-2\d .*\.$/)]);
});

test('refuses a range that ends before it begins, and years that git does not support', async () => {
  using dir = repository();
  const backwards = await ask(dir, 'git_log', { start_timestamp: '2026-02-01', end_timestamp: '2026-01-01' });
  expect(textsOf(backwards)[0]).toMatch(/^start_timestamp is 2026-02-01 .*, which is after end_timestamp/);
  const far = await ask(dir, 'git_log', { end_timestamp: '9999-12-31' });
  expect(textsOf(far)[0]).toContain('is not between 1970 and 2099. Leave it out for all commits.');
});

test('argument names of git and other servers are accepted, and the answer names ours', async () => {
  using dir = repository();
  const answer = await ask(dir, 'git_log', { n: 1, since: '2026-01-01', branch: 'main', file: 'a.txt' });
  expect(textsOf(answer).at(-1)).toBe(
    '["n" is called "limit" here, "since" is called "start_timestamp" here, "branch" is called "ref" here, ' +
      '"file" is called "path" here.]',
  );
  expect((answer.structuredContent as { commits: object[] }).commits).toHaveLength(1);
});
