import { expect, test } from 'vitest';
import { ask, dataOf, repository } from '../setup.ts';

test('shows where HEAD was', async () => {
  using dir = repository();
  dir.git('checkout', '--quiet', '-b', 'topic');
  dir.commit('topic');
  const [topic, base] = ['topic', 'main'].map((name) => dir.git('rev-parse', name).trim());
  expect(await dataOf(ask(dir, 'git_reflog', { max_count: 2 }))).toEqual({
    entries: [
      { selector: 'HEAD@{0}', hash: topic, message: 'commit: topic' },
      { selector: 'HEAD@{1}', hash: base, message: 'checkout: moving from main to topic' },
    ],
  });
});
