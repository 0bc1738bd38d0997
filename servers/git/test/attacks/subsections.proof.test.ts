// Subsections, as in `filter.<any text>.clean`, may contain any character: none of them hides a program.
import { appendFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { hostileRepository, type Hostile } from '../hostile-repository.ts';
import { diverged, open, textsOf } from '../setup.ts';
import { sweep } from './all-tools.ts';

const CALLS: readonly (readonly [tool: string, args: object])[] = [
  ['git_status', {}],
  ['git_diff_unstaged', {}],
  ['git_diff', { target: 'topic' }],
  ['git_blame', { path: 'a.txt' }],
  ['git_add', { files: ['a.txt'] }],
  ['git_restore', { files: ['a.txt'], source: 'HEAD' }],
  ['git_commit', { message: 'x' }],
  ['git_merge', { revision: 'topic' }],
  ['git_merge', { abort: true }],
  ['git_stash', { action: 'push' }],
];

const PROGRAMS = ['clean', 'smudge', 'process', 'textconv', 'command', 'driver'];

/** Creates a repository in which drivers of each kind have this name. */
const named = (name: Buffer): Hostile => {
  const dir = hostileRepository([], diverged('a.txt', 'a.txt'));
  const keys = PROGRAMS.map((key) => `\t${key} = "${dir.programs.make(key)}"\n`).join('');
  const append = (path: string, ...parts: (string | Buffer)[]): void =>
    appendFileSync(dir.at(path), Buffer.concat(parts.map((part) => Buffer.from(part))));
  for (const kind of ['filter', 'diff', 'merge']) append('.git/config', `[${kind} "`, name, '"]\n', keys);
  append('.git/info/attributes', '* filter=', name, ' diff=', name, ' merge=', name, '\n');
  dir.write({ 'a.txt': 'two\n' });
  return dir;
};

test.each([
  ...['', 'a\u2028b', 'a\u2029b', '\u2028', 'a\u0085b', 'a\u00a0b', 'a=b', 'a.clean', 'a.b', '\ufeffa'],
  ...['ü', '😀'],
])('a driver named %j never runs in a tool', async (name) => {
  using dir = named(Buffer.from(name));
  await using client = await open(dir.path);
  expect((await sweep(client, dir.programs, CALLS)).ran).toEqual([]);
  // The control: plain git runs it.
  dir.write({ 'a.txt': 'three\n' });
  expect(dir.control(['add', 'a.txt'])).not.toEqual([]);
});

test('a name that is not UTF-8 makes every call fail', async () => {
  using dir = named(Buffer.of(0x61, 0xff));
  await using client = await open(dir.path);
  const { answers, ran } = await sweep(client, dir.programs, CALLS);
  expect(ran).toEqual([]);
  for (const [tool, answer] of answers)
    expect([tool, textsOf(answer)[0]]).toEqual([
      tool,
      expect.stringContaining('has a key that is not UTF-8'),
    ]);
});
