// Submodules whose git directory is not the one that their text names for every program: git starts git in what it opens, and
// a program there leaves a mark.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { call, git, serve, temporary, type Temporary } from '../setup.ts';
import { READS, WRITES } from './all-tools.ts';

const FF = Buffer.of(0xff);

const bytes = (...parts: readonly (string | Buffer)[]): Buffer =>
  Buffer.concat(parts.map((part) => Buffer.from(part)));

/** `R` has a submodule `sub`, whose git directory is `R/mod`; `evil` copies it, with a program in its configuration. */
const prepare = (): { readonly nest: Temporary; readonly evil: (path: string | Buffer) => void } => {
  const nest = temporary();
  nest.git('init', '--quiet', 'R');
  nest.git('init', '--quiet', 'R/sub');
  nest.write({ 'R/sub/x.txt': 'x\n', 'R/a.txt': 'one\n', program: `#!/bin/sh\n: > ${nest.at('mark')}\n` });
  chmodSync(nest.at('program'), 0o755);
  for (const path of ['R/sub', 'R']) {
    git(nest.at(path), 'add', '.');
    git(nest.at(path), 'commit', '--quiet', '--message', 'first');
  }
  renameSync(nest.at('R/sub/.git'), nest.at('R/mod'));
  nest.write({ 'R/.git/info/exclude': '/mod\n/deep\n/lnk\n' });
  const evil = (path: string | Buffer): void => {
    cpSync(nest.at('R/mod'), nest.at('copy'), { recursive: true });
    git(nest.at('R'), 'config', '--file', nest.at('copy/config'), 'core.fsmonitor', nest.at('program'));
    renameSync(nest.at('copy'), path);
  };
  return { nest, evil };
};

const WAYS: readonly (readonly [name: string, make: (made: ReturnType<typeof prepare>) => void])[] = [
  [
    'a link on the way of gitdir',
    ({ nest, evil }) => {
      mkdirSync(nest.at('R/deep/dir'), { recursive: true });
      evil(nest.at('R/deep/mod'));
      symlinkSync('deep/dir', nest.at('R/lnk'));
      nest.write({ 'R/sub/.git': 'gitdir: ../lnk/../mod\n' });
    },
  ],
  [
    'a link on the way of commondir',
    ({ nest, evil }) => {
      mkdirSync(nest.at('R/deep/dir'), { recursive: true });
      evil(nest.at('R/deep/mod'));
      symlinkSync('deep/dir', nest.at('R/lnk'));
      cpSync(nest.at('R/mod'), nest.at('R/sub/.git'), { recursive: true });
      nest.write({ 'R/sub/.git/commondir': '../../lnk/../mod\n' });
    },
  ],
  [
    'a gitdir that is not UTF-8',
    ({ nest, evil }) => {
      evil(bytes(nest.at('R/m'), FF));
      cpSync(nest.at('R/mod'), nest.at('R/m\ufffd'), { recursive: true });
      writeFileSync(nest.at('R/sub/.git'), bytes('gitdir: ../m', FF, '\n'));
    },
  ],
  [
    'a name that is not UTF-8',
    ({ nest, evil }) => {
      const sub = bytes(nest.at('R/sub'), FF);
      const commit = git(nest.at('R/sub'), '--git-dir=../mod', 'rev-parse', 'HEAD').trim();
      renameSync(nest.at('R/sub'), sub);
      evil(bytes(sub, '/.git'));
      const input = bytes(`160000 ${commit}\tsub`, FF, '\0');
      spawnSync('git', ['update-index', '-z', '--index-info'], { cwd: nest.at('R'), input });
      git(nest.at('R'), 'rm', '--cached', '--quiet', 'sub');
    },
  ],
  ['a git directory in its place', ({ nest, evil }) => evil(nest.at('R/sub/.git'))],
];

test.each(WAYS)('%s: plain git runs the program, no tool does', async (_name, make) => {
  const made = prepare();
  using nest = made.nest;
  make(made);
  nest.write({ 'R/a.txt': 'two\n' });
  for (const args of [['add', '.'], ['status']]) spawnSync('git', args, { cwd: nest.at('R') });
  expect(existsSync(nest.at('mark'))).toBe(true);
  rmSync(nest.at('mark'));
  await using client = await connect(serve([nest.at('R')], { timeout: 20 }), { revision: '2025-11-25' });
  const calls = [...READS, ...WRITES].map(
    ([tool, args]) => [tool, { ...args, repo_path: nest.at('R') }] as const,
  );
  for (const [tool, args] of calls) {
    await call(client, tool, args);
    expect([tool, existsSync(join(nest.path, 'mark'))]).toEqual([tool, false]);
  }
});
