import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Glob, GlobError } from '../../src/glob.ts';
import { searchNames, type NameSearch } from '../../src/search/name-search.ts';
import { Pace } from '../../src/search/pace.ts';
import type { Position } from '../../src/search/walk.ts';
import { memorySource } from './memory-source.ts';

const treeOf = (...paths: string[]) => new Map(paths.map((path) => [path, '']));
const FILES = treeOf('a.md', 'docs/b.md', 'docs/deep/c.md', 'docs/d.txt', 'x.md/e');

const search = (options: Partial<NameSearch> = {}) =>
  searchNames({
    source: memorySource(FILES),
    pace: new Pace(),
    pattern: '**/*.md',
    maxResults: 100,
    maxBytes: 10_000,
    ...options,
  });

test('finds names in the order of the walk', async () => {
  expect(await search()).toEqual({
    matches: [
      { path: 'a.md', type: 'file' },
      { path: 'x.md', type: 'directory' },
      { path: 'docs/b.md', type: 'file' },
      { path: 'docs/deep/c.md', type: 'file' },
    ],
    scanned: 8,
    errors: [],
    errorCount: 0,
  });
  expect((await search({ type: 'directory' })).matches).toEqual([{ path: 'x.md', type: 'directory' }]);
  expect((await search({ maxDepth: 2 })).matches).toHaveLength(3);
});

test('looks only into directories where something can match', async () => {
  const listed: string[] = [];
  const source = memorySource(FILES, { onList: (path) => listed.push(path) });
  await search({ source, pattern: 'docs/*.md' });
  expect(listed).toEqual(['', 'docs']);
  listed.length = 0;
  await search({ source, excludePatterns: ['docs/**'] });
  expect(listed).toEqual(['', 'x.md']);
});

test('says where to go on when a limit is reached', async () => {
  const first = await search({ maxResults: 2 });
  expect(first.matches.map(({ path }) => path)).toEqual(['a.md', 'x.md']);
  expect(first.next).toEqual({ path: 'x.md' });
  const rest = await search({ from: first.next });
  expect(rest.matches.map(({ path }) => path)).toEqual(['docs/b.md', 'docs/deep/c.md']);
  expect(rest).not.toHaveProperty('next');
  expect((await search({ maxBytes: 12 })).matches).toHaveLength(2);
});

test('ends at its deadline, with a place to go on', async () => {
  const found = await search({ pace: new Pace({ maxMs: -1 }) });
  expect(found).toMatchObject({ matches: [], next: { path: '' } });
  expect((await search({ from: found.next })).matches).toHaveLength(4);
});

test('stops when it is cancelled', async () => {
  const controller = new AbortController();
  const reason = new Error('enough');
  const source = memorySource(FILES, { onList: (path) => path === 'docs' && controller.abort(reason) });
  await expect(search({ source, pace: new Pace({ signal: controller.signal }) })).rejects.toBe(reason);
});

test('refuses forms of globs that it does not know', async () => {
  await expect(search({ pattern: '!*.md' })).rejects.toThrow(GlobError);
  await expect(search({ excludePatterns: ['a/!(b)'] })).rejects.toThrow(/exclude pattern/);
});

test('random trees: pages of any size give together what one search gives', async () => {
  const name = fc.constantFrom('a', 'b', 'c.md', 'd.md');
  const paths = fc.array(fc.array(name, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 15 });
  const limits = fc.record({
    maxResults: fc.integer({ min: 1, max: 4 }),
    maxEntries: fc.integer({ min: 1, max: 9 }),
  });
  await fc.assert(
    fc.asyncProperty(paths, limits, fc.boolean(), async (parts, limit, isAsync) => {
      // A file may not also be a directory.
      const all = parts.map((list) => `${list.join('/')}.md`);
      const source = memorySource(treeOf(...all), { isAsync });
      const whole = await search({ source, excludePatterns: ['b'] });
      const pages = [];
      let from: Position | undefined;
      for (let page = 0; page < 100; page++) {
        const found = await search({ source, excludePatterns: ['b'], ...limit, from });
        pages.push(...found.matches);
        from = found.next;
        if (from === undefined) break;
      }
      expect(from).toBeUndefined();
      expect(pages).toEqual(whole.matches);
      const glob = new Glob('**/*.md');
      const expected = all.filter((path) => glob.matches(path) && !/^b(\/|$)/.test(path));
      const files = whole.matches.filter(({ type }) => type === 'file').map(({ path }) => path);
      expect(files.toSorted()).toEqual([...new Set(expected)].toSorted());
    }),
  );
});
