// Traces the programs that run: a wrapper ahead of git in the PATH records what git starts.
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { hostileRepository, type Hostile } from '../hostile-repository.ts';
import { temporary, type Temporary } from '../setup.ts';
import { callAll, READS, WRITES } from './all-tools.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');

interface Traced {
  readonly event: string;
  readonly argv?: readonly string[];
  readonly sid: string;
}

/** Returns the programs that git started in the calls, and the number of times the server started git. */
const trace = async (dir: Temporary, calls: Parameters<typeof callAll>[1], ...flags: readonly string[]) => {
  using nest = temporary();
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
  nest.write({ git: `#!/bin/sh\nGIT_TRACE2_EVENT='${nest.at('trace')}' exec ${real} "$@"\n` });
  chmodSync(nest.at('git'), 0o755);
  const env = { PATH: `${nest.path}:${process.env['PATH']}`, HOME: process.env['HOME'] ?? '' };
  const toolsets = 'inspect,history,setup';
  const args = [MAIN, '-r', dir.path, '--toolsets', toolsets, ...flags];
  {
    await using client = await connect(
      { command: process.execPath, args, env, cwd: nest.path },
      { revision: '2025-11-25' },
    );
    await callAll(client, calls);
  }
  const events = readFileSync(nest.at('trace'), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Traced);
  const started = events.filter(({ event }) => event === 'child_start' || event === 'exec');
  return {
    programs: [...new Set(started.map(({ argv = [] }) => argv[0]))],
    runs: events.filter(({ event, sid }) => event === 'start' && !sid.includes('/')).length,
  };
};

/** Hooks, a filter and a monitor that git would run if asked. */
const hostile = (): Hostile =>
  hostileRepository([
    {
      name: 'program',
      config: {
        'filter.evil.clean': 'PROGRAM',
        'filter.evil.smudge': 'PROGRAM',
        'merge.evil.driver': 'PROGRAM',
        'core.fsmonitor': 'PROGRAM',
        'alias.merge-ours': '!PROGRAM',
      },
      attributes: '* filter=evil merge=evil diff=evil\n',
      hooks: ['pre-commit', 'post-checkout', 'reference-transaction', 'post-index-change'],
    },
  ]);

test('reading tools start git, and git starts nothing', async () => {
  using dir = hostile();
  const { programs, runs } = await trace(dir, READS);
  expect(runs).toBeGreaterThan(READS.length);
  expect(programs).toEqual([]);
}, 60_000);

test('writing tools start git, and git starts only git', async () => {
  using dir = hostile();
  dir.write({ 'a.txt': 'two\n' });
  const { programs, runs } = await trace(dir, WRITES);
  expect(runs).toBeGreaterThan(WRITES.length);
  expect(programs).toEqual(['git']);
}, 60_000);

test('with --trust-repo-config the trace shows the programs of the repository', async () => {
  using dir = hostile();
  dir.write({ 'a.txt': 'two\n' });
  const { programs } = await trace(dir, WRITES, '--trust-repo-config');
  expect(programs).toEqual(expect.arrayContaining(['git', dir.at('.git/hooks/pre-commit')]));
}, 60_000);
