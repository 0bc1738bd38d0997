// Fuzz: whatever the index contains, no tool reads or writes anything outside the repository, or its hooks and
// configuration. `PROOF_RUNS=3000` tries that many indexes.
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { proofRuns } from './random.ts';
import { READS, WRITES } from '../attacks/all-tools.ts';
import { call, git, open, temporary, textsOf, type Temporary } from '../setup.ts';
import { indexFile, toFiles } from './index-files.ts';

const RUNS = proofRuns(40);

/** Mostly about files, because an index leads to them. */
const CALLS: readonly (readonly [string, object])[] = [
  ['git_restore', { files: ['.'] }],
  ['git_add', { files: ['.'] }],
  ['git_diff_unstaged', {}],
  ['git_grep', { pattern: 's3cret' }],
  ['git_stash', { action: 'push', include_untracked: true }],
  ['git_checkout', { branch_name: 'topic' }],
  ['git_reset', {}],
  ...READS,
  ...WRITES,
];

const make = () => {
  const nest = temporary();
  nest.write({ 'secret.txt': 's3cret\n' });
  nest.repository('other', { 'secret.txt': 's3cret\n' });
  const dir = nest.repository('in', { 'a.txt': 'one\n', 'sub/c.txt': 'two\n' });
  dir.git('branch', 'topic');
  symlinkSync('../other', dir.at('lnk'));
  const write = (text: string): string => {
    dir.write({ '.git/blob': text });
    return dir.git('hash-object', '-w', '.git/blob').trim();
  };
  const [commit = '', tree = ''] = dir.git('rev-parse', 'HEAD', 'HEAD:sub').split('\n');
  return { nest, objects: [write('evil\n'), write('../other/secret.txt'), commit, tree] };
};

/** Returns all that must not change. Nobody may create hooks. */
const contentsOf = (nest: Temporary): string =>
  JSON.stringify([
    readdirSync(nest.path).toSorted(),
    readdirSync(nest.at('other')).toSorted(),
    readdirSync(nest.at('in/.git/hooks')),
    ...['secret.txt', 'other/secret.txt', 'in/.git/config', 'other/.git/HEAD'].map((path) =>
      readFileSync(nest.at(path), 'latin1'),
    ),
    git(nest.at('other'), 'for-each-ref'),
  ]);

const plant = (nest: Temporary, files: ReadonlyMap<string, Buffer>): void => {
  const gitDir = nest.at('in/.git');
  for (const name of readdirSync(gitDir).filter((each) => /^sharedindex\.|\.lock$/.test(each)))
    rmSync(`${gitDir}/${name}`);
  for (const [name, bytes] of files) writeFileSync(`${gitDir}/${name}`, bytes);
};

test(
  'no index leads out of its repository',
  async () => {
    const { nest, objects } = make();
    using _ = nest;
    const before = contentsOf(nest);
    await using client = await open(nest.at('in'), { timeout: 20 });
    const counts = { refused: 0, answered: 0 };
    const calls = fc.tuple(fc.constantFrom(...CALLS.slice(0, 7)), fc.constantFrom(...CALLS));
    await fc.assert(
      fc.asyncProperty(indexFile, calls, async (index, chosen) => {
        for (const [tool, args] of chosen) {
          plant(nest, toFiles(index, { outside: nest.at('secret.txt'), objects }));
          const answer = await call(client, tool, args);
          counts[answer.isError === true ? 'refused' : 'answered'] += 1;
          const told = textsOf(answer)
            .join('\n')
            .replaceAll(/No matches for .*/g, '');
          expect(told).not.toContain('s3cret');
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

test('the indexes are ones that git reads: with harmless names each version is listed', async () => {
  const { nest, objects } = make();
  using _ = nest;
  const entries = ['a.txt', 'sub/c.txt', 'sub/d.txt'].map((name) => ({
    name,
    mode: 0o100644,
    stage: 0,
    isSkipped: name === 'a.txt',
    object: 0,
  }));
  await using client = await open(nest.at('in'));
  for (const version of [2, 3, 4] as const)
    for (const isSplit of [false, true]) {
      const index = { version, entries, extensions: [{ kind: 'XTRA', data: 'x' }], isSplit };
      plant(nest, toFiles(index, { outside: '', objects }));
      const { structuredContent } = await call(client, 'git_ls_files');
      expect([version, isSplit, structuredContent?.['files']]).toEqual([
        version,
        isSplit,
        ['a.txt', 'sub/c.txt', 'sub/d.txt'],
      ]);
    }
});
