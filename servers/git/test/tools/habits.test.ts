// Arguments that models give from habit: each call succeeds, or its answer names the right call.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { ask, call, open, repository, temporary, textsOf } from '../setup.ts';

const prepared = () => {
  const dir = repository();
  dir.git('checkout', '--quiet', '-b', 'topic');
  dir.write({ 'b.txt': 'b\n' });
  dir.commit('topic');
  dir.git('branch', 'done');
  dir.write({ 'a.txt': 'changed\n' });
  return dir;
};

test.each([
  ['git_commit', { message: 'x', all: true }],
  ['git_commit', { message: 'x', path: 'a.txt' }],
  ['git_add', { all: true }],
  ['git_add', { path: 'a.txt' }],
  ['git_diff', { base: 'main', head: 'topic' }],
  ['git_diff', { cached: true }],
  ['git_log', { n: 3 }],
  ['git_log', { branch: 'topic', limit: 1 }],
  ['git_show', { commit: 'HEAD' }],
  ['git_checkout', { branch: 'new', b: true }],
  ['git_create_branch', { name: 'new', from: 'main' }],
  ['git_restore', { path: 'a.txt' }],
  ['git_review', { into: 'main', head: 'topic' }],
  // The git tasks of "Twenty things to ask", in the terms of other servers and of git.
  ['git_log', { since: 'last week', until: 'now', summary: 'author' }],
  ['git_log', { after: 'today', author: 'Ada', oneline: true }],
  ['git_log', { all: true }],
  ['git_log', { commit: 'topic', file_path: 'b.txt' }],
  ['git_blame', { file_path: 'a.txt', ref: 'main' }],
  ['git_show', { hash: 'HEAD' }],
  ['git_review', { base_branch: 'main', branch: 'topic' }],
  ['git_diff', { commit: 'HEAD~1', context: 1, file: 'a.txt' }],
  ['git_commit', { msg: 'x', files: ['.'] }],
  ['git_reset', { commit: 'HEAD~1', mode: 'soft' }],
  ['git_merge', { branch: 'main' }],
  ['git_tag', { action: 'create', name: 'v1' }],
  ['git_branch', { count: 1 }],
  ['git_branch_delete', { branch: 'done', force: true }],
  ['git_delete_branch', { branch_name: 'done' }],
  ['git_switch', { branch: 'done' }],
  ['git_switch', { name: 'new', c: true, from: 'main' }],
  ['git_grep', { query: 'changed', file: 'a.txt' }],
  ['git_ls_files', { branch: 'main' }],
  ['git_status', { repo: '.' }],
  ['git_status', { repo_path: '.' }],
  ['git_add', { files: ['a.txt'] }],
  ['git_diff', { files: ['a.txt'] }],
  ['git_diff', { paths: '["a.txt"]' }],
  ['git_add', { files: 'a.txt' }],
  ['git_commit', { message: 'x', files: '.' }],
  ['git_restore', { files: 'a.txt' }],
  ['git_reset', { paths: 'a.txt' }],
  ['git_grep', { pattern: 'a', paths: 'a.txt' }],
  ['git_stash', { paths: 'a.txt' }],
  ['git_review', { base: 'main', paths: 'b.txt' }],
  ['git_log', { max_count: 2 }],
  ['git_grep', { pattern: 'a', max_count: 2 }],
  ['git_log', { branch_name: 'topic' }],
  ['git_show', { branch_name: 'topic' }],
  ['git_diff', { branch_name: 'main' }],
  ['git_checkout', { branch_name: 'done' }],
])('%s %j succeeds', async (name, args) => {
  using dir = prepared();
  await using client = await open(dir.path);
  expect(await call(client, name, args)).not.toHaveProperty('isError');
});

test('git_reset with mode hard names the equivalent calls', async () => {
  using dir = prepared();
  await using client = await open(dir.path);
  expect(textsOf(await call(client, 'git_reset', { revision: 'HEAD~1', mode: 'hard' }))).toEqual([
    'mode is "hard"; it must be mixed, soft or keep. Instead of hard: mode "keep" with revision, or git_restore to discard changes of files.',
  ]);
});

