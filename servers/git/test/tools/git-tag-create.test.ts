import { expect, test } from 'vitest';
import { ask, repository, textsOf, type Temporary } from '../setup.ts';

const headOf = (dir: Temporary): string => dir.git('rev-parse', 'HEAD').trim();

test('git_tag_create makes tags, and never moves one', async () => {
  using dir = repository();
  const hash = headOf(dir);
  expect((await ask(dir, 'git_tag_create', { tag_name: 'v1' })).structuredContent).toEqual({
    name: 'v1',
    hash,
    annotated: false,
    neutralised: [],
  });
  dir.commit('second');
  const message = '# Version 2\n\nwith a body';
  await ask(dir, 'git_tag_create', { tag_name: 'v2', revision: 'v1', message });
  expect(dir.git('cat-file', '-t', 'v2')).toBe('tag\n');
  expect(dir.git('rev-parse', 'v2^{}').trim()).toBe(hash);
  expect(dir.git('tag', '--list', '--format=%(contents)', 'v2').trim()).toBe(message);
  expect(textsOf(await ask(dir, 'git_tag_create', { tag_name: 'v1' }))[0]).toMatch(/'v1' already exists/);
  expect(dir.git('rev-parse', 'v1').trim()).toBe(hash);
});
