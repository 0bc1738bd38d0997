// Pipes and sockets in a git directory that came with the repository: git and this process would wait on them forever.
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { addSubmodule, textsOf } from '../setup.ts';
import { plant, READS, WRITES, type Planted } from './planted.ts';

const refusalOf = (path: string): string =>
  `"${path}" is neither a file nor a directory. Ask the user to look at it: git did not make it.`;

/** Makes the calls and returns their distinct answers. */
const saidBy = async (planted: Planted, calls: Parameters<Planted['calls']>[0]): Promise<string[]> => [
  ...new Set((await planted.calls(calls)).flatMap(textsOf)),
];

test('a pipe replacing an entry hangs no call', async () => {
  using planted = plant();
  for (const name of [
    ...['HEAD', 'config', 'config.worktree', 'index', 'packed-refs', 'shallow', 'commondir', 'ORIG_HEAD'],
    ...[
      'COMMIT_EDITMSG',
      'MERGE_MSG',
      'MERGE_HEAD',
      'AUTO_MERGE',
      'BISECT_START',
      'any-name',
      'logs',
      'refs',
    ],
    ...['logs/HEAD', 'logs/refs/stash', 'logs/refs/heads/topic', 'refs/heads/topic', 'refs/stash'],
    ...['info/exclude', 'info/attributes', 'objects/info/alternates', 'objects/info/commit-graph'],
    ...['objects/pack/x.idx', 'objects/00', 'rr-cache', 'rr-cache/aa/preimage', 'reftable/tables.list'],
    ...['rebase-merge/onto', 'rebase-apply/next', 'sequencer/todo', 'remotes/origin', 'branches/origin'],
    ...['worktrees/w/HEAD', 'worktrees/w/gitdir', 'worktrees/w/rebase-merge/onto'],
  ]) {
    using _ = planted.pipe(name);
    expect(await saidBy(planted, [...READS, ...WRITES])).toEqual([refusalOf(planted.entry(name))]);
  }
});

test('a pipe in a submodule hangs no call', async () => {
  using planted = plant();
  addSubmodule(planted.nest.in('inside'));
  for (const name of ['HEAD', 'config', 'refs/heads/main']) {
    const pipe = `../sub/.git/${name}`;
    using _ = planted.pipe(pipe);
    const calls = [
      ['git_status', {}],
      ['git_diff_unstaged', {}],
      ['git_add', { files: ['new.txt'] }],
    ] as const;
    expect(await saidBy(planted, calls)).toEqual([refusalOf(planted.entry(pipe))]);
  }
});

test('a pipe at .git is not a repository', async () => {
  using planted = plant();
  using _ = planted.pipe('.');
  const answers = await planted.calls([['git_status', {}]]);
  expect(answers.flatMap(textsOf)).toEqual([
    expect.stringMatching(/^.* is not a git repository inside the allowed directories/),
  ]);
});

test('a socket is refused too, except the one of git’s own monitor', async () => {
  using planted = plant();
  for (const [name, isError] of [
    ['fsmonitor--daemon.ipc', undefined],
    ['new.socket', true],
  ] as const) {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(planted.entry(name), resolve));
    const [answer] = await planted.calls([['git_status', {}]]);
    expect([name, answer?.isError]).toEqual([name, isError]);
    await new Promise((resolve) => server.close(resolve));
  }
});
