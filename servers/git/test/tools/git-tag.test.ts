import { expect, test } from 'vitest';
import { ask, dataOf, repository, textOf, textsOf, type Temporary } from '../setup.ts';

const headOf = (dir: Temporary): string => dir.git('rev-parse', '--short', 'HEAD').trim();

test('create creates tags, and never moves one', async () => {
  using dir = repository();
  const hash = headOf(dir);
  expect(await dataOf(ask(dir, 'git_tag', { action: 'create', tag_name: 'v1' }))).toEqual({
    name: 'v1',
    hash,
  });
  dir.commit('second');
  const message = '# Version 2\n\nwith a body';
  await ask(dir, 'git_tag', { action: 'create', tag_name: 'v2', revision: 'v1', message });
  expect(dir.git('cat-file', '-t', 'v2')).toBe('tag\n');
  expect(dir.git('rev-parse', '--short', 'v2^{}').trim()).toBe(hash);
  expect(dir.git('tag', '--list', '--format=%(contents)', 'v2').trim()).toBe(message);
  expect(await textOf(ask(dir, 'git_tag', { action: 'create', tag_name: 'v1' }))).toMatch(
    /'v1' already exists/,
  );
  expect(dir.git('rev-parse', '--short', 'v1').trim()).toBe(hash);
});

test('delete deletes a tag and returns the hash that it pointed to', async () => {
  using dir = repository();
  dir.git('tag', '--annotate', '--message', 'x', 'v1');
  const hash = dir.git('rev-parse', '--short', 'HEAD').trim();
  expect(await dataOf(ask(dir, 'git_tag', { action: 'delete', tag_name: 'v1' }))).toEqual({
    name: 'v1',
    hash,
  });
  expect(dir.git('tag')).toBe('');
  expect(await textOf(ask(dir, 'git_tag', { action: 'delete', tag_name: 'v1' }))).toMatch(
    /^tag_name: there is no "refs\/tags\/v1"/,
  );
});

test('list returns the newest first, with their targets', async () => {
  using dir = repository();
  const hash = dir.git('rev-parse', '--short', 'HEAD').trim();
  dir.git('tag', 'light');
  dir.git('tag', '--annotate', '--message', 'The first one', 'v1');
  const { structuredContent } = await ask(dir, 'git_tag', { action: 'list' });
  expect(structuredContent).toEqual({
    tags: expect.arrayContaining([
      { name: 'v1', hash, annotated: true, date: '2026-01-31T12:00:00+02:00', subject: 'The first one' },
      { name: 'light', hash, date: '2026-01-31T12:00:00+02:00', subject: 'first' },
    ]),
    total: 2,
  });
});

test('a name without an action is refused, and a read-only server only lists', async () => {
  using dir = repository();
  expect(await textOf(ask(dir, 'git_tag', { tag_name: 'v1' }))).toMatch(
    /^Give tag_name with action: "create"/,
  );
  expect(await textOf(ask(dir, 'git_tag', { action: 'delete' }))).toMatch(
    /^Give tag_name with action: "create"/,
  );
  const readOnly = { readOnly: true };
  expect(await textOf(ask(dir, 'git_tag', { action: 'create', tag_name: 'v1' }, readOnly))).toContain(
    '/action: must be one of "list", not "create"',
  );
  expect(textsOf(await ask(dir, 'git_tag', {}, readOnly))).toEqual(['No tags.']);
  expect(textsOf(await ask(dir, 'git_stash', {}, readOnly))).toEqual(['No stashes.']);
});
