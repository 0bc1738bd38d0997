import { expect, test } from 'vitest';
import type { SearchPlace } from '../../src/search/walk.ts';
import { buildTree, type TreeQuery } from '../../src/search/tree.ts';
import { memorySource, placeIn, TOP } from './memory-source.ts';

const FILES = new Map(
  ['a.txt', 'src/b.ts', 'src/deep/c.ts', 'node_modules/x/index.js', 'z/.gitignore', 'z/out'].map((path) => [
    path,
    'out',
  ]),
);

const build = (query: Partial<TreeQuery> = {}, place: Partial<SearchPlace> = {}) => {
  const { json, ...rest } = buildTree(
    { maxDepth: Infinity, maxEntries: 1000, maxChars: 40_000, ...query },
    placeIn(memorySource(FILES), place),
  );
  return { nodes: JSON.parse(json) as object[], json, ...rest };
};

const file = (name: string) => ({ name, type: 'file' });
const directory = (name: string, ...children: object[]) => ({ name, type: 'directory', children });
const cut = (node: object) => ({ ...node, truncated: true });

test('has the whole tree, by name, one line for each entry', () => {
  const { json, ...tree } = build();
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
  expect(json.split('\n').slice(0, 3)).toEqual([
    '[',
    '{"name":"a.txt","type":"file"},',
    '{"name":"node_modules","type":"directory","children":[',
  ]);
});

test('leaves out patterns, which without a star are names anywhere, and what git ignores', () => {
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

test('a limit of depth', () => {
  const { nodes, truncated } = build({ maxDepth: 1 });
  expect(nodes).toEqual([
    file('a.txt'),
    cut(directory('node_modules')),
    cut(directory('src')),
    cut(directory('z')),
  ]);
  expect(truncated).toBe(3);
});

test('a limit of entries leaves the upper levels whole', () => {
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

test('a limit of characters, which a tree that ends before it does not reach', () => {
  const { json } = build();
  const { json: short, truncated } = build({ maxChars: json.length - 1 });
  expect(short.length).toBeLessThan(json.length);
  expect(truncated).toBeGreaterThan(0);
  for (let maxChars = 0; maxChars < json.length; maxChars += 10)
    expect(build({ maxChars }).json.length).toBeLessThanOrEqual(Math.max(2, maxChars));
});

test('a deep tree grows with its depth, not with the square of it', () => {
  const lengthOf = (depth: number): number => {
    const source = memorySource(new Map([[`${'d/'.repeat(depth)}f`, '']]));
    const { json, truncated } = build({ maxChars: 1_000_000 }, { source });
    expect(truncated).toBe(0);
    return json.length;
  };
  expect(lengthOf(800)).toBeLessThan(2.1 * lengthOf(400));
});

test('what cannot be read is listed, and the rest is there', () => {
  const source = memorySource(FILES, { closed: ['src', 'z/.gitignore'] });
  expect(build({ excludePatterns: ['node_modules'] }, { source, gitignore: TOP })).toMatchObject({
    nodes: [file('a.txt'), directory('src'), directory('z', file('.gitignore'), file('out'))],
    errors: ['src: src is closed', 'z/.gitignore: z/.gitignore is closed'],
  });
  expect(() => build({}, { source: memorySource(FILES, { closed: [''] }) })).toThrow(' is closed');
});
