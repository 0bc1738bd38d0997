import { expect, test } from 'vitest';
import { ask, repository, textsOf } from '../setup.ts';

test('git_tag_delete deletes a tag, and says what it was', async () => {
  using dir = repository();
  dir.git('tag', '--annotate', '--message', 'x', 'v1');
  const hash = dir.git('rev-parse', 'HEAD').trim();
  expect((await ask(dir, 'git_tag_delete', { tag_name: 'v1' })).structuredContent).toEqual({
    name: 'v1',
    hash,
  });
  expect(dir.git('tag')).toBe('');
  expect(textsOf(await ask(dir, 'git_tag_delete', { tag_name: 'v1' }))[0]).toMatch(
    /^tag_name: there is no "refs\/tags\/v1"/,
  );
});
