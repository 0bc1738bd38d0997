// Unbounded work that a repository can cause in git: memory use, and waiting for a pipe.
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { membersIn } from '@mcp/git/test/inside';
import { ask, call, open, repository, textsOf } from '../setup.ts';

/** Grows by some 300 MB in a second. */
const EXPRESSION = '((((a{1,200}){1,200}){1,200}){1,200}){1,200}';

test.runIf(process.platform === 'linux')(
  'git that needs too much memory is stopped, and the answer says so',
  async () => {
    using dir = repository();
    const answer = await ask(dir, 'git_grep', { pattern: EXPRESSION, regex: true }, { maxMemory: 64 });
    expect(answer.isError).toBe(true);
    expect(textsOf(answer).join()).toMatch(/more than 64 MB of memory and was stopped\. Ask for less/);
  },
);

test('an expression in the configuration of a repository is not compiled', async () => {
  using dir = repository({ 'a.txt': 'Title\n1\n2\n3\n4\n5\n', '.gitattributes': '* diff=x\n' });
  dir.git('config', 'diff.x.xfuncname', EXPRESSION);
  dir.write({ 'a.txt': 'Title\n1\n2\n3\n4\nfive\n' });
  const answer = await ask(dir, 'git_diff_unstaged', {}, { maxMemory: 64 });
  expect(answer.isError).toBeUndefined();
  expect(textsOf(answer).join()).toContain('+five');
});

test('ordinary commands run within the smallest memory limit', async () => {
  using dir = repository();
  expect((await ask(dir, 'git_log', {}, { maxMemory: 16 })).isError).toBeUndefined();
});

test('the memory of processes that git started counts, as listed by ps', () => {
  const listed = '    1     0  500\n   10     1   20\n   11    10   30\n   12     1   40\n  13 11 5\n';
  expect(membersIn(listed, 10)).toEqual([
    { id: 10, memory: 20 * 1024 },
    { id: 11, memory: 30 * 1024 },
    { id: 13, memory: 5 * 1024 },
  ]);
  expect(membersIn('', 10)).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'a pipe in a nested git directory does not hang git, nor other repositories',
  async () => {
    using dir = repository();
    using other = repository();
    mkdirSync(dir.at('nested/.git/objects'), { recursive: true });
    mkdirSync(dir.at('nested/.git/refs'));
    execFileSync('mkfifo', [dir.at('nested/.git/HEAD')]);
    await using client = await open([dir.path, other.path]);
    const hung = Array.from({ length: 8 }, () => call(client, 'git_status', { repo_path: dir.path }));
    expect((await call(client, 'git_log', { repo_path: other.path })).isError).toBeUndefined();
    for (const answer of await Promise.all(hung))
      expect(textsOf(answer).join()).toContain(
        'git waited for a pipe in the place of a file, and was stopped.',
      );
  },
);
