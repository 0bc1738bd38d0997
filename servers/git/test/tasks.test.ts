// Common git requests to an assistant: the calls they need and the maximum tokens of their answers.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { connect, type TestClient } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { toSpan } from '../src/read/time.ts';
import { call, diverged, repository, serve, textsOf, type Settings, type Temporary } from './setup.ts';

/** One call: the tool, its arguments, and what the answer must contain. */
type Call = readonly [tool: string, args: object, says: RegExp];

const CHARACTERS_PER_TOKEN = 4;

/** Makes the calls with the default tools of a server. Returns the tokens of the answers. */
const play = async (dir: Temporary, calls: readonly Call[], settings: Settings = {}): Promise<number> => {
  const server = serve([dir.path], { toolsets: [], maxOutputBytes: 40_000, ...settings });
  await using client: TestClient = await connect(server, { revision: '2025-11-25' });
  let characters = 0;
  for (const [tool, args, says] of calls) {
    const text = textsOf(await call(client, tool, args)).join('\n');
    expect(text).toMatch(says);
    characters += text.length;
  }
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
};

interface Made {
  readonly at: number;
  readonly author: string;
  readonly message: string;
}

/** Creates a repository with commits at these times, in seconds since 1970. */
const history = (commits: readonly Made[]): Temporary => {
  const dir = repository();
  const parent = dir.git('rev-parse', 'HEAD').trim();
  const input = commits.map(({ at, author, message }, index) => {
    const who = `${author} <${author.toLowerCase()}@example.org> ${at} +0000`;
    const from = index === 0 ? `from ${parent}\n` : '';
    const file = `M 100644 inline src/${index % 9}.txt\ndata ${String(index).length}\n${index}\n`;
    return `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\ndata ${message.length}\n${message}\n${from}${file}\n`;
  });
  execFileSync('git', ['fast-import', '--quiet'], { cwd: dir.path, input: input.join('') });
  dir.git('reset', '--quiet', '--hard');
  return dir;
};

const during = (words: string, count: number, author: (index: number) => string): Made[] => {
  const { start, end } = toSpan(words, 'start_timestamp');
  return Array.from({ length: count }, (_, index) => ({
    at: Math.floor(start + ((end - start) * index) / count),
    author: author(index),
    message: `change number ${index} of the week`,
  }));
};

test('1: what changed last week, and by whom', async () => {
  using dir = history(during('last week', 838, (index) => (index < 600 ? 'Ann' : 'Bob')));
  const week = { start_timestamp: 'last week', end_timestamp: 'last week' };
  const calls: Call[] = [
    ['git_log', { ...week, summary: 'author' }, /^838 commits since .*:\n600\tAnn\n238\tBob$/],
    [
      'git_log',
      { ...week, limit: 50 },
      /\[since .*There are more commits; .* count them with summary: "author"\.\]/,
    ],
  ];
  expect(await play(dir, calls)).toBeLessThanOrEqual(900);
});

test('2: what did I do on Friday, and today', async () => {
  using dir = history([
    ...during('friday', 3, () => 'Ann'),
    { at: toSpan('today', 'start_timestamp').start, author: 'Bob', message: 'at midnight' },
  ]);
  const friday = { start_timestamp: 'friday', end_timestamp: 'friday', author: 'Ann', oneline: true };
  const calls: Call[] = [
    ['git_log', friday, /change number 2 .*\n.*change number 1 .*\n.*change number 0 /],
    ['git_log', { start_timestamp: 'today', author: 'Bob', oneline: true }, /at midnight/],
  ];
  expect(await play(dir, calls)).toBeLessThanOrEqual(90);
});

test('17: commit everything with a good message', async () => {
  using dir = repository({ 'greet.ts': 'export const greet = (): string => "Hello";\n' });
  dir.write({ 'greet.ts': 'export const greet = (): string => "Good day";\n', 'new.ts': '// New.\n' });
  const calls: Call[] = [
    ['git_status', {}, /greet\.ts\n\?\? new\.ts/],
    ['git_diff', {}, /\+.*Good day/],
    [
      'git_commit',
      { files: ['.'], message: 'greet: say good day' },
      /^Committed [0-9a-f]+ on main\n2 files changed/,
    ],
  ];
  expect(await play(dir, calls)).toBeLessThanOrEqual(100);
  expect(dir.git('status', '--short')).toBe('');
});

