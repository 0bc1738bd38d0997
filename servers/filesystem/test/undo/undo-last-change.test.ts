// undo_last_change: undoes every change of a tool without losing changes by others.
import {
  chmodSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { connect } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { call, codeOf, serve, temporary, textOf, type Temporary } from '../setup.ts';

const FILES = {
  'a.txt': 'one\n',
  'run.sh': '#!/bin/sh\n',
  'tree/b.txt': 'two\n',
  'tree/deep/c.bin': Buffer.from([0, 255, 1]),
  'tree/empty/': '',
} as const;

/** Returns every entry with content, type and permissions. */
const snapshot = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const path = join(entry.parentPath, entry.name);
      const { mode } = lstatSync(path);
      if (entry.isSymbolicLink()) return `${path} -> ${readlinkSync(path)}`;
      return `${path} ${mode.toString(8)} ${entry.isFile() ? readFileSync(path, 'hex') : ''}`;
    })
    .toSorted();

const make = (): Temporary => {
  const dir = temporary(Object.fromEntries(Object.entries(FILES).map(([path, it]) => [`files/${path}`, it])));
  chmodSync(dir.at('files/run.sh'), 0o750);
  symlinkSync('../outside', dir.at('files/tree/link'));
  return dir;
};

describe('undoes each change', () => {
  test.each([
    ['write_file', { path: 'a.txt', content: 'new' }],
    ['write_file', { path: 'new.txt', content: 'new' }],
    ['write_file', { path: 'x/y/new.txt', content: 'new', createParents: true }],
    ['write_file', { path: 'a.txt', content: 'more', mode: 'append' }],
    ['edit_file', { path: 'a.txt', edits: [{ oldText: 'one', newText: 'changed' }] }],
    ['replace_in_files', { find: 'o', replace: 'xyz' }],
    ['create_directory', { path: 'p/q/r' }],
    ['move_file', { source: 'a.txt', destination: 'tree' }],
    ['move_file', { source: 'a.txt', destination: 'tree/b.txt', overwrite: true }],
    ['move_file', { source: 'tree', destination: 'other' }],
    ['move_file', { source: 'tree/link', destination: 'a.txt', overwrite: true }],
    [
      'move_file',
      {
        moves: [
          { source: 'a.txt', destination: 'z/a.txt' },
          { source: 'z/a.txt', destination: 'z/b.txt' },
        ],
        createParents: true,
      },
    ],
    ['copy_file', { source: 'a.txt', destination: 'copy.txt' }],
    ['copy_file', { source: 'tree', destination: 'copy', recursive: true }],
    ['copy_file', { source: 'a.txt', destination: 'tree/b.txt', overwrite: true }],
    ['delete_file', { path: 'a.txt' }],
    ['delete_file', { path: 'run.sh' }],
    ['delete_file', { path: 'tree/link' }],
    ['delete_file', { path: 'tree/empty' }],
    ['delete_file', { path: 'tree', recursive: true }],
  ])('%s %j', async (tool, args) => {
    using dir = make();
    const before = snapshot(dir.at('files'));
    const server = serve([dir.at('files')]);
    const changed = await call(server, tool, args);
    expect(textOf(changed)).not.toContain('cannot be undone');
    expect(changed.isError).not.toBe(true);
    const after = snapshot(dir.at('files'));
    expect(after).not.toEqual(before);

    const dry = await call(server, 'undo_last_change', { dryRun: true });
    expect(textOf(dry)).toMatch(new RegExp(`^Dry run: would undo ${tool}:\n`));
    expect(snapshot(dir.at('files'))).toEqual(after);

    const undone = await call(server, 'undo_last_change', {});
    expect(textOf(undone)).toMatch(/^Undid /);
    expect(snapshot(dir.at('files'))).toEqual(before);
    expect(codeOf(await call(server, 'undo_last_change', {}))).toBe('nothing_to_undo');
  });
});

test('covers every tool that changes something', async () => {
  using dir = make();
  await using client = await connect(serve([dir.path]), { revision: '2025-11-25' });
  const { tools } = (await client.request('tools/list', {})) as unknown as {
    readonly tools: readonly {
      readonly name: string;
      readonly annotations: { readonly readOnlyHint: boolean };
    }[];
  };
  const changing = tools.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name);
  expect(changing.toSorted()).toEqual([
    'copy_file',
    'create_directory',
    'delete_file',
    'edit_file',
    'move_file',
    'replace_in_files',
    'undo_last_change',
    'write_file',
  ]);
});

