// Dry runs change nothing, whatever the other arguments, and leave no objects.
import { expect, test } from 'vitest';
import { ask, diverged, textsOf } from '../setup.ts';

test.each(['abort', 'continue'])(
  '%s cannot be combined with dry_run, and the merge stays in progress',
  async (step) => {
    using dir = diverged('a.txt', 'a.txt');
    expect(textsOf(await ask(dir, 'git_merge', { revision: 'topic' }))[0]).toMatch(/conflict/i);
    const answer = await ask(dir, 'git_merge', { [step]: true, dry_run: true });
    expect([answer.isError, textsOf(answer)[0]]).toEqual([
      true,
      expect.stringMatching(/^dry_run goes with revision/),
    ]);
    expect(dir.git('rev-parse', 'MERGE_HEAD')).toBe(dir.git('rev-parse', 'topic'));
  },
);

test('a dry run of a cherry-pick creates no objects in the repository', async () => {
  using dir = diverged('a.txt', 'b.txt');
  const count = (): string => dir.git('count-objects');
  const before = count();
  expect((await ask(dir, 'git_cherry_pick', { revision: 'topic', dry_run: true })).isError).toBeUndefined();
  expect((await ask(dir, 'git_merge', { revision: 'topic', dry_run: true })).isError).toBeUndefined();
  expect(count()).toBe(before);
});
