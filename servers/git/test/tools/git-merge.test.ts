import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ask, dataOf, diverged, repository, shortOf, textOf, textsOf, type Temporary } from '../setup.ts';

const headOf = (dir: Temporary): string => dir.git('rev-parse', '--short', 'HEAD').trim();

const TOOLS = [
  ['git_merge', 'topic', 'MERGE_HEAD'],
  ['git_cherry_pick', 'topic', 'CHERRY_PICK_HEAD'],
] as const;

describe.each(TOOLS)('%s', (tool, revision, marker) => {
  test('integrates changes without conflicts, after a preview', async () => {
    using dir = diverged('a.txt', 'b.txt');
    const before = headOf(dir);
    expect(await dataOf(ask(dir, tool, { revision, dry_run: true }))).toEqual({
      result: 'done',
      dry_run: true,
    });
    expect(headOf(dir)).toBe(before);
    expect(dir.git('status', '--short')).toBe('');
    const { structuredContent } = await ask(dir, tool, { revision });
    expect(structuredContent).toEqual({
      result: 'done',
      hash: headOf(dir),
    });
    expect(headOf(dir)).not.toBe(before);
    expect(readFileSync(dir.at('b.txt'), 'utf8')).toBe('topic\n');
  });

  test('reports conflicts, also in the preview, and can be aborted', async () => {
    using dir = diverged('a.txt', 'a.txt');
    const before = headOf(dir);
    expect(await dataOf(ask(dir, tool, { revision, dry_run: true }))).toMatchObject({
      result: 'conflict',
      conflicts: ['a.txt'],
      dry_run: true,
    });
    expect(existsSync(dir.at('.git', marker))).toBe(false);
    expect(await dataOf(ask(dir, tool, { revision }))).toMatchObject({
      result: 'conflict',
      hash: before,
      conflicts: ['a.txt'],
    });
    expect(existsSync(dir.at('.git', marker))).toBe(true);
    expect(await textOf(ask(dir, tool, { revision }))).toMatch(
      /is in progress\. Resolve its conflicts with git_conflicts/,
    );
    expect(await dataOf(ask(dir, tool, { abort: true }))).toMatchObject({ result: 'aborted', hash: before });
    expect(dir.git('status', '--short')).toBe('');
    expect((await ask(dir, tool, { abort: true })).isError).toBe(true);
  });

  test('continues after the conflicts are staged', async () => {
    using dir = diverged('a.txt', 'a.txt');
    expect(await textOf(ask(dir, tool, { continue: true }))).toMatch(/^No (?:merge|cherry-pick) is in/);
    await ask(dir, tool, { revision });
    expect(await dataOf(ask(dir, tool, { continue: true }))).toMatchObject({
      result: 'conflict',
      conflicts: ['a.txt'],
    });
    dir.write({ 'a.txt': 'both\n' });
    dir.git('add', '.');
    expect(await dataOf(ask(dir, tool, { continue: true }))).toMatchObject({
      result: 'done',
      hash: headOf(dir),
    });
    expect(existsSync(dir.at('.git', marker))).toBe(false);
    expect(dir.git('show', 'HEAD:a.txt')).toBe('both\n');
  });

  test('can be finished with git_add and git_commit', async () => {
    using dir = diverged('a.txt', 'a.txt');
    await ask(dir, tool, { revision });
    dir.write({ 'a.txt': 'both\n' });
    expect((await ask(dir, 'git_commit', { message: 'both', files: ['a.txt'] })).isError).toBeUndefined();
    expect(existsSync(dir.at('.git', marker))).toBe(false);
    expect(dir.git('status', '--short')).toBe('');
  });

  test('never overwrites changes', async () => {
    using dir = diverged('a.txt', 'b.txt');
    dir.write({ 'b.txt': 'precious\n' });
    expect(await textOf(ask(dir, tool, { revision }))).toMatch(
      /would be overwritten by .*Commit the changes/,
    );
    expect(readFileSync(dir.at('b.txt'), 'utf8')).toBe('precious\n');
    expect(existsSync(dir.at('.git', marker))).toBe(false);
  });

  test('names the missing or conflicting arguments', async () => {
    using dir = diverged('a.txt', 'b.txt');
    for (const args of [{}, { revision, abort: true }])
      expect(await textOf(ask(dir, tool, args))).toMatch(
        /^Give revision, or after conflicts abort: true, or continue: true/,
      );
    expect((await ask(dir, tool, { revision: 'missing' })).isError).toBe(true);
    expect((await ask(dir, tool, { revision: '--abort' })).isError).toBe(true);
  });
});

test('git_merge fast-forwards if possible, and reports when nothing is to merge', async () => {
  using dir = repository();
  dir.git('branch', 'old');
  dir.commit('second');
  const hash = shortOf(dir);
  dir.git('checkout', '--quiet', 'old');
  expect(await dataOf(ask(dir, 'git_merge', { revision: 'main' }))).toMatchObject({
    result: 'fast-forward',
    hash,
  });
  expect(textsOf(await ask(dir, 'git_merge', { revision: 'main' }))).toEqual(['Already up to date.']);
});

test('the message of a merge names the branch', async () => {
  using dir = diverged('a.txt', 'b.txt');
  await ask(dir, 'git_merge', { revision: 'topic' });
  expect(dir.git('log', '-1', '--format=%s')).toBe("Merge branch 'topic'\n");
});

test('a merge can be aborted after a conflict was resolved', async () => {
  using dir = diverged('b.txt', 'b.txt');
  expect((await ask(dir, 'git_merge', { revision: 'topic' })).structuredContent?.['result']).toBe('conflict');
  expect((await ask(dir, 'git_conflicts', { path: 'b.txt', take: 'theirs' })).isError).toBeUndefined();
  expect(await textOf(ask(dir, 'git_merge', { abort: true }))).toBe('The merge was aborted.');
  expect(readFileSync(dir.at('b.txt'), 'utf8')).toBe('main\n');
  expect(dir.git('status', '--short')).toBe('');
});
