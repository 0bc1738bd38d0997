import { renameSync, rmSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { FileError } from '../src/file-error.ts';
import { filesIn, temporary, treeIn } from './setup.ts';

describe.each(['descriptor', 'checked'] as const)('held by %s', (anchoring) => {
  test('lists and reads a tree, and names links without following them', async () => {
    using outside = temporary({ 'secret.txt': 'secret' });
    using dir = temporary({ 'top/a.txt': 'a', 'top/sub/b.txt': 'bb', 'top/sub/.env': '' });
    dir.link(outside.path, 'top/out');
    dir.link('sub', 'top/in');
    using tree = await treeIn(filesIn([dir.path], { anchoring, deny: ['.env'] }), 'top');
    expect(tree.path).toBe(dir.at('top'));
    expect(tree.list('')).toEqual([
      { name: 'a.txt', type: 'file' },
      { name: 'in', type: 'symlink' },
      { name: 'out', type: 'symlink' },
      { name: 'sub', type: 'directory' },
    ]);
    expect(tree.list('sub')).toEqual([{ name: 'b.txt', type: 'file' }]);
    using opened = tree.open('sub/b.txt');
    expect(String(opened.read(0).bytes)).toBe('bb');
    const refused = [
      ['out', 'not_a_directory'],
      ['out/secret.txt', 'not_found'],
      ['in/b.txt', 'not_found'],
      ['gone', 'not_found'],
      ['a.txt', 'not_a_directory'],
      ['sub/.env', 'access_denied'],
      ['../../etc', 'access_denied'],
    ] as const;
    for (const [path, code] of refused)
      expect(() => tree.list(path)).toThrow(expect.objectContaining({ code }));
    for (const path of ['out/secret.txt', 'in/b.txt', 'gone', 'sub/.env', '../../etc/passwd', 'sub', 'out'])
      expect(() => tree.open(path)).toThrow(FileError);
  });

  test('reports errors if the top is replaced by a link', async () => {
    using outside = temporary({ 'secret.txt': 'secret' });
    using dir = temporary({ 'top/sub/a.txt': '' });
    using tree = await treeIn(filesIn([dir.path], { anchoring }), 'top');
    renameSync(dir.at('top'), dir.at('moved'));
    dir.link(outside.path, 'top');
    expect(() => tree.list('')).toThrow(expect.objectContaining({ code: 'not_a_directory' }));
    expect(() => tree.list('sub')).toThrow(expect.objectContaining({ code: 'not_found' }));
    expect(() => tree.open('sub/a.txt')).toThrow(expect.objectContaining({ code: 'not_found' }));
    rmSync(dir.at('top'));
    expect(() => tree.list('')).toThrow(expect.objectContaining({ code: 'not_found' }));
  });
});

test('work that never waits yields after its time slice', async () => {
  using dir = temporary({ 'a.txt': 'x' });
  /** Counts the turns of other work during a hundred reads of this duration each. */
  const turnsWhile = async (milliseconds: number): Promise<number> => {
    let now = performance.now();
    using _ = vi.spyOn(performance, 'now').mockImplementation(() => (now += milliseconds));
    const files = filesIn([dir.path]);
    let turns = 0;
    const count = (): void => {
      turns++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    for (let i = 0; i < 100; i++) await files.read('a.txt', () => {});
    clearImmediate(next);
    return turns;
  };
  expect(await turnsWhile(0)).toBe(0);
  expect(await turnsWhile(1)).toBeGreaterThan(5);
});
