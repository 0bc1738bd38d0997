// The middle part of a key, as in `filter.<any text>.clean`, may have every character: none of them hides a program.
import { appendFileSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { call, diverged, serve, textsOf, type Temporary } from '../setup.ts';

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

/** A repository in which programs have this name. */
const prepare = (name: Buffer): Temporary => {
  const dir = diverged('a.txt', 'a.txt');
  const join = (...parts: (string | Buffer)[]): Buffer =>
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  const program = `: > ${dir.at('.git/fired')}; cat`;
  appendFileSync(
    dir.at('.git/config'),
    join(...['filter', 'diff', 'merge'].flatMap((kind) => [`[${kind} "`, name, '"]\n', PROGRAMS(program)])),
  );
  writeFileSync(
    dir.at('.git/info/attributes'),
    join('* filter=', name, ' diff=', name, ' merge=', name, '\n'),
  );
  dir.write({ 'a.txt': 'two\n' });
  return dir;
};

const PROGRAMS = (program: string): string =>
  ['clean', 'smudge', 'process', 'textconv', 'command', 'driver']
    .map((key) => `\t${key} = "${program}"\n`)
    .join('');

const firedBy = (dir: Temporary): boolean => {
  const fired = existsSync(dir.at('.git/fired'));
  rmSync(dir.at('.git/fired'), { force: true });
  return fired;
};

test.each([
  '',
  'a\u2028b',
  'a\u2029b',
  '\u2028',
  'a\u0085b',
  'a\u00a0b',
  'a=b',
  'a.clean',
  'a.b',
  '\ufeffa',
  'ü',
  '😀',
])('of the name %j', async (name) => {
  using dir = prepare(Buffer.from(name));
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  for (const [tool, args] of CALLS) {
    const answer = await call(client, tool, args);
    expect([tool, firedBy(dir), textsOf(answer)[0]]).toEqual([tool, false, expect.any(String)]);
  }
  // What plain git does with it.
  dir.write({ 'a.txt': 'three\n' });
  try {
    dir.git('add', 'a.txt');
  } catch {
    // The program for `process` does not speak its protocol; that it ran is enough.
  }
  expect(firedBy(dir)).toBe(true);
});

test('a name that is not UTF-8 makes every call fail', async () => {
  using dir = prepare(Buffer.of(0x61, 0xff));
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  for (const [tool, args] of CALLS) {
    const answer = await call(client, tool, args);
    expect([tool, firedBy(dir), textsOf(answer)[0]]).toEqual([
      tool,
      false,
      expect.stringContaining('has a key that is not UTF-8'),
    ]);
  }
});
