import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { filesIn, temporary } from '../setup.ts';

describe.each(['descriptor', 'checked'] as const)('held by %s', (anchoring) => {
  test('a tree is listed and read below its top, links named and not followed', async () => {
    using outside = temporary({ 'secret.txt': 'secret' });
    using dir = temporary({ 'top/a.txt': 'a', 'top/sub/b.txt': 'bb', 'top/sub/.env': '' });
    symlinkSync(outside.path, dir.at('top/out'));
    symlinkSync('sub', dir.at('top/in'));
    const tree = await filesIn([dir.path], { anchoring, deny: ['.env'] }).tree('top');
    expect(tree.path).toBe(dir.at('top'));
    expect(await tree.list('')).toEqual([
      { name: 'a.txt', type: 'file' },
      { name: 'in', type: 'symlink' },
      { name: 'out', type: 'symlink' },
      { name: 'sub', type: 'directory' },
    ]);
    const [entry] = await tree.listWithStates('sub');
    expect([entry?.name, entry?.state.size, entry?.type]).toEqual(['b.txt', 2, 'file']);
    const text = await tree.read('sub/b.txt', async (file) => String((await file.read(0, 9)).bytes));
    expect(text).toBe('bb');
    const refused = [
      ['out', 'not_a_directory'],
      ['out/secret.txt', 'not_found'],
      ['in/b.txt', 'not_found'],
      ['gone', 'not_found'],
      ['a.txt', 'not_a_directory'],
      ['sub/.env', 'access_denied'],
      ['../../etc', 'access_denied'],
    ] as const;
    for (const [path, code] of refused) await expect(tree.list(path)).rejects.toMatchObject({ code });
  });

  test('a top that is replaced by a link is gone', async () => {
    using outside = temporary({ 'secret.txt': 'secret' });
    using dir = temporary({ 'top/sub/a.txt': '' });
    const tree = await filesIn([dir.path], { anchoring }).tree('top');
    renameSync(dir.at('top'), dir.at('moved'));
    symlinkSync(outside.path, dir.at('top'));
    await expect(tree.list('')).rejects.toMatchObject({ code: 'not_a_directory' });
    await expect(tree.list('sub')).rejects.toMatchObject({ code: 'not_found' });
    rmSync(dir.at('top'));
    await expect(tree.list('')).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('a long walk lets others have their turn', { timeout: 60_000 }, async () => {
  using dir = temporary();
  for (let i = 0; i < 1000; i++) mkdirSync(dir.at(`d${i}`));
  const tree = await filesIn([dir.path]).tree('.');
  let turns = 0;
  const count = (): void => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  for (const { name } of await tree.list('')) await tree.list(name);
  clearImmediate(next);
  expect(turns).toBeGreaterThan(1);
});
