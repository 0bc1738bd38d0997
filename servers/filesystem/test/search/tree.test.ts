import { expect, test } from 'vitest';
import { Pace } from '../../src/search/pace.ts';
import { buildTree, type TreeOptions } from '../../src/search/tree.ts';
import { memorySource } from './memory-source.ts';

const FILES = new Map(
  ['a.txt', 'src/b.ts', 'src/deep/c.ts', 'node_modules/x/index.js', 'z/.gitignore', 'z/out'].map((path) => [
    path,
    'out',
  ]),
);

const build = (options: Partial<TreeOptions> = {}) =>
  buildTree({ source: memorySource(FILES), pace: new Pace(), ...options });

const file = (name: string) => ({ name, type: 'file' });
const directory = (name: string, ...children: object[]) => ({ name, type: 'directory', children });

test('has the whole tree, by name', async () => {
  expect(await build()).toEqual({
    nodes: [
      file('a.txt'),
      directory('node_modules', directory('x', file('index.js'))),
      directory('src', file('b.ts'), directory('deep', file('c.ts'))),
      directory('z', file('.gitignore'), file('out')),
    ],
    scanned: 11,
    errors: [],
    errorCount: 0,
    isTruncated: false,
  });
});

test('leaves out patterns, which without a star are names anywhere, and what git ignores', async () => {
  const { nodes } = await build({ excludePatterns: ['node_modules', 'deep', 'src/*.ts'], gitignore: true });
  expect(nodes).toEqual([file('a.txt'), directory('src'), directory('z', file('.gitignore'))]);
});

test('a limit of depth', async () => {
  const { nodes, isTruncated } = await build({ maxDepth: 1 });
  expect(nodes).toEqual([file('a.txt'), directory('node_modules'), directory('src'), directory('z')]);
  expect(isTruncated).toBe(true);
});

test('a limit of entries leaves the upper levels whole', async () => {
  const { nodes, isTruncated, scanned } = await build({ maxEntries: 5 });
  expect(nodes).toEqual([
    file('a.txt'),
    directory('node_modules', directory('x')),
    directory('src'),
    directory('z'),
  ]);
  expect({ isTruncated, scanned }).toEqual({ isTruncated: true, scanned: 5 });
  expect((await build({ maxEntries: 11 })).isTruncated).toBe(false);
});

test('what cannot be read is listed, and the rest is there', async () => {
  const source = memorySource(FILES, { closed: ['src', 'z/.gitignore'], isAsync: true });
  expect(await build({ source, gitignore: true, excludePatterns: ['node_modules'] })).toMatchObject({
    nodes: [file('a.txt'), directory('src'), directory('z', file('.gitignore'), file('out'))],
    errors: [
      { path: 'src', message: 'src is closed' },
      { path: 'z/.gitignore', message: 'z/.gitignore is closed' },
    ],
    errorCount: 2,
  });
  await expect(build({ source: memorySource(FILES, { closed: [''] }) })).rejects.toThrow(' is closed');
});
