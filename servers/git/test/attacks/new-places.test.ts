// Git directories of any name accept nothing new: a branch could become their hooks.
import { existsSync } from 'node:fs';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { call, git, serve, temporary, textsOf } from '../setup.ts';

test.each([
  ['git_worktree_add', (path: string) => ({ repo_path: 'R', path, branch_name: 'hooks', create: true })],
  ['git_init', (path: string) => ({ path })],
  ['git_clone', (path: string) => ({ url: 'R', path })],
])('%s creates nothing in a bare repository or a git directory of another name', async (tool, toArgs) => {
  using nest = temporary();
  nest.git('init', '--quiet', 'R');
  nest.write({ 'R/post-receive': '#!/bin/sh\n' });
  git(nest.at('R'), 'add', '.');
  git(nest.at('R'), 'commit', '--quiet', '--message', 'first');
  nest.git('clone', '--quiet', '--bare', '--template=', 'R', 'bare.git');
  nest.git('init', '--quiet', `--separate-git-dir=${nest.at('state')}`, 'S');
  await using client = await connect(serve([nest.path]));
  for (const place of ['bare.git/hooks', 'bare.git/refs/heads/x', 'bare.git/worktrees', 'state/new']) {
    const before = existsSync(nest.at(place));
    const answer = await call(client, tool, toArgs(nest.at(place)));
    expect([place, answer.isError, textsOf(answer)[0]]).toEqual([
      place,
      true,
      expect.stringMatching(/^Nothing can be made at |is in a repository already/),
    ]);
    expect(existsSync(nest.at(place, '.git'))).toBe(false);
    expect(existsSync(nest.at(place))).toBe(before);
  }
});
