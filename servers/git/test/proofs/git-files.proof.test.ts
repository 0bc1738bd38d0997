// Fuzz: whatever the other files of a git directory contain, no tool runs a program or reads or writes anything
// outside. `PROOF_RUNS=3000` tries that many.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { proofRuns } from './random.ts';
import { READS, WRITES } from '../attacks/all-tools.ts';
import { call, diverged, git, open, temporary, textsOf, type Temporary } from '../setup.ts';
import { gitFiles, type GitFiles } from './git-files.ts';

const RUNS = proofRuns(25);

const OPERATIONS = ['git_rebase', 'git_merge', 'git_cherry_pick', 'git_revert'].flatMap((tool) => [
  [tool, { continue: true }] as const,
  [tool, { abort: true }] as const,
]);
const CALLS: readonly (readonly [string, object])[] = [
  ...OPERATIONS,
  ['git_fetch', {}],
  ['git_pull', { branch: 'main' }],
  ['git_clone', { url: '.', path: 'copy' }],
  ...READS,
  ...WRITES,
];

/** `in` is on a branch beside main and topic; `outside` is not allowed. */
const make = (): Temporary => {
  const nest = temporary();
  using dir = diverged('a.txt', 'b.txt');
  cpSync(dir.path, nest.at('pristine'), { recursive: true });
  const outside = nest.repository('outside', { 'secret.txt': 's3cret\n' }, 's3cret');
  outside.git('branch', 's3cret');
  nest.write({
    'secret.txt': 's3cret\n',
    'outside/evil.conf': `[core]\n\tfsmonitor = ${nest.at('program')}\n`,
    program: `#!/bin/sh\n: > ${nest.at('mark')}\n`,
    'pristine/git-merge-evil': `#!/bin/sh\n: > ${nest.at('mark')}\n`,
  });
  for (const path of ['program', 'pristine/git-merge-evil']) chmodSync(nest.at(path), 0o755);
  git(nest.at('pristine'), 'config', 'core.sparseCheckout', 'true');
  git(nest.at('pristine'), 'remote', 'add', 'origin', nest.at('box/source'));
  cpSync(nest.at('pristine'), nest.at('box/source'), { recursive: true });
  // Harmless as text, but outside for the kernel or in bytes.
  for (const name of ['box/.git', 'box/x\ufffd', 'box/y\n'])
    cpSync(nest.at('pristine/.git'), nest.at(name), { recursive: true });
  mkdirSync(nest.at('outside/folder'));
  symlinkSync(nest.at('outside/folder'), nest.at('box/lnk'));
  symlinkSync(nest.at('outside/.git'), nest.at('box/y'));
  symlinkSync(nest.at('outside/.git'), Buffer.concat([Buffer.from(nest.at('box/x')), Buffer.of(0xff)]));
  return nest;
};

const plant = (nest: Temporary, files: GitFiles, hash: string): void => {
  for (const name of ['box/in', 'box/copy']) rmSync(nest.at(name), { recursive: true, force: true });
  cpSync(nest.at('pristine'), nest.at('box/in'), { recursive: true });
  const filled = (text: string): string =>
    text
      .replaceAll('HASH', hash)
      .replaceAll('OUTSIDE', nest.at('outside'))
      .replaceAll('PROGRAM', nest.at('program'));
  for (const [name, content] of files) {
    const path = nest.at('box/in/.git', filled(name));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, Buffer.from(filled(content), 'latin1'));
  }
  nest.write({ 'box/in/a.txt': 'changed\n' });
};

const byName = (one: string, other: string): number => (one < other ? -1 : 1);

const contentsOf = (nest: Temporary): string =>
  JSON.stringify([
    readdirSync(nest.path)
      .filter((name) => name !== 'box')
      .toSorted(byName),
    readdirSync(nest.at('outside'), { recursive: true, encoding: 'utf8' }).toSorted(byName),
    readFileSync(nest.at('secret.txt'), 'utf8'),
    git(nest.at('outside'), 'for-each-ref'),
    git(nest.at('outside'), 'status', '--short'),
  ]);

test(
  'nothing in a git directory leads out of it, or runs a program',
  async () => {
    using nest = make();
    const hash = git(nest.at('pristine'), 'rev-parse', 'topic').trim();
    const before = contentsOf(nest);
    const counts = { answered: 0, refused: 0 };
    await using client = await open(nest.at('box'), { timeout: 20 });
    const calls = fc.tuple(
      fc.constantFrom(...OPERATIONS),
      fc.constantFrom(...CALLS),
      fc.constantFrom(...CALLS),
    );
    await fc.assert(
      fc.asyncProperty(gitFiles, calls, async (files, chosen) => {
        plant(nest, files, hash);
        for (const [tool, args] of chosen) {
          const place =
            tool === 'git_clone'
              ? { url: nest.at('box/in'), path: nest.at('box/copy') }
              : { repo_path: nest.at('box/in') };
          const answer = await call(client, tool, { ...args, ...place });
          counts[answer.isError === true ? 'refused' : 'answered'] += 1;
          expect([tool, textsOf(answer).join('\n')]).toEqual([tool, expect.not.stringContaining('s3cret')]);
          expect([tool, existsSync(nest.at('mark'))]).toEqual([tool, false]);
        }
        expect(contentsOf(nest)).toBe(before);
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
    expect(counts.answered).toBeGreaterThan(RUNS / 5);
    expect(counts.refused).toBeGreaterThan(RUNS / 5);
  },
  60_000 + RUNS * 2000,
);
