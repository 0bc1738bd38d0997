import { expect, test } from 'vitest';
import { ask, repository } from '../setup.ts';

test('git_remotes omits passwords', async () => {
  using dir = repository();
  dir.git('remote', 'add', 'origin', 'https://ada:secret@example.org/x.git');
  dir.git('remote', 'add', 'back.up', 'git@example.org:x.git');
  dir.git('config', 'remote.origin.pushurl', 'https://token@example.org/y.git');
  const answer = await ask(dir, 'git_remotes');
  expect(answer.structuredContent).toEqual({
    remotes: [
      { name: 'origin', fetch: 'https://***@example.org/x.git', push: 'https://***@example.org/y.git' },
      { name: 'back.up', fetch: 'git@example.org:x.git', push: 'git@example.org:x.git' },
    ],
  });
  expect(JSON.stringify(answer)).not.toMatch(/secret|token/);
});
