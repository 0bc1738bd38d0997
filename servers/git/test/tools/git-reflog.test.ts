import { expect, test } from 'vitest';
import { ask, dataOf, repository, textsOf } from '../setup.ts';

test('shows where HEAD was', async () => {
  using dir = repository();
  dir.git('checkout', '--quiet', '-b', 'topic');
  dir.commit('topic');
  const [topic, base] = ['topic', 'main'].map((name) => dir.git('rev-parse', '--short', name).trim());
  expect(await dataOf(ask(dir, 'git_reflog', { limit: 2 }))).toEqual({
    entries: [
      { selector: 'HEAD@{0}', hash: topic, message: 'commit: topic' },
      { selector: 'HEAD@{1}', hash: base, message: 'checkout: moving from main to topic' },
    ],
    next_cursor: '2',
  });
  const next = await ask(dir, 'git_reflog', { limit: 2, cursor: '2' });
  expect((next.structuredContent as { entries: object[] }).entries).toHaveLength(1);
  expect(next.structuredContent).not.toHaveProperty('next_cursor');
  expect(textsOf(await ask(dir, 'git_reflog', { cursor: 'x' }))).toEqual([
    'cursor is "x", which no answer gave. Start again without it.',
  ]);
});
