// Links in a git directory that came with the repository: calls that write must not follow them.
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { textsOf } from '../setup.ts';
import { plant, WRITES, type Planted } from './planted.ts';

test('without links every call works', async () => {
  using planted = plant();
  // A change for the last call to stash.
  const stash = WRITES.at(-1) ?? ['', {}];
  const answers = await planted.calls(WRITES.slice(0, -1));
  planted.nest.write({ 'inside/later.txt': '' });
  answers.push(...(await planted.calls([stash])));
  expect(answers.filter(({ isError }) => isError === true).flatMap(textsOf)).toEqual([]);
});

/** Makes all writing calls. Returns their distinct answers, and the files or refs that they changed. */
const attempt = async (planted: Planted) => {
  const before = planted.outside();
  const refs = planted.git('for-each-ref');
  const answers = await planted.calls(WRITES);
  return {
    outside: before === planted.outside() ? 'unchanged' : planted.outside(),
    answers: [...new Set(answers.flatMap(textsOf))],
    areErrors: answers.every(({ isError }) => isError === true),
    refs: refs === planted.git('for-each-ref') ? 'unchanged' : planted.git('for-each-ref'),
  };
};

/** The expected result if an entry is a link. */
const refusedFor = (path: string, target: string) => ({
  outside: 'unchanged',
  answers: [expect.stringContaining(`"${path}" is a link to "${target}". `)],
  areErrors: true,
  refs: 'unchanged',
});

test.each(['../../outside', 'absolute'])('links to files outside are refused (%s)', async (kind) => {
  using planted = plant();
  for (const name of [
    ...['COMMIT_EDITMSG', 'MERGE_MSG', 'AUTO_MERGE', 'SQUASH_MSG', 'TAG_EDITMSG', 'ORIG_HEAD', 'FETCH_HEAD'],
    ...['MERGE_MODE', 'MERGE_RR', 'gc.log', 'config.worktree', 'index.lock', 'description', 'any-name'],
    ...['logs/HEAD', 'logs/refs/heads/work', 'logs/refs/heads/x/y', 'logs/refs/stash'],
    ...['refs/heads/x/y', 'refs/tags/x/v1', 'refs/stash', 'rr-cache/aa/preimage', 'sequencer/todo'],
    ...['rebase-merge/done', 'rebase-apply/patch', 'info/sparse-checkout', 'info/exclude'],
    ...['objects/info/commit-graph', 'objects/info/commit-graphs/chain', 'objects/pack/x.keep'],
    ...['worktrees/w/HEAD', 'worktrees/w/logs/HEAD', 'worktrees/w/COMMIT_EDITMSG'],
    ...['branches/x', 'remotes/x', 'common/x', 'reftable/tables.list'],
  ]) {
    const up = '../'.repeat(name.split('/').length - 1);
    const target = kind === 'absolute' ? planted.nest.at('outside/.netrc') : `${up}${kind}/.netrc`;
    using _ = planted.link(name, target);
    expect(await attempt(planted)).toEqual(refusedFor(planted.entry(name), target));
  }
});

test('links to folders outside are refused', async () => {
  using planted = plant();
  const target = planted.nest.at('outside/folder');
  for (const name of [
    ...['refs/heads/x', 'refs/tags/x', 'logs/refs/heads', 'logs/refs/heads/x', 'logs/refs', 'modules'],
    ...['rr-cache', 'sequencer', 'rebase-merge', 'rebase-apply', 'worktrees', 'worktrees/w', 'common'],
    ...['objects/info', 'objects/info/commit-graphs', 'branches', 'remotes', 'reftable', 'any-name'],
  ]) {
    using _ = planted.link(name, target);
    expect(await attempt(planted)).toEqual(refusedFor(planted.entry(name), target));
  }
  planted.git('repack', '-a', '-d', '-q');
  for (let byte = 0; byte < 256; byte += 1)
    planted.link(`objects/${byte.toString(16).padStart(2, '0')}`, target);
  expect(await attempt(planted)).toEqual({
    ...refusedFor('', ''),
    answers: [expect.stringMatching(/\/objects\/[0-9a-f]{2}" is a link to ".*\/outside\/folder"\. /)],
  });
});

describe('refuses a link that seems to stay inside the repository', () => {
  test('to a ref that is a link', async () => {
    using planted = plant();
    const target = planted.nest.at('outside/.netrc');
    planted.link('refs/next', target);
    expect(await attempt(planted)).toEqual(refusedFor(planted.entry('refs/next'), target));
    planted.link('COMMIT_EDITMSG', 'refs/next');
    expect(await attempt(planted)).toEqual(refusedFor(planted.entry('COMMIT_EDITMSG'), 'refs/next'));
  });

  test('to a folder that contains a link', async () => {
    using planted = plant();
    planted.link('junk/HEAD', planted.nest.at('outside/.netrc'));
    planted.link('logs', 'junk');
    expect(await attempt(planted)).toEqual(refusedFor(planted.entry('logs'), 'junk'));
  });

  test('to a file that is not a message', async () => {
    using planted = plant();
    planted.nest.write({ 'inside/.git/hooks/pre-commit': '#!/bin/sh\n' });
    for (const target of ['../a.txt', 'config', 'hooks/pre-commit', 'refs/../config', 'refs/./../config']) {
      using _ = planted.link('COMMIT_EDITMSG', target);
      expect(await attempt(planted)).toEqual(refusedFor(planted.entry('COMMIT_EDITMSG'), target));
    }
  });
});

// Other systems do not allow such names.
test.runIf(process.platform === 'linux')('a link is found in a folder whose name is not UTF-8', async () => {
  using planted = plant();
  const folder = Buffer.concat([Buffer.from(planted.entry('refs/heads/')), Buffer.of(0xff)]);
  mkdirSync(folder);
  symlinkSync(planted.nest.at('outside/.netrc'), Buffer.concat([folder, Buffer.from('/x')]));
  for (const answer of await planted.calls([...WRITES, ['git_branch', {}]]))
    expect(textsOf(answer)[0]).toMatch(/refs\/heads\/\uFFFD\/x" is a link to "/);
});

test('a folder that cannot be listed never hides a link', async () => {
  using planted = plant();
  planted.link('logs/refs/heads/x/y', planted.nest.at('outside/.netrc'));
  chmodSync(planted.entry('logs/refs/heads/x'), 0o300);
  const before = planted.outside();
  const answers = await planted.calls(WRITES);
  // Otherwise an ordinary user cannot remove it.
  chmodSync(planted.entry('logs/refs/heads/x'), 0o700);
  for (const answer of answers)
    expect(textsOf(answer)[0]).toMatch(/" is a link to "|cannot be listed \(EACCES\)/);
  expect(planted.outside()).toBe(before);
});

test('the target of a link is quoted, shortened and escaped', async () => {
  using planted = plant();
  planted.link('COMMIT_EDITMSG', `/x\n\u001b[2J\u202e"\u2028${'y'.repeat(400)}`);
  const [answer] = await planted.calls([['git_status', {}]]);
  const said = answer === undefined ? '' : (textsOf(answer)[0] ?? '');
  expect(said).toContain(String.raw`is a link to "/x\n\u001b[2J\u{202e}\"\u{2028}yyy`);
  expect(said).toMatch(/y…"\. Git would read and write what it leads to/);
  expect(said).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u);
  expect(said.length).toBeLessThan(900);
});
