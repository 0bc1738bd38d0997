import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agree, call, codeOf, connectUser, errorOf, serve, temporary, textOf, useTrash } from '../setup.ts';

test('moves a file, and a link but not its target, to the trash, and says where', async () => {
  const name = `link-${crypto.randomUUID()}`;
  using dir = temporary({ 'a.txt': 'A' });
  dir.link('a.txt', name);
  const trashed = join(useTrash(), 'files', name);
  expect(await call(dir.server, 'delete_file', { path: name })).toEqual({
    content: [{ type: 'text', text: `Successfully moved ${name} to the trash (${trashed})` }],
    structuredContent: { path: dir.at(name), trashed },
  });
  expect(dir.names()).toEqual(['a.txt']);
  expect(errorOf(await call(dir.server, 'delete_file', { path: 'a.txt' }))).toBeUndefined();
  expect(codeOf(await call(dir.server, 'delete_file', { path: 'a.txt' }))).toBe('not_found');
});

test('deletes a non-empty directory only when asked to', async () => {
  using dir = temporary({ 'sub/a/b.txt': '', 'sub/c.txt': '' });
  const server = serve([dir.path]);
  expect(codeOf(await call(server, 'delete_file', { path: 'sub' }))).toBe('not_empty');
  expect(await call(server, 'delete_file', { path: 'sub', recursive: true, permanent: true })).toMatchObject({
    content: [{ text: 'Successfully deleted sub (4 entries) for good' }],
    structuredContent: { path: dir.at('sub'), removed: 4 },
  });
  expect(dir.has('sub')).toBe(false);
  expect(codeOf(await call(server, 'undo_last_change', {}))).toBe('nothing_to_undo');
});

test('never deletes an allowed directory', async () => {
  using dir = temporary({ 'sub/a.txt': '' });
  const server = serve([dir.path, dir.at('sub')]);
  for (const permanent of [false, true])
    for (const path of [dir.path, dir.at('sub'), '.'])
      expect(await call(server, 'delete_file', { path, recursive: true, permanent })).toMatchObject({
        isError: true,
      });
  expect(dir.has('sub/a.txt')).toBe(true);
});

test('refuses to delete an entry that changed since its etag', async () => {
  using dir = temporary({ 'a.txt': 'one' });
  const info = await call(dir.server, 'get_file_info', { path: 'a.txt' });
  const { etag } = info.structuredContent as { readonly etag: string };
  for (const permanent of [false, true]) {
    const args = { path: 'a.txt', permanent, ifMatch: `${etag}0` };
    expect(codeOf(await call(dir.server, 'delete_file', args))).toBe('changed');
  }
  expect(errorOf(await call(dir.server, 'delete_file', { path: 'a.txt', ifMatch: etag }))).toBeUndefined();
});

test('asks a user who can be asked before a permanent deletion, and only then', async () => {
  using dir = temporary({ 'a.txt': 'A', 'b.txt': 'B' });
  await using user = await connectUser(dir.server, (count) =>
    count === 1 ? { action: 'decline' } : agree(count),
  );
  await user.call('delete_file', { path: 'b.txt' });
  expect(user.asked).toEqual([]);
  expect(codeOf(await user.call('delete_file', { path: 'a.txt', permanent: true }))).toBe('declined');
  expect(dir.names()).toEqual(['a.txt']);
  expect(textOf(await user.call('delete_file', { path: 'a.txt', permanent: true }))).toBe(
    'Successfully deleted a.txt for good',
  );
  expect(user.asked[1]).toMatch(/^Delete a\.txt for good\?\nIt has 1 byte/);
  expect(dir.names()).toEqual([]);
});

test('binds a recursive deletion to everything that the user saw', async () => {
  using dir = temporary({ 'tree/deep/a.txt': 'A' });
  const server = serve([dir.path], { confirm: 'destructive' });
  await using user = await connectUser(server, (count) => {
    if (count === 1) dir.write('tree/deep/new.txt', 'of another');
    return agree(count);
  });
  const args = { path: 'tree', recursive: true };
  expect(codeOf(await user.call('delete_file', args))).toBe('changed');
  expect(dir.names('tree/deep')).toEqual(['a.txt', 'new.txt']);
  expect(errorOf(await user.call('delete_file', args))).toBeUndefined();
  expect(dir.names()).toEqual([]);
});
