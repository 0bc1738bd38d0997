// Entries of linked worktrees in a git directory: only what git writes is accepted, in every file.
import { expect, test } from 'vitest';
import { ask, temporary, textsOf } from '../setup.ts';

test.each([
  ['commondir', '../../../other/.git\n'],
  ['gitdir', '/somewhere/else\n'],
  ['gitdir', '/somewhere\n/.git\n'],
  ['gitdir', ''],
  ['HEAD', 'ref: heads/main\n'],
  ['HEAD', 'ref: refs/heads/main\nmore\n'],
  ['HEAD', '../../../other/.git/HEAD\n'],
])('%s with %j is refused by name', async (name, text) => {
  using made = temporary();
  const repository = made.repository('in/R');
  repository.git('worktree', 'add', '--quiet', made.at('in/linked'));
  const args = { repo_path: repository.path };
  expect((await ask(made, 'git_worktrees', args)).isError).toBeUndefined();
  repository.write({ [`.git/worktrees/linked/${name}`]: text });
  for (const tool of ['git_worktrees', 'git_branch', 'git_status']) {
    const answer = await ask(made, tool, args);
    expect([tool, answer.isError, textsOf(answer)[0]]).toEqual([
      tool,
      true,
      expect.stringMatching(
        new RegExp(`worktrees/linked/${name}" of a linked worktree has a text that git does not write`),
      ),
    ]);
  }
});

test.each([['-b', 'x'], ['--detach']])('a worktree created by git works: %s', async (...options) => {
  using made = temporary();
  const repository = made.repository('in/R');
  repository.git('worktree', 'add', '--quiet', ...options, made.at('in/a folder'));
  repository.git('worktree', 'lock', '--reason', 'line\nline', made.at('in/a folder'));
  const answer = await ask(made, 'git_worktrees', { repo_path: repository.path });
  expect([answer.isError, textsOf(answer)[0]]).toEqual([undefined, expect.stringContaining('in/a folder')]);
});
