// Texts of a client: an invalid revision, path or name is refused with what to give instead.
import { expect, test } from 'vitest';
import { call, open, repository, temporary } from '../setup.ts';

test.each([
  ['git_log', { ref: '--all' }, 'ref is "--all", which begins with "-". Give a branch, tag or commit.'],
  [
    'git_diff',
    { target: '--cached' },
    'target is "--cached", which begins with "-". Give a branch, tag or commit.',
  ],
  ['git_show', { revision: ' ' }, 'revision is empty. Give a branch, tag or commit, like HEAD~1.'],
  [
    'git_show',
    { revision: 'HEAD\0x' },
    'revision has a control character, or half a character. Leave it out.',
  ],
  [
    'git_add',
    { files: ['../x'] },
    '../x is outside the repository. Give a path relative to its top level, without "..".',
  ],
  [
    'git_add',
    { files: ['/etc/passwd'] },
    '/etc/passwd is outside the repository. Give a path relative to its top level, without "..".',
  ],
  ['git_add', { files: ['.GIT/config'] }, '.GIT/config is inside .git, which belongs to git itself.'],
  ['git_add', { files: ['x/.git /hooks'] }, 'x/.git /hooks is inside .git, which belongs to git itself.'],
  [
    'git_create_branch',
    { branch_name: 'x/../y' },
    'branch_name is "x/../y", which is not a name for a branch or tag. Use letters, digits, "-", "_" and "/".',
  ],
  ['git_blame', { path: '' }, 'path is empty. Give a path below the top level of the repository.'],
])('%s refuses %j', async (tool, args, message) => {
  using dir = repository();
  await using client = await open(dir.path);
  expect(await call(client, tool, args)).toEqual({
    content: [{ type: 'text', text: message }],
    isError: true,
  });
});

test('paths are taken literally', async () => {
  using dir = repository({ '*.txt': '1\n', 'b.txt': '1\n', ':(exclude)b.txt': '1\n' });
  dir.write({ '*.txt': '2\n', 'b.txt': '2\n', ':(exclude)b.txt': '2\n' });
  await using client = await open(dir.path);
  for (const file of ['*.txt', ':(exclude)b.txt']) {
    const added = await call(client, 'git_add', { files: [file] });
    expect(added.structuredContent?.['staged']).toEqual([file]);
  }
  const rest = await call(client, 'git_add', { files: [':/'] });
  expect(rest.isError).toBe(true);
});

test('an invalid revision never becomes a path outside', async () => {
  using nest = temporary();
  // `git diff` compares two paths, one of them outside, like `git diff --no-index`.
  using dir = repository({ 'a.txt': 'one\n', '--': 'same\n' });
  nest.write({ 'same.txt': 'same\n', 'other.txt': 'secret\n', 'package-lock.json': 'secret\n' });
  await using client = await open(dir.path);
  for (const target of ['same.txt', 'other.txt', 'package-lock.json', 'missing.txt', '.'].map((name) =>
    nest.at(name),
  ))
    for (const form of [{}, { stat: true }, { name_only: true }, { generated: true, max_bytes: 1000 }]) {
      const { isError, content } = await call(client, 'git_diff', { target, ...form });
      expect({ isError, content }).toEqual({
        isError: true,
        content: [
          {
            type: 'text',
            text: `git diff failed: bad revision '${target}'. Look with git_branch or git_log.`,
          },
        ],
      });
    }
});

test('texts that are too long or not well-formed are refused, and not repeated in full', async () => {
  using dir = repository();
  await using client = await open(dir.path);
  const long = 'x'.repeat(100_000);
  for (const [tool, args] of [
    ['git_status', { repo_path: long }],
    ['git_create_branch', { branch_name: long }],
    ['git_init', { path: long }],
    ['git_init', { path: 'x'.repeat(300) }],
    ['git_worktree_add', { path: long, branch_name: 'topic' }],
    ['git_show', { revision: 'HEAD', path: '\ud800' }],
    ['git_log', { ref: '\ud800' }],
    ['git_create_branch', { branch_name: '\ud800' }],
  ] as const) {
    const { isError, content } = await call(client, tool, args);
    expect(isError).toBe(true);
    expect(content[0]?.text).not.toMatch(/Internal error/);
    expect(content[0]?.text.length).toBeLessThan(600);
  }
});
