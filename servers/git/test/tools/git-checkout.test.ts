import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ask, call, dataOf, open, repository, temporary, textOf, textsOf } from '../setup.ts';

test('creates a branch and switches to it', async () => {
  using dir = repository();
  const hash = dir.git('rev-parse', '--short', 'HEAD').trim();
  dir.commit('second');
  await using client = await open(dir.path);
  expect(await call(client, 'git_create_branch', { branch_name: 'topic', base_branch: 'HEAD~1' })).toEqual({
    content: [{ type: 'text', text: "Created branch 'topic' from 'HEAD~1'" }],
    structuredContent: { name: 'topic', hash },
  });
  expect(textsOf(await call(client, 'git_create_branch', { branch_name: 'next' }))).toEqual([
    "Created branch 'next' from 'main'",
  ]);
  expect(await call(client, 'git_checkout', { branch_name: 'topic' })).toEqual({
    content: [{ type: 'text', text: "Switched to branch 'topic'" }],
    structuredContent: { branch: 'topic', previous: 'main' },
  });
  expect(await call(client, 'git_checkout', { branch_name: hash })).toMatchObject({
    structuredContent: { previous: 'topic', detached: true },
  });
  expect(await call(client, 'git_checkout', { branch_name: 'new', create: true })).toMatchObject({
    structuredContent: { branch: 'new', previous: hash },
  });
  const based = { branch_name: 'based', create: true, base_branch: 'main' };
  expect(await call(client, 'git_checkout', based)).toMatchObject({ structuredContent: { branch: 'based' } });
  expect(dir.git('rev-parse', 'HEAD')).toBe(dir.git('rev-parse', 'main'));
});

test('a branch can be created before the first commit', async () => {
  using nest = temporary();
  nest.git('init', '--quiet');
  expect(await dataOf(ask(nest, 'git_checkout', { branch_name: 'new', create: true }))).toMatchObject({
    branch: 'new',
  });
});

test('never overwrites a file of the same name, or changes', async () => {
  using dir = repository();
  dir.git('checkout', '--quiet', '-b', 'topic');
  dir.write({ 'a.txt': 'topic\n' });
  dir.commit('topic');
  dir.git('checkout', '--quiet', 'main');
  dir.write({ 'a.txt': 'precious\n' });
  for (const name of ['a.txt', 'topic'])
    expect((await ask(dir, 'git_checkout', { branch_name: name })).isError).toBe(true);
  expect(readFileSync(dir.at('a.txt'), 'utf8')).toBe('precious\n');
  expect(existsSync(dir.at('.git/index.lock'))).toBe(false);
});

test('a branch whose name is the folder of another one is refused with a hint about names, not locks', async () => {
  using dir = repository();
  dir.git('branch', 'x/y');
  expect(await textOf(ask(dir, 'git_create_branch', { branch_name: 'x' }))).toMatch(
    /exists; cannot create.* Choose another name\.$/,
  );
});
