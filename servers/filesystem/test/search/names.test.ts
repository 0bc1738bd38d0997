import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchNames, type NameQuery } from '../../src/search/names.ts';
import type { SearchTarget, Position } from '../../src/search/walk.ts';
import { Progress } from '../../src/search/progress.ts';
import { memorySource, placeIn } from './memory-source.ts';

const treeOf = (...paths: string[]) => new Map(paths.map((path) => [path, '']));
const FILES = treeOf('a.md', 'docs/b.md', 'docs/deep/c.md', 'docs/d.txt', 'x.md/e');

const search = (options: Partial<NameQuery & SearchTarget> = {}) => {
  const { source = memorySource(FILES), progress = new Progress(60_000), ...query } = options;
  return searchNames(
    { pattern: '**/*.md', maxResults: 100, maxBytes: 10_000, ...query },
    placeIn(source, { progress }),
  );
};

test('finds names in the order of the walk', () => {
  expect(search()).toEqual({
    matches: [
      { path: 'a.md', type: 'file' },
      { path: 'x.md', type: 'directory' },
      { path: 'docs/b.md', type: 'file' },
      { path: 'docs/deep/c.md', type: 'file' },
    ],
    scanned: 8,
    ignored: 0,
    path: '',
    errors: [],
  });
  expect(search({ type: 'directory' }).matches).toEqual([{ path: 'x.md', type: 'directory' }]);
});

test('enters only directories that can contain a match', () => {
  const listed: string[] = [];
  const source = memorySource(FILES, { onList: (path) => listed.push(path) });
  search({ source, pattern: 'docs/*.md' });
  expect(listed).toEqual(['', 'docs']);
  listed.length = 0;
  search({ source, excludePatterns: ['docs/**'] });
  expect(listed).toEqual(['', 'x.md']);
});

test('says where to continue when a limit is reached', () => {
  const first = search({ maxResults: 2 });
  expect(first.matches.map(({ path }) => path)).toEqual(['a.md', 'x.md']);
  expect(first.next).toEqual({ path: 'x.md' });
  const rest = search({ from: first.next });
  expect(rest.matches.map(({ path }) => path)).toEqual(['docs/b.md', 'docs/deep/c.md']);
  expect(rest).not.toHaveProperty('next');
  expect(search({ maxBytes: 70 }).matches).toHaveLength(2);
});

test('ends at its deadline, with a position to continue from', () => {
  const found = search({ progress: new Progress(-1) });
  expect(found).toMatchObject({ matches: [], next: { path: '' } });
  expect(search({ from: found.next }).matches).toHaveLength(4);
});

test('refuses unknown forms of globs', () => {
  expect(() => search({ pattern: '!*.md' })).toThrow(/excludePatterns/);
  expect(() => search({ excludePatterns: ['a/!(b)'] })).toThrow(/excludePatterns/);
  expect(() => search({ pattern: '*'.repeat(201) })).toThrow('A glob of 201 characters is too long.');
});

test('random trees: pages of any size add up to one search', () => {
  const name = fc.constantFrom('a', 'b', 'c.md', 'd.md');
  const paths = fc.array(fc.array(name, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 15 });
  const limits = fc.record({ maxResults: fc.integer({ min: 1, max: 4 }) });
  fc.assert(
    fc.property(paths, limits, (parts, limit) => {
      // A file cannot also be a directory.
      const all = parts.map((list) => `${list.join('/')}.md`);
      const source = memorySource(treeOf(...all));
      const whole = search({ source, excludePatterns: ['b'] });
      const pages = [];
      let from: Position | undefined;
      for (let page = 0; page < 100; page++) {
        const found = search({ source, excludePatterns: ['b'], ...limit, from });
        pages.push(...found.matches);
        from = found.next;
        if (from === undefined) break;
      }
      expect(from).toBeUndefined();
      expect(pages).toEqual(whole.matches);
      const expected = all.filter((path) => !/(^|\/)b\//.test(path));
      const files = whole.matches.filter(({ type }) => type === 'file').map(({ path }) => path);
      expect(files.toSorted()).toEqual([...new Set(expected)].toSorted());
    }),
  );
});

test('random trees: pages that end at their deadline add up to one search', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd');
  const paths = fc.array(fc.array(name, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(paths, (parts) => {
      const source = memorySource(treeOf(...parts.map((list) => `${list.join('/')}.md`)));
      const pages = [];
      let from: Position | undefined;
      for (let page = 0; page < 100; page++) {
        let visits = 0;
        const progress = Object.defineProperty(new Progress(0), 'isOver', { get: () => ++visits > 5 });
        const found = search({ source, progress, from });
        pages.push(...found.matches);
        from = found.next;
        if (from === undefined) break;
      }
      expect(from).toBeUndefined();
      expect(pages).toEqual(search({ source }).matches);
    }),
  );
});

test.each([{ hasState: true }, { modifiedAfter: 0 }, { sort: 'time' as const }])(
  'waits for the disk as long for each state as for a directory: %j',
  (query) => {
    const progress = new Progress(60_000);
    const seen: object[] = [];
    const state = () => {
      const { isMatching, path } = progress.state;
      seen.push({ isMatching, path });
      return { size: 0, mtimeMs: 0 };
    };
    search({ source: { ...memorySource(FILES), state }, progress, pattern: 'docs/*', ...query });
    expect(seen).toEqual(
      ['docs/b.md', 'docs/d.txt', 'docs/deep'].map((path) => ({ isMatching: false, path })),
    );
  },
);

test('duplicates: reports an unreadable file and a passed deadline', () => {
  const source = memorySource(
    new Map([
      ['a', 'x'],
      ['b', 'x'],
      ['c', 'x'],
      ['d', 'other'],
    ]),
    { closed: ['c'] },
  );
  const found = search({ source, pattern: '*', duplicates: true });
  expect(found.matches.map(({ path, sameAs }) => [path, sameAs])).toEqual([
    ['a', undefined],
    ['b', 'a'],
  ]);
  expect(found.errors).toEqual(['c is closed']);
  const late = search({ source, pattern: '*', duplicates: true, progress: new Progress(-1) });
  expect(late).toMatchObject({ matches: [], total: 0 });
  expect(late.errors).toContain('Not all files were compared: search a part of the tree.');
});

test('duplicates: groups all of ten thousand files with the same size correctly', () => {
  const files = Array.from({ length: 10_000 }, (_, i) => [`${i}`.padStart(6, '0'), String(i % 10)] as const);
  const entries = files.map(([name]) => ({ name, type: 'file' as const }));
  const source = { ...memorySource(new Map(files)), list: () => entries };
  const found = search({ source, pattern: '*', duplicates: true, maxResults: 3 });
  expect(found.total).toBe(10_000);
  expect(found.matches.map(({ path, sameAs }) => [path, sameAs])).toEqual([
    ['000000', undefined],
    ['000010', '000000'],
    ['000020', '000000'],
  ]);
});
