// Files of the user that are in no commit: even ignored ones are never silently overwritten.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ask, copyOf, repository, textsOf, type Temporary } from '../setup.ts';

const MINE = 'TOKEN=mine\n';

/** Creates a repository on `work`, where `.env` and `out` are ignored; `topic` has a commit with these files. */
const withBranch = (files: { readonly [path: string]: string }): Temporary =>
  copyOf(`branch ${JSON.stringify(files)}`, () => {
    const dir = repository({ 'a.txt': 'one\n', '.gitignore': '.env\nout\n' });
    dir.git('checkout', '--quiet', '-b', 'topic');
    dir.write(files);
    dir.git('add', '--force', ...Object.keys(files));
    dir.git('commit', '--quiet', '--message', 'topic');
    dir.git('checkout', '--quiet', '-b', 'work', 'main');
    dir.write({ 'b.txt': 'work\n' });
    dir.commit('work');
    return dir;
  });

const CALLS = [
  ['git_checkout', { branch_name: 'topic' }],
  ['git_merge', { revision: 'topic' }],
  ['git_rebase', { revision: 'topic' }],
  ['git_cherry_pick', { revision: 'topic' }],
] as const;

/** A file of the user, and the conflicting one of a branch. */
const PLACES = [
  ['.env', '.env'],
  ['out/keep/mine.txt', 'out'],
  ['out', 'out/made.txt'],
] as const;

for (const [tool, args] of CALLS)
  for (const [mine, theirs] of PLACES)
    test(`${tool} refuses to write ${theirs} over the ignored ${mine}, and names it`, async () => {
      using dir = withBranch({ [theirs]: 'theirs\n' });
      dir.write({ [mine]: MINE });
      const before = dir.git('rev-parse', 'HEAD');
      const answer = await ask(dir, tool, args);
      expect(answer.isError).toBe(true);
      expect(textsOf(answer).join()).toMatch(
        tool === 'git_checkout'
          ? /would (?:be overwritten by|lose untracked)/
          : new RegExp(`by this: ${mine}\\.`),
      );
      expect(readFileSync(dir.at(mine), 'utf8')).toBe(MINE);
      expect(dir.git('rev-parse', 'HEAD')).toBe(before);
      expect(dir.git('status', '--short')).toBe('');
    });

for (const [tool, args] of CALLS)
  test(`${tool} works beside ignored files that do not conflict`, async () => {
    using dir = withBranch({ 'c.txt': 'theirs\n', 'out/made.txt': 'theirs\n' });
    dir.write({ '.env': MINE, 'out/mine.txt': MINE });
    expect((await ask(dir, tool, args)).isError).toBeUndefined();
    expect(readFileSync(dir.at('c.txt'), 'utf8')).toBe('theirs\n');
    expect(readFileSync(dir.at('out/mine.txt'), 'utf8')).toBe(MINE);
  });

test('a fast-forward git_merge refuses too', async () => {
  using dir = withBranch({ '.env': 'theirs\n' });
  dir.git('checkout', '--quiet', 'main');
  dir.write({ '.env': MINE });
  const answer = await ask(dir, 'git_merge', { revision: 'topic' });
  expect(textsOf(answer).join()).toContain('by this: .env.');
  expect(readFileSync(dir.at('.env'), 'utf8')).toBe(MINE);
});

test('git_revert refuses to restore a file over an ignored one', async () => {
  using dir = repository({ '.env': 'old\n' });
  dir.git('rm', '--quiet', '.env');
  dir.commit('second');
  dir.write({ '.git/info/exclude': '.env\n' });
  dir.write({ '.env': MINE });
  const answer = await ask(dir, 'git_revert', { revision: 'HEAD' });
  expect(textsOf(answer).join()).toContain('by this: .env.');
  expect(readFileSync(dir.at('.env'), 'utf8')).toBe(MINE);
  rmSync(dir.at('.env'));
  expect((await ask(dir, 'git_revert', { revision: 'HEAD' })).isError).toBeUndefined();
  expect(readFileSync(dir.at('.env'), 'utf8')).toBe('old\n');
});

test('git_cherry_pick refuses if changing a missing file would restore it', async () => {
  using dir = withBranch({ '.env': 'theirs\n' });
  dir.git('checkout', '--quiet', 'topic');
  dir.write({ '.env': 'theirs, changed\n' });
  dir.git('commit', '--quiet', '--all', '--message', 'changed');
  dir.git('checkout', '--quiet', 'work');
  dir.write({ '.env': MINE });
  const answer = await ask(dir, 'git_cherry_pick', { revision: 'topic' });
  expect(textsOf(answer).join()).toContain('by this: .env.');
  expect(readFileSync(dir.at('.env'), 'utf8')).toBe(MINE);
});

test('git_rebase refuses if one of its commits adds a file and the next removes it', async () => {
  using dir = withBranch({ 'c.txt': 'theirs\n' });
  dir.write({ '.env': 'for a moment\n' });
  dir.git('add', '--force', '.env');
  dir.commit('added');
  dir.git('rm', '--quiet', '.env');
  dir.commit('removed');
  dir.write({ '.env': MINE });
  const answer = await ask(dir, 'git_rebase', { revision: 'topic' });
  expect(textsOf(answer).join()).toContain('by this: .env.');
  expect(readFileSync(dir.at('.env'), 'utf8')).toBe(MINE);
});

for (const action of ['pop', 'apply'])
  for (const untracked of [true, false])
    test(`git_stash ${action} refuses to write over an ignored file${untracked ? ' that is untracked in the stash' : ''}`, async () => {
      using dir = repository({ 'a.txt': 'one\n' });
      dir.write({ '.env': 'stashed\n' });
      if (!untracked) dir.git('add', '.env');
      dir.git('stash', 'push', '--quiet', '--include-untracked');
      dir.write({ '.gitignore': '.env\n' });
      dir.commit('second');
      dir.write({ '.env': MINE });
      const answer = await ask(dir, 'git_stash', { action });
      expect(textsOf(answer).join()).toContain('by this: .env.');
      expect(readFileSync(dir.at('.env'), 'utf8')).toBe(MINE);
      rmSync(dir.at('.env'));
      expect((await ask(dir, 'git_stash', { action })).isError).toBeUndefined();
      expect(readFileSync(dir.at('.env'), 'utf8')).toBe('stashed\n');
    });

test('a name that is not UTF-8 is found too', async () => {
  using dir = repository({ 'a.txt': 'one\n' });
  const name = Buffer.concat([Buffer.from(dir.at('x')), Buffer.of(0xff)]);
  dir.git('checkout', '--quiet', '-b', 'topic');
  writeFileSync(name, 'theirs\n');
  dir.commit('topic');
  dir.git('checkout', '--quiet', 'main');
  dir.write({ '.git/info/exclude': 'x*\n' });
  writeFileSync(name, MINE);
  const answer = await ask(dir, 'git_merge', { revision: 'topic' });
  expect(textsOf(answer).join()).toContain(String.raw`by this: "x\377"`);
  expect(readFileSync(name, 'utf8')).toBe(MINE);
  expect(existsSync(dir.at('.git/MERGE_HEAD'))).toBe(false);
});
