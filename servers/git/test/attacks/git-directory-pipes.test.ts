// Pipes and sockets in a git directory that came with the repository: git, and this process, would wait for them for ever.
import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { git, textsOf } from '../setup.ts';
import { plant, READS, WRITES } from './planted.ts';

test.each([
  ...['HEAD', 'config', 'config.worktree', 'index', 'packed-refs', 'shallow', 'commondir', 'ORIG_HEAD'],
  ...['COMMIT_EDITMSG', 'MERGE_MSG', 'MERGE_HEAD', 'AUTO_MERGE', 'BISECT_START', 'any-name', 'logs', 'refs'],
  ...['logs/HEAD', 'logs/refs/stash', 'logs/refs/heads/topic', 'refs/heads/topic', 'refs/stash'],
  ...['info/exclude', 'info/attributes', 'objects/info/alternates', 'objects/info/commit-graph'],
  ...['objects/pack/x.idx', 'objects/00', 'rr-cache', 'rr-cache/aa/preimage', 'reftable/tables.list'],
  ...['rebase-merge/onto', 'rebase-apply/next', 'sequencer/todo', 'remotes/origin', 'branches/origin'],
  ...['worktrees/w/HEAD', 'worktrees/w/gitdir', 'worktrees/w/rebase-merge/onto'],
])('a pipe at %s stops nothing', async (name) => {
  using planted = plant();
  planted.pipe(name);
  const answers = await planted.calls([...READS, ...WRITES]);
  expect(new Set(answers.flatMap(textsOf))).toEqual(
    new Set([
      `"${planted.entry(name)}" is neither a file nor a directory. Ask the user to look at it: git did not make it.`,
    ]),
  );
});

test.each(['HEAD', 'config', 'refs/heads/main'])(
  'a pipe at %s of a submodule stops nothing',
  async (name) => {
    using planted = plant();
    const { nest } = planted;
    git(nest.at('inside'), 'init', '--quiet', 'module');
    git(nest.at('inside/module'), 'commit', '--quiet', '--allow-empty', '--message', 'first');
    git(
      nest.at('inside'),
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'add',
      './module',
      'module',
    );
    const pipe = nest.at('inside/module/.git', name);
    rmSync(pipe);
    execFileSync('mkfifo', [pipe]);
    const answers = await planted.calls([
      ['git_status', {}],
      ['git_diff_unstaged', {}],
      ['git_add', { files: ['new.txt'] }],
    ]);
    expect(new Set(answers.flatMap(textsOf))).toEqual(
      new Set([
        `"${pipe}" is neither a file nor a directory. Ask the user to look at it: git did not make it.`,
      ]),
    );
  },
);

test('a pipe at .git is no repository', async () => {
  using planted = plant();
  planted.pipe('.');
  const answers = await planted.calls([['git_status', {}]]);
  expect(answers.flatMap(textsOf)).toEqual([
    expect.stringMatching(/^.* is not a git repository inside the allowed directories/),
  ]);
});

test('a socket is refused too, but not that of git’s own monitor', async () => {
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