test('18: undo my last commit', async () => {
  using dir = repository();
  dir.write({ 'a.txt': 'two\n' });
  dir.commit('too early');
  const undo: Call[] = [
    ['git_reset', { revision: 'HEAD~1', mode: 'soft' }, /Removed from the branch: .* too early/],
  ];
  expect(await play(dir, undo)).toBeLessThanOrEqual(40);
  expect(dir.git('status', '--short')).toBe('M  a.txt\n');
  dir.commit('too early again');
  const calls: Call[] = [
    ['git_undo', { dry_run: true }, /^Would undo "commit: too early again"/],
    ['git_undo', {}, /^Undid "commit: too early again"/],
  ];
  expect(await play(dir, calls, { toolsets: ['history'] })).toBeLessThanOrEqual(100);
  expect(dir.git('status', '--short')).toBe('M  a.txt\n');
});

test('19: review this branch', async () => {
  using dir = diverged('b.txt', 'a.txt');
  dir.git('checkout', '--quiet', 'topic');
  dir.write({ 'c.txt': 'new\n'.repeat(40) });
  dir.commit('add c');
  const says =
    /^2 commits:\n[^]*2 files changed, \+41 -1:\n[^]*without conflicts\.\ndiff --git a\/a\.txt[^]*\+new\n$/;
  expect(await play(dir, [['git_review', { base: 'main' }, says]])).toBeLessThanOrEqual(160);
});

test('20: who wrote these lines, and why', async () => {
  using dir = repository({ 'a.txt': 'one\ntwo\nthree\n' });
  dir.write({ 'a.txt': 'one\n2\nthree\n' });
  const hash = dir.commit('count with digits\n\nThe words were too long.');
  const calls: Call[] = [
    [
      'git_blame',
      { path: 'a.txt', start_line: 2, end_line: 2 },
      new RegExp(`^${hash.slice(0, 8)} .*Ada.* 2\\) 2$`),
    ],
    ['git_show', { revision: hash.slice(0, 8) }, /The words were too long\.[^]*\n-two\n\+2\n/],
  ];
  expect(await play(dir, calls)).toBeLessThanOrEqual(90);
});

test('commit one of two changes in a file', async () => {
  const lines = (first: string, last: string): string => `${first}\n${'line\n'.repeat(20)}${last}\n`;
  using dir = repository({ 'a.txt': lines('1', '2') });
  dir.write({ 'a.txt': lines('one', 'two') });
  const patch = '--- a/a.txt\n+++ b/a.txt\n@@ -19,4 +19,4 @@\n line\n line\n line\n-2\n+two\n';
  const calls: Call[] = [
    ['git_diff', {}, /^\+one$[^]*^\+two$/m],
    ['git_add', { patch }, /^Staged a\.txt \(\+1 -1\)$/],
    ['git_commit', { message: 'only two' }, /1 file changed, 1 insertion\(\+\), 1 deletion\(-\)/],
  ];
  expect(await play(dir, calls)).toBeLessThanOrEqual(80);
  expect(dir.git('show', 'HEAD:a.txt')).toBe(lines('1', 'two'));
});

test('merge a branch and resolve the conflicts', async () => {
  using dir = diverged('a.txt', 'a.txt');
  const calls: Call[] = [
    ['git_merge', { revision: 'topic' }, /has conflicts\. Resolve them with git_conflicts/],
    ['git_conflicts', {}, /<<<<<<< ours\nmain\n\|\|\|\|\|\|\| base\none\n=======\ntopic\n>>>>>>> theirs/],
    [
      'git_conflicts',
      { path: 'a.txt', regions: [{ content: 'main and topic' }] },
      /^Resolved and staged a\.txt/,
    ],
    ['git_merge', { continue: true }, /^The merge is done/],
  ];
  expect(await play(dir, calls)).toBeLessThanOrEqual(160);
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('main and topic\n');
});
