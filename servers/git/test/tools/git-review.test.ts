import { readdirSync } from 'node:fs';
import { connect } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { pagesOf } from '../pages.ts';
import {
  ask,
  call,
  copyOf,
  dataOf,
  diverged,
  open,
  repository,
  serve,
  temporary,
  textOf,
  textsOf,
  type Temporary,
} from '../setup.ts';

/** Creates the branch topic, two commits ahead of main and one behind. */
const branched = (): Temporary =>
  copyOf('branched', () => {
    const dir = diverged('b.txt', 'a.txt');
    dir.git('checkout', '--quiet', 'topic');
    dir.write({ 'c/new.txt': 'new\n', 'package-lock.json': '{}\n' });
    dir.commit('add c');
    return dir;
  });

const TEXT = [
  /^2 commits:\n[0-9a-f]{7} .* Ada \(HEAD -> topic\): add c\n[0-9a-f]{7} .* Ada: topic\n\n/,
  /\n\n3 files changed, \+3 -1:\n1\t1\ta\.txt\n1\t0\tc\/new\.txt\n1\t0\tpackage-lock\.json\n\n/,
  /\n\nIt merges into base without conflicts\.$/,
];

describe.each(['2025-03-26', '2025-11-25', '2026-07-28'] as const)('in %s', (revision) => {
  test('one call returns commits, files, conflicts and the patch', async () => {
    using dir = branched();
    await using client = await connect(serve([dir.path]), { revision });
    const answer = await call(client, 'git_review', { base: 'main' });
    const [overview = '', patch = '', note] = textsOf(answer);
    for (const part of TEXT) expect(overview).toMatch(part);
    const plain = dir.git('diff', 'main...topic', '--', '.', ':!package-lock.json');
    expect(patch).toBe(plain);
    expect(note).toBe('[Lock files are left out: package-lock.json. generated: true shows them.]');
    const data = {
      commits: [{ subject: 'add c' }, { subject: 'topic' }],
      total: 2,
      files: [{ path: 'a.txt' }, { path: 'c/new.txt' }, { path: 'package-lock.json' }],
      files_changed: 3,
      additions: 3,
      deletions: 1,
      merges_cleanly: true,
      patch: plain,
    };
    const isOld = revision === '2025-03-26';
    expect('structuredContent' in answer).toBe(!isOld);
    expect(answer).toMatchObject(isOld ? {} : { structuredContent: data });
  });
});

test('conflicts with base are named, and nothing is written', async () => {
  using dir = diverged('a.txt', 'a.txt');
  const objects = (): string[] => readdirSync(dir.at('.git/objects'), { recursive: true, encoding: 'utf8' });
  const before = objects();
  for (const settings of [{}, { readOnly: true }]) {
    const answer = await ask(dir, 'git_review', { base: 'main', target: 'topic' }, settings);
    expect(textsOf(answer)[0]).toMatch(/A merge into base would conflict in: a\.txt$/);
    expect(answer.structuredContent).toMatchObject({ conflicts: ['a.txt'], total: 1 });
  }
  expect(objects()).toEqual(before);
  expect(dir.git('status', '--short')).toBe('');
});

test('the pages join to the patch', async () => {
  using dir = repository();
  dir.git('checkout', '--quiet', '-b', 'topic');
  for (let index = 0; index < 9; index += 1) {
    dir.write({ [`f${index}.txt`]: `line ${index}\n`.repeat(60) });
    dir.commit(`add ${index}`);
  }
  await using client = await open(dir.path);
  const pages = await pagesOf(client, 'git_review', { base: 'main', max_bytes: 2000 });
  const data = pages.map(({ structuredContent = {} }) => structuredContent);
  expect(data.map(({ total }) => total)).toEqual([9, ...data.slice(1).map(() => undefined)]);
  expect(pages.length).toBeGreaterThan(2);
  expect(data.map(({ patch }) => patch).join('')).toBe(dir.git('diff', 'main...topic'));
});

test('with many commits and files it lists what fits, and counts all', async () => {
  using dir = repository();
  dir.git('checkout', '--quiet', '-b', 'topic');
  dir.write(
    Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`${'n'.repeat(30)}${index}`, 'x\n'])),
  );
  dir.commit('many files');
  for (let index = 0; index < 9; index += 1) dir.commit(`${'subject '.repeat(9)}${index}`);
  const answer = await ask(dir, 'git_review', { base: 'main', max_bytes: 2000 });
  expect(textsOf(answer)[1]).toMatch(
    /\[\d more: git_log with ref base\.\.target\.\]\n\n60 files changed, \+60 -0:/,
  );
  expect(textsOf(answer)[1]).toMatch(
    /\[\d\d more: git_diff with base, target, merge_base and stat lists all\.\]/,
  );
  expect(answer.structuredContent).toMatchObject({ total: 10, files_changed: 60, additions: 60 });
});

test('paths restrict the files and the patch', async () => {
  using dir = branched();
  const { structuredContent, ...rest } = await ask(dir, 'git_review', { base: 'main', paths: ['c'] });
  expect(textsOf(rest)[0]).toContain('\n1 file changed, +1 -0:\n');
  expect(structuredContent).toMatchObject({ total: 2, files: [{ path: 'c/new.txt' }], files_changed: 1 });
  expect(structuredContent?.['patch']).toBe(dir.git('diff', 'main...topic', '--', 'c'));
});

test('an empty branch is reported, and so are an unknown base and a missing merge base', async () => {
  using dir = branched();
  const same = await ask(dir, 'git_review', { base: 'topic' });
  expect(textsOf(same)).toEqual([
    '0 commits:\n\n0 files changed, +0 -0:\n\nIt merges into base without conflicts.',
    'No changes.',
  ]);
  expect(await textOf(ask(dir, 'git_review', { base: 'nope' }))).toMatch(/nope/);
  dir.git('checkout', '--quiet', '--orphan', 'other');
  dir.commit('of another history');
  expect(await textOf(ask(dir, 'git_review', { base: 'main' }))).toMatch(/no merge base/);
});

test('a bare repository can be reviewed at a path that contains list separators', async () => {
  using dir = branched();
  using nest = temporary();
  nest.git('clone', '--quiet', '--bare', dir.path, 'a:b "c;d.git');
  const settings = { sandbox: 'off' } as const;
  await using client = await open(nest.path, settings);
  const place = { repo_path: nest.at('a:b "c;d.git') };
  expect(await dataOf(call(client, 'git_review', { ...place, base: 'main' }))).toMatchObject({
    total: 2,
    merges_cleanly: true,
  });
});
