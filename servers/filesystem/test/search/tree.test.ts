import { expect, test } from 'vitest';
import type { SearchTarget } from '../../src/search/walk.ts';
import { buildTree, type TreeQuery } from '../../src/search/tree.ts';
import { parseTree } from '../parse-tree.ts';
import { memorySource, placeIn, TOP } from './memory-source.ts';

const FILES = new Map(
  ['a.txt', 'src/b.ts', 'src/deep/c.ts', 'node_modules/x/index.js', 'z/.gitignore', 'z/out'].map((path) => [
    path,
    'out',
  ]),
);

const build = (query: Partial<TreeQuery> = {}, place: Partial<SearchTarget> = {}) => {
  const { text, ...rest } = buildTree(
    { maxDepth: Infinity, maxEntries: 1000, maxBytes: 40_000, ...query },
    placeIn(memorySource(FILES), place),
  );
  return { nodes: parseTree(text) as object[], text, ...rest };
};

const file = (name: string) => ({ name, type: 'file' });
const directory = (name: string, ...children: object[]) => ({ name, type: 'directory', children });
const cut = (node: object) => ({ ...node, truncated: true });

test('contains the whole tree by name, one line per entry', () => {
  const { text, ...tree } = build();
  expect(tree).toEqual({
    nodes: [
      file('a.txt'),
      directory('node_modules', directory('x', file('index.js'))),
      directory('src', file('b.ts'), directory('deep', file('c.ts'))),
      directory('z', file('.gitignore'), file('out')),
    ],
    shown: 11,
    truncated: 0,
    scanned: 11,
    ignored: 0,
    path: '',
    errors: [],
  });
  expect(text.split('\n').slice(0, 4)).toEqual(['a.txt', 'node_modules/', '  x/', '    index.js']);
});

test('skips patterns, which without a star match names at any depth, and what git ignores', () => {
  const { nodes, ignored } = build(
    { excludePatterns: ['node_modules', 'deep', 'src/*.ts'] },
    { gitignore: TOP },
  );
  expect(nodes).toEqual([file('a.txt'), directory('src'), directory('z', file('.gitignore'))]);
  expect(ignored).toBe(1);
  expect(build({ excludePatterns: ['src/**', 'z/**'] }).nodes.slice(-2)).toEqual([
    directory('src'),
    directory('z'),
  ]);
});

test('stops at a limit of depth', () => {
  const { nodes, truncated } = build({ maxDepth: 1 });
  expect(nodes).toEqual([
    file('a.txt'),
    cut(directory('node_modules')),
    cut(directory('src')),
    cut(directory('z')),
  ]);
  expect(truncated).toBe(3);
});

test('a limit of entries keeps the upper levels complete', () => {
  const { nodes, truncated, shown } = build({ maxEntries: 5 });
  expect(nodes).toEqual([
    file('a.txt'),
    directory('node_modules', cut(directory('x'))),
    cut(directory('src')),
    cut(directory('z')),
  ]);
  expect({ truncated, shown }).toEqual({ truncated: 3, shown: 5 });
  expect(build({ maxEntries: 11 }).truncated).toBe(0);
});

test('a limit of characters truncates the tree and is never exceeded', () => {
  const { text } = build();
  const { text: short, truncated } = build({ maxBytes: text.length - 1 });
  expect(short.length).toBeLessThan(text.length);
  expect(truncated).toBeGreaterThan(0);
  for (let maxBytes = 0; maxBytes < text.length; maxBytes += 10)
    expect(build({ maxBytes }).text.length).toBeLessThanOrEqual(maxBytes);
});

test('the indentation of a deep tree counts as characters', () => {
  const source = memorySource(new Map([[`${'d/'.repeat(800)}f`, '']]));
  const { text, truncated } = build({ maxBytes: 40_000 }, { source });
  expect(text.length).toBeLessThanOrEqual(40_000);
  expect(truncated).toBe(1);
});

test('quotes a name that looks indented or like a marker', () => {
  const names = [' a', 'b…', '"c"', 'd'];
  expect(build({}, { source: memorySource(new Map(names.map((name) => [name, '']))) }).text).toBe(
    ['" a"', '"\\"c\\""', '"b…"', 'd'].join('\n'),
  );
});

test('lists unreadable directories and shows the rest', () => {
  const source = memorySource(FILES, { closed: ['src', 'z/.gitignore'] });
  expect(build({ excludePatterns: ['node_modules'] }, { source, gitignore: TOP })).toMatchObject({
    nodes: [file('a.txt'), directory('src'), directory('z', file('.gitignore'), file('out'))],
    errors: ['src: src is closed', 'z/.gitignore: z/.gitignore is closed'],
  });
  expect(() => build({}, { source: memorySource(FILES, { closed: [''] }) })).toThrow(' is closed');
});
