// Differential: whatever a repository's configuration, no git command sees a file of it or an unknown key.
// `PROOF_RUNS=3000` tries that many configurations; a failure prints its seed.
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { afterAll, expect, test, vi } from 'vitest';
import { proofRuns } from './random.ts';
import { listed, look } from './inspection.ts';
import { configuration, plant, plantFiles } from './configurations.ts';

// After the inspection is installed.
const { call, git, open, temporary } = await import('../setup.ts');
const { READS, WRITES } = await import('../attacks/all-tools.ts');

afterAll(() => {
  vi.doUnmock('@mcp/git/test/client');
  vi.resetModules();
});

const RUNS = proofRuns(30);

const TRANSFERS = [
  ['git_fetch', {}],
  ['git_fetch', { dry_run: true }],
  ['git_pull', { branch: 'main', dry_run: true }],
] as const;

const make = () => {
  const nest = temporary();
  nest.write({ program: `#!/bin/sh\n: > ${nest.at('mark')}\ncat\n` });
  chmodSync(nest.at('program'), 0o755);
  const dirs = ['source', 'work'].map((name) => {
    nest.git(...(name === 'source' ? ['init', '--quiet', name] : ['clone', '--quiet', 'source', name]));
    const dir = { path: nest.at(name), at: (...names: string[]) => nest.at(name, ...names) };
    nest.write({ [`${name}/a.txt`]: `${name}\n` });
    git(dir.path, 'add', '.');
    git(dir.path, 'commit', '--quiet', '--message', name);
    return { dir, honest: readFileSync(dir.at('.git/config'), 'utf8') };
  });
  git(nest.at('work'), 'worktree', 'add', '--quiet', '-b', 'side', nest.at('linked'));
  for (const { dir } of dirs) plantFiles(dir, nest.at('program'));
  return { nest, dirs };
};

/** Returns whether plain git reads more there than the server shows it: otherwise a configuration proves nothing. */
const isHostile = (directory: string): boolean => {
  try {
    const entries = listed(directory, { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null' });
    return entries.some(
      ([origin, key = '']) => origin !== 'file:.git/config' || /fsmonitor|filter|evil/.test(key),
    );
  } catch {
    return true;
  }
};

test(
  'no command sees the configuration of a repository',
  async () => {
    const { nest, dirs } = make();
    using _ = nest;
    await using client = await open(nest.path, { timeout: 20 });
    const counts = { hostile: 0, answered: 0, inspected: 0 };
    const place = fc.constantFrom('work', 'work', 'linked');
    const step = fc
      .constantFrom<readonly (readonly [string, object])[]>(READS, WRITES, TRANSFERS)
      .chain((all) => fc.constantFrom(...all));
    await fc.assert(
      fc.asyncProperty(configuration, place, step, async (planted, repo_path, [tool, args]) => {
        for (const { dir, honest } of dirs) plant(dir, honest, planted, nest.at('program'));
        if (isHostile(nest.at('work'))) counts.hostile += 1;
        look();
        const { isError } = await call(client, tool, { ...args, repo_path });
        if (isError !== true) counts.answered += 1;
        const { inspected, problems } = look();
        counts.inspected += inspected;
        expect(problems).toEqual([]);
        expect(existsSync(nest.at('mark'))).toBe(false);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    expect(counts.hostile).toBeGreaterThan(RUNS / 2);
    expect(counts.answered).toBeGreaterThan(RUNS / 4);
    expect(counts.inspected).toBeGreaterThan(RUNS);
  },
  60_000 + RUNS * 2000,
);
