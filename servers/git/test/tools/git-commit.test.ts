import { chmodSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ask, call, dataOf, open, repository, temporary, textsOf, type Answer } from '../setup.ts';

test('reports the output of hooks, or that none ran without --trust-repo-config', async () => {
  using dir = repository();
  dir.write({ '.git/hooks/pre-commit': '#!/bin/sh\necho from the hook\nexit "$(cat .git/code)"\n' });
  chmodSync(dir.at('.git/hooks/pre-commit'), 0o755);
  const commit = async (code: string, args: object, settings: object): Promise<Answer> => {
    dir.write({ '.git/code': code });
    return ask(dir, 'git_commit', { message: 'x', allow_empty: true, ...args }, settings);
  };
  expect((await commit('0', {}, { trust: true })).structuredContent).toMatchObject({
    hooks: 'from the hook',
  });
  expect(textsOf(await commit('1', {}, { trust: true }))).toEqual(['git commit failed: from the hook']);
  const note = 'Not run: hooks pre-commit. They run if the user starts this server with --trust-repo-config.';
  const answer = await commit('1', {}, {});
  expect(answer.structuredContent).toMatchObject({ notes: [note] });
  expect(answer.structuredContent).not.toHaveProperty('hooks');
  expect(textsOf(answer)[0]).toMatch(new RegExp(`^Committed [^]*\n${note}$`));
  expect((await dataOf(ask(dir, 'git_status')))?.['notes']).toContain(note);
});

test('commits the staged changes', async () => {
  using dir = repository();
  dir.write({ 'a.txt': 'two\nthree\n' });
  dir.git('add', '.');
  const answer = await ask(dir, 'git_commit', { message: '# second\n\nwhy' });
  const hash = dir.git('rev-parse', '--short', 'HEAD').trim();
  expect(answer).toEqual({
    content: [
      { type: 'text', text: `Committed ${hash} on main\n1 file changed, 2 insertions(+), 1 deletion(-)` },
    ],
    structuredContent: {
      hash,
      branch: 'main',
      files_changed: 1,
      insertions: 2,
      deletions: 1,
    },
  });
  expect(dir.git('log', '-1', '--format=%B')).toBe('# second\n\nwhy\n\n');
});

test('stages files first, accepts an author, and makes an empty commit only on request', async () => {
  using dir = temporary();
  dir.git('init', '--quiet');
  dir.write({ 'a.txt': '', 'b.txt': '' });
  const author = 'Grace Hopper <grace@example.org>';
  await ask(dir, 'git_commit', { message: 'first', files: ['a.txt'], author });
  expect(dir.git('log', '--format=%an %ae %s', '--name-only')).toBe(
    'Grace Hopper grace@example.org first\n\na.txt\n',
  );
  expect(textsOf(await ask(dir, 'git_commit', { message: 'x' }))).toEqual([
    'Nothing is staged, so there is nothing to commit. Stage files with git_add, or give files.',
  ]);
  expect(await dataOf(ask(dir, 'git_commit', { message: 'x', allow_empty: true }))).toMatchObject({
    files_changed: 0,
  });
  expect(textsOf(await ask(dir, 'git_commit', { message: 'x', author: 'Grace' }))).toEqual([
    'author must be like: Ada Lovelace <ada@example.org>',
  ]);
});

test('with --trust-repo-config a hook can refuse the commit, and its message is shown', async () => {
  using dir = repository();
  dir.write({ '.git/hooks/pre-commit': '#!/bin/sh\necho "no tests" >&2\nexit 1\n', 'a.txt': 'two\n' });
  chmodSync(dir.at('.git/hooks/pre-commit'), 0o755);
  dir.git('add', '.');
  expect(textsOf(await ask(dir, 'git_commit', { message: 'x' }, { trust: true }))).toEqual([
    'git commit failed: no tests',
  ]);
  expect(await dataOf(ask(dir, 'git_commit', { message: 'x' }))).toHaveProperty('notes');
});

test('concurrent calls do not fail at a lock', async () => {
  using dir = repository();
  dir.write(Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`${index}.txt`, ''])));
  await using client = await open(dir.path);
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      call(client, 'git_commit', { message: `${index}`, files: [`${index}.txt`] }),
    ),
  );
  expect(answers.filter(({ isError }) => isError)).toEqual([]);
  expect(dir.git('rev-list', '--count', 'HEAD')).toBe('9\n');
});

test('a message is UTF-8, whatever encoding the repository sets', async () => {
  using dir = repository();
  dir.git('config', 'i18n.commitEncoding', 'ISO-8859-1');
  await ask(dir, 'git_commit', { message: 'grüße', allow_empty: true });
  await ask(dir, 'git_commit', { amend: true });
  expect(dir.git('cat-file', '-p', 'HEAD')).not.toContain('encoding');
  expect(dir.git('log', '-1', '--format=%s', '--encoding=UTF-8')).toBe('grüße\n');
});