test('undoes one change after another, including a deletion and changes before it', async () => {
  using dir = make();
  const before = snapshot(dir.at('files'));
  const server = serve([dir.at('files')]);
  await call(server, 'write_file', { path: 'a.txt', content: 'v2' });
  await call(server, 'write_file', { path: 'a.txt', content: ' and more', mode: 'append' });
  await call(server, 'move_file', { source: 'a.txt', destination: 'b.txt' });
  await call(server, 'edit_file', { path: 'b.txt', edits: [{ oldText: 'v2', newText: 'v3' }] });
  await call(server, 'delete_file', { path: 'b.txt' });
  for (let i = 0; i < 5; i++) expect(textOf(await call(server, 'undo_last_change', {}))).toMatch(/^Undid /);
  expect(snapshot(dir.at('files'))).toEqual(before);
});

test('refuses if a file has changed since, names it, and changes nothing', async () => {
  using dir = make();
  const server = serve([dir.at('files')]);
  await call(server, 'replace_in_files', { find: 'o', replace: '0' });
  writeFileSync(dir.at('files/a.txt'), 'of another');
  const before = snapshot(dir.at('files'));
  const refused = await call(server, 'undo_last_change', {});
  expect(codeOf(refused)).toBe('changed');
  expect(textOf(refused)).toContain(
    `Nothing was undone: ${dir.at('files/a.txt')} changed after replace_in_files`,
  );
  expect(snapshot(dir.at('files'))).toEqual(before);

  await call(server, 'delete_file', { path: 'tree/b.txt' });
  writeFileSync(dir.at('files/tree/b.txt'), 'of another');
  expect(codeOf(await call(server, 'undo_last_change', {}))).toBe('changed');
  expect(readFileSync(dir.at('files/tree/b.txt'), 'utf8')).toBe('of another');
});

test('a path selects the last change of a file or directory', async () => {
  using dir = make();
  const server = serve([dir.at('files')]);
  await call(server, 'write_file', { path: 'tree/b.txt', content: 'x' });
  await call(server, 'write_file', { path: 'a.txt', content: 'y' });
  expect(textOf(await call(server, 'undo_last_change', { path: 'tree' }))).toContain(
    'tree/b.txt: old content',
  );
  expect(readFileSync(dir.at('files/a.txt'), 'utf8')).toBe('y');
  expect(codeOf(await call(server, 'undo_last_change', { path: 'tree' }))).toBe('nothing_to_undo');
});

test('a dry run shows the restored text as a diff', async () => {
  using dir = make();
  const server = serve([dir.at('files')]);
  await call(server, 'write_file', { path: 'a.txt', content: 'three\n' });
  expect(textOf(await call(server, 'undo_last_change', { dryRun: true }))).toContain('-three\n+one\n');
});

test('restores permissions and times of deleted entries', async () => {
  using dir = make();
  const server = serve([dir.at('files')]);
  utimesSync(dir.at('files/run.sh'), 1_000_000_000, 1_000_000_000);
  await call(server, 'delete_file', { path: 'run.sh' });
  await call(server, 'undo_last_change', {});
  const { mode, mtimeMs } = statSync(dir.at('files/run.sh'));
  expect({ mode: mode & 0o777, mtimeMs }).toEqual({ mode: 0o750, mtimeMs: 1_000_000_000_000 });
});

describe('a change too large to undo', () => {
  test('is made anyway, and the answer says so; the oldest changes are evicted', async () => {
    using dir = make();
    const server = serve([dir.at('files')], { maxUndo: 1 });
    writeFileSync(dir.at('files/large.bin'), 'x'.repeat(1_500_000));
    const large = await call(server, 'write_file', { path: 'large.bin', content: 'small' });
    expect(textOf(large)).toContain(
      '[This cannot be undone: what it replaces is larger than 1 MB (--max-undo).]',
    );
    expect(readFileSync(dir.at('files/large.bin'), 'utf8')).toBe('small');
    for (const name of ['1', '2', '3']) {
      writeFileSync(dir.at('files', name), 'x'.repeat(600_000));
      await call(server, 'write_file', { path: name, content: 'small' });
    }
    expect(textOf(await call(server, 'undo_last_change', {}))).toContain('/3: old content');
    expect(codeOf(await call(server, 'undo_last_change', {}))).toBe('nothing_to_undo');
  });
});

test('stores no originals of a change of several files with --max-undo 0', async () => {
  using dir = make();
  const server = serve([dir.at('files')], { maxUndo: 0 });
  expect(textOf(await call(server, 'replace_in_files', { find: 'o', replace: '0' }))).toContain(
    'cannot be undone: this server stores no originals',
  );
  expect(dir.names('files')).toEqual(['a.txt', 'run.sh', 'tree']);
});
