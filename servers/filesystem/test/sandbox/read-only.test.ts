import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { connectTo, filesIn, serve, temporary, type Temporary } from '../setup.ts';

const makeWorld = (): Temporary => {
  const world = temporary({ 'root/a.txt': 'old', 'root/docs/b.txt': 'old', 'other/c.txt': 'old' });
  world.link('docs', 'root/link');
  world.link('docs/b.txt', 'root/file-link');
  return world;
};

const snapshot = (world: Temporary): string[] =>
  readdirSync(world.path, { recursive: true, withFileTypes: true })
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .toSorted();

test('changes nothing in a read-only directory, whatever path leads there', async () => {
  using world = makeWorld();
  const before = snapshot(world);
  const files = filesIn([world.at('root')], {
    readOnlyDirectories: [world.at('root/docs'), world.at('other')],
  });
  expect(await files.read('link/b.txt', async (file) => String((await file.read(0, 9)).bytes))).toBe('old');
  const other = world.at('other/c.txt');
  const refused = { code: 'read_only', retryable: false };
  for (const path of ['docs/b.txt', 'docs/new.txt', 'link/b.txt', 'link/new.txt', 'file-link', other]) {
    for (const mode of ['overwrite', 'append'] as const) {
      await expect(files.write(path, 'new', { mode })).rejects.toMatchObject(refused);
    }
  }
  for (const work of [
    files.makeDirectory('docs/x/y'),
    files.makeDirectory('link/x'),
    files.write('docs/x/y.txt', '', { createParents: true }),
    files.move('docs/b.txt', 'b.txt'),
    files.move('a.txt', 'docs/a.txt'),
    files.move('a.txt', 'docs/b.txt', { overwrite: true }),
    files.remove('docs/b.txt'),
    files.remove('link/b.txt'),
    files.remove('docs', { recursive: true }),
    files.move('docs', 'moved'),
  ]) {
    await expect(work).rejects.toMatchObject(refused);
  }
  expect(snapshot(world)).toEqual(before);
  expect(world.text('root/docs/b.txt')).toBe('old');
  expect(await files.write('a.txt', 'new')).toMatchObject({ bytes: 3 });
});

test('a directory with a read-only or an allowed one in it keeps its name', async () => {
  using world = temporary({ 'root/sub/docs/b.txt': '', 'root/sub/inner/': '' });
  const refused = { code: 'access_denied', message: expect.stringContaining('that the server needs') };
  const first = filesIn([world.at('root')], { readOnlyDirectories: [world.at('root/sub/docs')] });
  const second = filesIn([world.at('root'), world.at('root/sub/inner')]);
  for (const files of [first, second]) {
    await expect(files.move('sub', 'moved')).rejects.toMatchObject(refused);
    await expect(files.remove('sub', { recursive: true })).rejects.toMatchObject(refused);
  }
  await expect(second.remove('.', { recursive: true })).rejects.toMatchObject({ code: 'is_a_directory' });
});

test('--read-only disables every way to write, and lists none', async () => {
  using world = makeWorld();
  const files = filesIn([world.at('root')], { readOnly: true });
  for (const work of [
    files.write('a.txt', 'new'),
    files.write('a.txt', 'new', { mode: 'append' }),
    files.makeDirectory('x'),
    files.move('a.txt', 'b.txt'),
    files.remove('a.txt'),
  ]) {
    await expect(work).rejects.toMatchObject({
      code: 'read_only',
      message: expect.stringContaining('is read-only: the server was started that way.'),
    });
  }
  // Even if the tool selection includes one.
  await using client = await connectTo(serve([world.at('root')], { readOnly: true }));
  const write = { name: 'write_file', arguments: { path: 'a.txt', content: 'new' } };
  expect(await client.request('tools/call', write)).toMatchObject({ isError: true });
  expect(world.text('root/a.txt')).toBe('old');
});
