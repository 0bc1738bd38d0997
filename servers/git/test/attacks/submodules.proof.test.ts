// Submodules whose text names different git directories to different programs: git starts git in the one it opens, and
// a program there leaves a mark.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Programs } from '../hostile-repository.ts';
import { addSubmodule, git, open, temporary, type Temporary } from '../setup.ts';
import { READS, sweep, WRITES } from './all-tools.ts';

const FF = Buffer.of(0xff);

const bytes = (...parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));

/**
 * `R` has a submodule `sub` with the git directory `R/mod`; `evil` copies it, with the program in its configuration.
 */
const prepare = (nest: Temporary, program: string): ((path: string | Buffer) => void) => {
  const dir = nest.repository('R');
  addSubmodule(dir);
  renameSync(nest.at('R/sub/.git'), nest.at('R/mod'));
  nest.write({ 'R/.git/info/exclude': '/mod\n/deep\n/lnk\n' });
  return (path) => {
    cpSync(nest.at('R/mod'), nest.at('copy'), { recursive: true });
    dir.git('config', '--file', nest.at('copy/config'), 'core.fsmonitor', program);
    renameSync(nest.at('copy'), path);
  };
};

const WAYS: readonly (readonly [
  name: string,
  make: (nest: Temporary, evil: ReturnType<typeof prepare>) => void,
])[] = [
  [
    'a link on the way of gitdir',
    (nest, evil) => {
      mkdirSync(nest.at('R/deep/dir'), { recursive: true });
      evil(nest.at('R/deep/mod'));
      symlinkSync('deep/dir', nest.at('R/lnk'));
      nest.write({ 'R/sub/.git': 'gitdir: ../lnk/../mod\n' });
    },
  ],
  [
    'a link on the way of commondir',
    (nest, evil) => {
      mkdirSync(nest.at('R/deep/dir'), { recursive: true });
      evil(nest.at('R/deep/mod'));
      symlinkSync('deep/dir', nest.at('R/lnk'));
      cpSync(nest.at('R/mod'), nest.at('R/sub/.git'), { recursive: true });
      nest.write({ 'R/sub/.git/commondir': '../../lnk/../mod\n' });
    },
  ],
  [
    'a gitdir that is not UTF-8',
    (nest, evil) => {
      evil(bytes(nest.at('R/m'), FF));
      cpSync(nest.at('R/mod'), nest.at('R/m\ufffd'), { recursive: true });
      writeFileSync(nest.at('R/sub/.git'), bytes('gitdir: ../m', FF, '\n'));
    },
  ],
  [
    'a name that is not UTF-8',
    (nest, evil) => {
      const sub = bytes(nest.at('R/sub'), FF);
      const commit = git(nest.at('R/sub'), '--git-dir=../mod', 'rev-parse', 'HEAD').trim();
      renameSync(nest.at('R/sub'), sub);
      evil(bytes(sub, '/.git'));
      const input = bytes(`160000 ${commit}\tsub`, FF, '\0');
      spawnSync('git', ['update-index', '-z', '--index-info'], { cwd: nest.at('R'), input });
      git(nest.at('R'), 'rm', '--cached', '--quiet', 'sub');
    },
  ],
  ['a git directory in its place', (nest, evil) => evil(nest.at('R/sub/.git'))],
];

test.each(WAYS)('%s: plain git runs the program, no tool does', async (_name, make) => {
  using programs = new Programs();
  using nest = temporary();
  make(nest, prepare(nest, programs.make('monitor')));
  nest.write({ 'R/a.txt': 'two\n' });
  for (const args of [['add', '.'], ['status']]) spawnSync('git', args, { cwd: nest.at('R') });
  expect(programs.take()).toEqual(['monitor']);
  await using client = await open(nest.at('R'), { timeout: 20 });
  const calls = [...READS, ...WRITES].map(
    ([tool, args]) => [tool, { ...args, repo_path: nest.at('R') }] as const,
  );
  expect((await sweep(client, programs, calls)).ran).toEqual([]);
});
