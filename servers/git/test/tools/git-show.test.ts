import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { ask, repository, textOf, textsOf } from '../setup.ts';

test('shows files and folders of a revision', async () => {
  using dir = repository({ 'folder/a.txt': 'old\n', 'a.bin': new Uint8Array([0]) });
  dir.write({ 'folder/a.txt': 'new\n' });
  expect(await ask(dir, 'git_show', { revision: 'HEAD', path: 'folder/a.txt' })).toEqual({
    content: [{ type: 'text', text: 'old\n' }],
  });
  expect(await textOf(ask(dir, 'git_show', { revision: 'HEAD:folder' }))).toContain('a.txt');
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

test('a file name cannot forge a patch', async () => {
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
