import { expect, test } from 'vitest';
import { ask, repository, textsOf } from '../setup.ts';

test('a branch in the place of a folder is refused with another hint than a lock', async () => {
  using dir = repository();
  dir.git('branch', 'x/y');
  expect(textsOf(await ask(dir, 'git_create_branch', { branch_name: 'x' }))[0]).toMatch(
    /exists; cannot create.* Choose another name\.$/,
  );
});