test.each([
  ['git_reset', { mode: 'hard' }, /Instead of hard: mode "keep" with revision, or git_restore/],
  ['git_diff', { base: 'main' }, /Give base and target\./],
  ['git_commit', { all: true }, /message is missing/],
  ['git_commit', { message: 'x' }, /Stage files with git_add, or give files\./],
  ['git_checkout', { paths: ['a.txt'] }, /branch_name/],
  ['git_checkout', { branch_name: 'done', base_branch: 'main' }, /base_branch needs create: true/],
  ['git_stash', { action: 'save' }, /"push"/],
  ['git_restore', { files: [] }, /files is empty\. Name files or folders, or "\." for all\./],
  ['git_add', { files: Array(1001).fill('a.txt') }, /files has 1001 paths; a call takes at most 1000/],
  ['git_merge', {}, /Give revision, or after conflicts abort: true, or continue: true/],
  ['git_branch', { delete: 'done' }, /contains/],
])('%s %j names the right call', async (name, args, says) => {
  using dir = prepared();
  const answer = await ask(dir, name, args);
  expect([answer.isError, textsOf(answer).join('\n')]).toEqual([true, expect.stringMatching(says)]);
});

test('three calls move a commit from the wrong branch, and nothing uncommitted is lost', async () => {
  using dir = repository();
  dir.write({ 'b.txt': 'b\n' });
  dir.commit('on main by mistake');
  const moved = dir.git('rev-parse', 'HEAD');
  dir.write({ 'a.txt': 'not committed\n' });
  await using client = await open(dir.path);
  for (const [name, args] of [
    ['git_create_branch', { branch_name: 'topic' }],
    ['git_reset', { revision: 'HEAD~1', mode: 'keep' }],
    ['git_checkout', { branch_name: 'topic' }],
  ] as const)
    expect(await call(client, name, args)).not.toHaveProperty('isError');
  expect(dir.git('rev-parse', 'HEAD')).toBe(moved);
  expect(dir.git('log', '--format=%s', 'main').trim()).toBe('first');
  expect([readFileSync(dir.at('a.txt'), 'utf8'), readFileSync(dir.at('b.txt'), 'utf8')]).toEqual([
    'not committed\n',
    'b\n',
  ]);
});

test('mode keep refuses to lose uncommitted changes', async () => {
  using dir = repository();
  dir.write({ 'a.txt': 'two\n' });
  dir.commit('second');
  dir.write({ 'a.txt': 'three\n' });
  await using client = await open(dir.path);
  expect(textsOf(await call(client, 'git_reset', { revision: 'HEAD~1', mode: 'keep' }))[0]).toMatch(
    /^Changes that are not committed would be lost: a\.txt\. Nothing was changed\./,
  );
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('three\n');
});

test('without an identity nothing is staged, and an author is enough to commit', async () => {
  using dir = repository();
  using home = temporary();
  // Otherwise git uses the system's name for this user.
  home.write({ '.gitconfig': '[user]\n\tuseConfigOnly = true\n' });
  dir.write({ 'a.txt': 'two\n' });
  const main = join(import.meta.dirname, '../../src/main.ts');
  const start = { command: process.execPath, args: [main, '.'], env: { HOME: home.path }, cwd: dir.path };
  await using client = await connect(start, { revision: '2025-11-25' });
  const answer = await call(client, 'git_commit', { message: 'x', files: ['a.txt'] });
  expect(textsOf(answer)).toEqual([
    'git does not know in whose name to commit: user.name and user.email are not set. Nothing was staged. Give author, like "Ada Lovelace <ada@example.org>", or ask the user to set both with git config --global.',
  ]);
  expect(dir.git('diff', '--cached', '--name-only')).toBe('');
  dir.write({ 'a.txt': 'three\n' });
  const author = 'Ada Lovelace <ada@example.org>';
  expect(await call(client, 'git_commit', { message: 'y', files: ['a.txt'], author })).not.toHaveProperty(
    'isError',
  );
  expect(dir.git('log', '-1', '--format=%an <%ae>').trim()).toBe(author);
});
