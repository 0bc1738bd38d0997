import { basename } from 'node:path';
import { connect } from '@mcp/runtime/testing';
import { expect, test } from 'vitest';
import { ask, call, repository, serve, textsOf } from '../setup.ts';

test('shows a commit with its changes, as git does', async () => {
  using dir = repository();
  dir.write({ 'a.txt': 'two\n', 'b.txt': 'b\n' });
  dir.commit('second');
  expect(await ask(dir, 'git_show', { revision: 'HEAD' })).toEqual({
    content: [{ type: 'text', text: dir.git('show', '--decorate', 'HEAD') }],
  });
});

test('shows a commit without changes', async () => {
  using dir = repository();
  dir.git('commit', '--quiet', '--allow-empty', '--message', 'empty');
  expect(textsOf(await ask(dir, 'git_show', { revision: 'HEAD' }))).toEqual([
    dir.git('show', '--decorate', 'HEAD'),
  ]);
});

test('shows the first commit, a merge against its first parent, and a tag as its commit', async () => {
  using dir = repository();
  dir.git('checkout', '--quiet', '-b', 'topic');
  dir.write({ 'b.txt': 'b\n' });
  dir.commit('topic');
  dir.git('checkout', '--quiet', 'main');
  dir.commit('main');
  dir.git('merge', '--quiet', '--no-edit', 'topic');
  dir.git('tag', '--annotate', '--message', 'a tag', 'v1');
  const plain = ['show', '--decorate', '--diff-merges=first-parent'];
  for (const [revision, commit] of [
    ['HEAD~2', 'HEAD~2'],
    ['HEAD', 'HEAD'],
    ['v1', 'HEAD'],
  ] as const)
    expect(textsOf(await ask(dir, 'git_show', { revision }))).toEqual([dir.git(...plain, commit)]);
});

test('shows files and folders of a revision', async () => {
  using dir = repository({ 'folder/a.txt': 'old\n', 'a.bin': new Uint8Array([0]) });
  dir.write({ 'folder/a.txt': 'new\n' });
  expect(await ask(dir, 'git_show', { revision: 'HEAD', path: 'folder/a.txt' })).toEqual({
    content: [{ type: 'text', text: 'old\n' }],
  });
  expect(textsOf(await ask(dir, 'git_show', { revision: 'HEAD:folder' }))[0]).toContain('a.txt');
  expect(await ask(dir, 'git_show', { revision: 'HEAD', path: 'a.bin' })).toEqual({
    content: [
      { type: 'text', text: 'HEAD:a.bin is binary; it cannot be shown as text.' },
      { type: 'resource_link', uri: `git://${basename(dir.path)}/blob/HEAD/a.bin`, name: 'a.bin' },
    ],
  });
  expect(await ask(dir, 'git_show', { revision: 'HEAD', path: 'missing' })).toMatchObject({ isError: true });
});

test('lists only names and counts with stat', async () => {
  using dir = repository();
  dir.git('mv', 'a.txt', 'b.txt');
  dir.write({ 'c.txt': 'c\n' });
  dir.commit('second');
  const [shown = ''] = textsOf(await ask(dir, 'git_show', { revision: 'HEAD', stat: true }));
  expect(shown).toMatch(/^commit .*\n[^]*\n    second\n\n0\t0\ta\.txt => b\.txt\n1\t0\tc\.txt\n$/);
});

test('a long commit comes in pages', async () => {
  using dir = repository();
  dir.write(
    Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`${index}.txt`, 'x\n'.repeat(100)])),
  );
  dir.commit('many');
  await using client = await connect(serve([dir.path], { maxOutputBytes: 1000 }), { revision: '2025-11-25' });
  let patch = '';
  let cursor: string | undefined;
  do {
    const args = { revision: 'HEAD', ...(cursor === undefined ? {} : { cursor }) };
    const [page = '', note = ''] = textsOf(await call(client, 'git_show', args));
    patch += page.slice(page.indexOf('many\n\n') + 6);
    cursor = /cursor "(.*)"/.exec(note)?.[1];
  } while (cursor !== undefined);
  expect(patch).toBe(dir.git('show', '--format=', 'HEAD'));
});

test('the name of a file cannot forge a patch', async () => {
  using dir = repository();
  const name = 'x\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n\u001b[2J';
  dir.write({ [name]: 'new\n' });
  dir.commit('second');
  for (const args of [{}, { stat: true }]) {
    const [shown = ''] = textsOf(await ask(dir, 'git_show', { revision: 'HEAD', ...args }));
    expect(shown).toContain(String.raw`x\n+++ b/a.txt\n@@ -1 +1 @@\n-one\n+two\n\033[2J"`);
    expect(shown).not.toMatch(/^\+two/m);
    expect(shown).not.toContain('\u001b');
  }
});
