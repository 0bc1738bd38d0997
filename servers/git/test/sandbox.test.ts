// The tools in the sandbox.
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { findSandbox } from '@mcp/git/test/inside';
import { ask, repository, temporary, textsOf } from './setup.ts';

const sandbox = await findSandbox('auto');
const WHY = sandbox === undefined ? ' (skipped: bubblewrap does not work here)' : '';

describe.skipIf(sandbox === undefined)(`in the sandbox${WHY}`, () => {
  test.runIf(process.getuid?.() === 0)('root works in a directory of another user', async () => {
    using dir = repository();
    execFileSync('chown', ['-R', '65534:65534', dir.path]);
    chmodSync(dir.path, 0o700);
    dir.write({ 'b.txt': 'two\n' });
    chownSync(dir.at('b.txt'), 65_534, 65_534);
    const answer = await ask(dir, 'git_add', { files: ['b.txt'] }, { sandbox: 'always' });
    expect(answer.isError).toBeUndefined();
  });

  test('everyday tools work', async () => {
    using dir = repository({ 'a.txt': 'one\n', 'b.txt': 'one\n' });
    const settings = { sandbox: 'always' } as const;
    dir.write({ 'a.txt': 'two\n' });
    const said: string[] = [];
    for (const [tool, args] of DAY) {
      const answer = await ask(dir, tool, args, settings);
      said.push(...(answer.isError === true ? [`${tool}: ${textsOf(answer).join(' ')}`] : []));
    }
    expect(said).toEqual([]);
    expect(dir.git('log', '--format=%s %an')).toContain('second');
    expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('two\n');
  });

  test('a linked worktree works, and so does a folder below the repository', async () => {
    using nest = temporary();
    nest.repository('main', { 'folder/a.txt': 'one\n' }).git('worktree', 'add', '--quiet', '../linked');
    for (const repo_path of [nest.at('linked'), nest.at('main/folder')]) {
      const answer = await ask(nest, 'git_status', { repo_path }, { sandbox: 'always' });
      expect(answer.isError).toBeUndefined();
    }
  });
});

const DAY: readonly (readonly [tool: string, args: object])[] = [
  ['git_status', {}],
  ['git_diff_unstaged', {}],
  ['git_add', { files: ['a.txt'] }],
  ['git_diff_staged', {}],
  ['git_commit', { message: 'second' }],
  ['git_log', { stat: true }],
  ['git_show', { revision: 'HEAD' }],
  ['git_blame', { path: 'a.txt' }],
  ['git_grep', { pattern: 'two' }],
  ['git_create_branch', { branch_name: 'topic', base_branch: 'HEAD~1' }],
  ['git_checkout', { branch_name: 'topic' }],
  ['git_merge', { revision: 'main' }],
  ['git_branch', { branch_type: 'all' }],
  ['git_ls_files', {}],
  ['git_reflog', {}],
];
