// Whose change is whose: servers share the store, and some of them are killed.
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { writeLine } from '../../src/undo/journal.ts';
import { UndoStore, type Entry } from '../../src/undo/store.ts';
import { call, codeOf, filesIn, serve, temporary } from '../setup.ts';

const DEAD = 2 ** 22 + 1;
const HEADER = { change: { tool: 'replace_in_files', allOrNone: true, at: 0 } } as const;

/** A change that a server with this number is making. */
const makeOpen = (store: UndoStore, owner: (own: string) => string): Entry => {
  const entry = new UndoStore(store).create();
  const of: Entry = { ...entry, detail: owner(entry.detail) };
  renameSync(store.at(entry), store.at(of));
  writeLine(store.at(of), HEADER);
  return of;
};

const withPid =
  (pid: number) =>
  (own: string): string =>
    own.replace(/-\d+$/, `-${pid}`);

afterEach(() => {
  vi.useRealTimers();
});

test('changes are in the order in which servers make them, also within a millisecond and when the clock goes back', () => {
  using dir = temporary();
  vi.useFakeTimers({ toFake: ['Date'] });
  const stores = Array.from({ length: 2 }, () => new UndoStore({ directory: dir.at('store'), maxBytes: 1 }));
  const made = Array.from({ length: 40 }, (_, i) => {
    if (i === 20) vi.setSystemTime(Date.now() - 60_000);
    return stores.map((store) => store.create().id);
  }).flat();
  for (const store of stores) expect(store.entries().map(({ id }) => id)).toEqual(made.toReversed());
});

test('directories made in one millisecond, a parent together with its child, are all undone', async () => {
  using dir = temporary({ 'files/': '' });
  vi.useFakeTimers({ toFake: ['Date'] });
  const server = serve([dir.at('files')], { undoDirectory: dir.at('store') });
  const parents = Array.from({ length: 20 }, (_, i) => `p${i}`);
  const paths = parents.flatMap((parent) => [parent, `${parent}/q`]);
  await Promise.all(paths.map((path) => call(server, 'create_directory', { path })));
  expect(readdirSync(dir.at('files'), { recursive: true })).toHaveLength(paths.length);
  let code: unknown;
  while (code === undefined) code = codeOf(await call(server, 'undo_last_change', {}));
  expect(code).toBe('nothing_to_undo');
  expect(readdirSync(dir.at('files'))).toEqual([]);
});

test('a change of a server that runs is left alone, one of a server that ended is not', () => {
  using dir = temporary();
  const store = new UndoStore({ directory: dir.at('store'), maxBytes: 1_000_000 });
  makeOpen(store, withPid(process.ppid));
  expect(store.abandoned()).toEqual([]);
  const dead = makeOpen(store, withPid(DEAD));
  expect(store.abandoned()).toEqual([dead]);
});

test('a killed server that had the number of this one has ended too', () => {
  using dir = temporary();
  const store = new UndoStore({ directory: dir.at('store'), maxBytes: 1_000_000 });
  const before = makeOpen(store, (own) => own);
  const mine = store.create();
  expect(store.abandoned()).toEqual([before]);
  expect(store.has(mine)).toBe(true);
});

test('of a server on another machine only its silence tells', () => {
  using dir = temporary();
  const store = new UndoStore({ directory: dir.at('store'), maxBytes: 1_000_000 });
  const other = makeOpen(store, (own) => own.replace(/^[\da-f]{6}/, '000000'));
  expect(store.abandoned()).toEqual([]);
  const longAgo = Date.now() / 1000 - 3600;
  utimesSync(store.at(other), longAgo, longAgo);
  expect(store.abandoned()).toEqual([other]);
});

test('only one server takes a change back', () => {
  using dir = temporary();
  const store = new UndoStore({ directory: dir.at('store'), maxBytes: 1_000_000 });
  const entry = makeOpen(store, withPid(DEAD));
  expect(store.claim(entry)).toBeDefined();
  expect(new UndoStore(store).claim(entry)).toBeUndefined();
});

test('a server whose change is being taken back stops', async () => {
  using dir = temporary({ 'files/a.txt': 'one', 'files/b.txt': 'one' });
  const directory = dir.at('store');
  const store = new UndoStore({ directory, maxBytes: 1_000_000 });
  const files = filesIn([dir.at('files')], {}, store);
  const change = files.change({ tool: 'replace_in_files', allOrNone: true }, async (changing) => {
    await changing.write('a.txt', 'two');
    const [entry] = store.entries();
    if (entry === undefined) throw new Error('nothing is kept');
    new UndoStore(store).claim(entry);
    await changing.write('b.txt', 'two');
  });
  await expect(change).rejects.toThrow('Another server is taking this change back');
});

test('what is older than a week goes, and what does not look like a change stays', async () => {
  using dir = temporary({ 'a.txt': 'one', 'store/mine/file': 'x' });
  const directory = dir.at('store');
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  chmodSync(directory, 0o700);
  const time = (Date.now() - 8 * 86_400_000).toString(36).padStart(9, '0');
  // The last is what a server left that was killed while it dropped a change.
  const old = [`${time}-00000000.kept-5`, `${time}-00000000.0-0`, `${time}-11111111.0-0`];
  for (const name of old) writeFileSync(dir.at('store', name), 'hello');
  await call(serve([dir.path], { undoDirectory: directory }), 'write_file', { path: 'a.txt', content: 'x' });
  const left = (): string[] => readdirSync(directory).filter((name) => old.includes(name));
  await vi.waitFor(() => expect(left()).toEqual([]), 20_000);
  expect(readdirSync(directory)).toContain('mine');
});

test('what a delete that was stopped on its way has deleted comes back', async () => {
  using dir = temporary({ 'files/tree/a': 'A', 'files/tree/b': 'B', 'files/tree/c': 'C' });
  const store = new UndoStore({ directory: dir.at('store'), maxBytes: 1_000_000 });
  const files = filesIn([dir.at('files')], {}, store);
  let looks = 0;
  const stop = new AbortController();
  // Four looks while it is kept, then one before each entry is deleted.
  const signal = Object.assign(stop.signal, {
    throwIfAborted: () => {
      if (++looks === 6) throw new Error('stopped');
    },
  });
  const remove = files.change({ tool: 'delete_file', mustKeep: true }, (changing) =>
    changing.remove('tree', { recursive: true, signal }),
  );
  await expect(remove).rejects.toThrow('stopped');
  expect(readdirSync(dir.at('files/tree'))).toEqual(['b', 'c']);
  writeFileSync(dir.at('files/tree/b'), 'of another');
  await (await files.lastChange()).undo();
  expect(readdirSync(dir.at('files/tree'))).toEqual(['a', 'b', 'c']);
  expect(readFileSync(dir.at('files/tree/a'), 'utf8')).toBe('A');
  expect(readFileSync(dir.at('files/tree/b'), 'utf8')).toBe('of another');
});

test('a step that failed does not keep the others from being undone', async () => {
  using dir = temporary({ 'files/a.txt': 'A', 'files/b.txt': 'B' });
  const store = new UndoStore({ directory: dir.at('store'), maxBytes: 1_000_000 });
  const files = filesIn([dir.at('files')], {}, store);
  await files.change({ tool: 'copy_file' }, async (changing) => {
    await changing.write('a.txt', 'x', { mode: 'create' }).catch(() => undefined);
    await changing.write('a.txt', 'x', { ifMatch: 'another' }).catch(() => undefined);
    await changing.write('b.txt', 'x');
  });
  await (await files.lastChange()).undo();
  expect(readFileSync(dir.at('files/b.txt'), 'utf8')).toBe('B');
});
