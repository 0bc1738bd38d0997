import { mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { treeIn } from '@mcp/files/test/setup';
import { connectTo, filesIn, serve, temporary, type Temporary } from '../setup.ts';
import { expectClosed } from './closed.ts';

/** Returns the real path. */
const resolveIn = (...directories: string[]): ((path: string) => Promise<string>) => {
  const files = filesIn(directories);
  return async (path) => (await files.stat(path)).path;
};

/** Makes an allowed directory beside a forbidden one. */
const makeWorld = (): Temporary => {
  const world = temporary({
    'root/a.txt': 'inside',
    'root/sub/b.txt': 'inside',
    'root_evil/secret.txt': 'secret',
    'outside/secret.txt': 'secret',
    'outside/dir/deep.txt': 'secret',
  });
  world.link('../outside/secret.txt', 'root/file-link');
  world.link('../outside/missing.txt', 'root/dangling-link');
  world.link(world.at('outside'), 'root/dir-link');
  world.link('dir-link', 'root/link-to-link');
  world.link('../outside/gone', 'root/missing-dir-link');
  world.link('../..', 'root/sub/up-link');
  return world;
};

/** Escapes, each from inside `root`; half of the targets exist. */
const ESCAPES = [
  '..',
  '../outside/secret.txt',
  '../outside/missing.txt',
  '../root_evil/secret.txt',
  '../root_evil/missing.txt',
  '../rootx',
  'sub/../../outside/secret.txt',
  'sub/../../outside/missing.txt',
  'missing/../../outside/secret.txt',
  './/..//outside/secret.txt',
  '/',
  '/etc/passwd',
  '/etc/missing-of-course',
  'file-link',
  'dangling-link',
  'dir-link',
  'dir-link/secret.txt',
  'dir-link/missing.txt',
  'dir-link/dir/deep.txt',
  'dir-link/missing/deep.txt',
  'link-to-link/secret.txt',
  'link-to-link/missing.txt',
  'missing-dir-link/a/b/c.txt',
  'sub/up-link/outside/secret.txt',
  'sub/up-link/outside/missing.txt',
];

/** Lists a directory recursively. */
const snapshot = (directory: string): string[] =>
  readdirSync(directory, { recursive: true }).map(String).toSorted();

const OUTSIDE = ['dir', 'dir/deep.txt', 'secret.txt'];

const denial = (path: string, world: Temporary): string =>
  `Access denied: ${path} is outside the allowed directories (${world.at('root')}).`;

describe('an escape', () => {
  test.each(ESCAPES)('%s is denied, whether its target exists or not', async (path) => {
    using world = makeWorld();
    for (const anchoring of ['descriptor', 'checked'] as const) {
      const files = filesIn([world.at('root')], { anchoring });
      for (const given of [path, path.startsWith('/') ? path : `${world.at('root')}/${path}`]) {
        const error = { code: 'access_denied', message: denial(given, world), retryable: false };
        for (const work of [
          () => files.stat(given),
          () => files.read(given, () => {}),
          () => files.list(given),
          () => treeIn(files, given),
          () => files.write(given, 'x', { createParents: true }),
          () => files.write(given, 'x', { mode: 'append' }),
          () => files.makeDirectory(given),
        ]) {
          await expect(work()).rejects.toMatchObject(error);
        }
        await expect(files.move('a.txt', `${given}/x`)).rejects.toMatchObject({ code: 'access_denied' });
        await expect(files.remove(`${given}/x`, { recursive: true })).rejects.toMatchObject({
          code: 'access_denied',
        });
      }
      expect(snapshot(world.at('outside'))).toEqual(OUTSIDE);
    }
  });

  test.each(ESCAPES)('%s is denied on every surface alike', async (path) => {
    using world = makeWorld();
    await using client = await connectTo(serve([world.at('root')]));
    const uri = `file://${path.startsWith('/') ? path : `${world.at('root')}/${path}`}`;
    await expectClosed(client, { path, message: denial(path, world), uris: [uri] });
    expect(snapshot(world.at('outside'))).toEqual(OUTSIDE);
  });
});

test('applies the same policy to every spelling of a URI', async () => {
  using world = makeWorld();
  await using client = await connectTo(serve([world.at('root')]));
  const root = `file://${world.at('root')}`;
  for (const uri of [
    `${root}/../outside/secret.txt`,
    `${root}/%2e%2e/outside/secret.txt`,
    `${root}/%2E%2E%2Foutside%2Fsecret.txt`,
    `${root}/..%2foutside/secret.txt`,
    `${root}/..%5coutside/secret.txt`,
    `${root}/%252e%252e/outside/secret.txt`,
    `${root}/a.txt%00`,
    `${root}/a.txt?query`,
    `${root}/a.txt#fragment`,
    `${root}/%ff%fe`,
    `${root}%2fa.txt`,
    `file://localhost.evil${world.at('root')}/a.txt`,
    `file://127.0.0.1${world.at('root')}/a.txt`,
    `file:/${world.at('outside/secret.txt')}`,
    `file:${world.at('root/a.txt')}`,
    `FILE://${world.at('root/a.txt')}`,
    'file:///',
    'file:///etc/passwd',
    'file:///proc/self/environ',
    'http://localhost/a.txt',
  ]) {
    await expect(client.request('resources/read', { uri })).rejects.toMatchObject({ code: -32002 });
  }
  const { contents } = await client.request('resources/read', { uri: `${root}/sub/../a%2Etxt` });
  expect(contents).toMatchObject([{ text: 'inside' }]);
});

describe('links that stay inside', () => {
  test('are followed to their targets, even missing ones', async () => {
    using world = makeWorld();
    const root = world.at('root');
    symlinkSync('../root/sub', join(root, 'round-about'));
    symlinkSync('sub/new', join(root, 'to-new'));
    const resolve = resolveIn(root);
    expect(await resolve('round-about/b.txt')).toBe(join(root, 'sub/b.txt'));
    const files = filesIn([root]);
    expect(await files.write('to-new', 'x')).toMatchObject({ path: join(root, 'sub/new'), created: true });
    expect(await files.makeDirectory('round-about/x/y')).toEqual({
      path: join(root, 'sub/x/y'),
      created: [join(root, 'sub/x'), join(root, 'sub/x/y')],
    });
  });

  test('have their own error if circular', async () => {
    using world = makeWorld();
    world.link('circle-b', 'root/circle-a');
    world.link('circle-a', 'root/circle-b');
    world.link('.', 'root/self');
    const resolve = resolveIn(world.at('root'));
    await expect(resolve('circle-a')).rejects.toThrow(
      'circle-a has too many symbolic links, perhaps in a circle.',
    );
    await expect(resolve('circle-a/x')).rejects.toThrow('perhaps in a circle');
    expect(await resolve(`${'self/'.repeat(10)}a.txt`)).toBe(world.at('root/a.txt'));
  });
});

test('resolves a link in the path of an allowed directory once, at the start', async () => {
  using world = makeWorld();
  world.link('root', 'current');
  const resolve = resolveIn(world.at('current'));
  const files = filesIn([world.at('current')]);
  expect(await resolve(world.at('current/a.txt'))).toBe(world.at('root/a.txt'));
  expect(await resolve(world.at('root/a.txt'))).toBe(world.at('root/a.txt'));
  const { path: written } = await files.write(world.at('current/x'), 'x');
  expect(written).toBe(world.at('root/x'));
  expect(world.text('root/x')).toBe('x');
  const replacements = [
    () => world.link('outside', 'current'),
    () => {
      mkdirSync(world.at('current'));
      world.write('current/secret.txt', 'secret');
    },
  ];
  for (const replace of replacements) {
    rmSync(world.at('current'), { recursive: true });
    replace();
    const path = world.at('current/secret.txt');
    await expect(resolve(path)).rejects.toThrow(`${path} does not exist.`);
    expect(await resolve(world.at('current/a.txt'))).toBe(world.at('root/a.txt'));
  }
});

test("relative paths start at the first directory, ~ is the user's home", async () => {
  using world = makeWorld();
  const resolve = resolveIn(world.at('root'), world.at('outside'));
  expect(await resolve('a.txt')).toBe(world.at('root/a.txt'));
  expect(await resolve('../outside/secret.txt')).toBe(world.at('outside/secret.txt'));
  await expect(resolve('~/x')).rejects.toThrow('Access denied: ~/x');
  expect(await resolveIn(homedir())('~')).toBe(realpathSync(homedir()));
});

test.each([
  ['', 'The path is empty. Give the path of a file or directory.'],
  ['a.txt\0.png', 'The path contains a NUL character, which no file name has.'],
])('refuses %j', async (path, message) => {
  using world = makeWorld();
  await expect(resolveIn(world.at('root'))(path)).rejects.toThrow(message);
});

test('accepts names that only look dangerous', async () => {
  using world = makeWorld();
  const names = ['..a', 'a..', '...', '%2e%2e', '~', '~user', '-rf', 'a\\b', 'ü', 'u\u0308', ' ', '\n'];
  for (const name of names) writeFileSync(world.at('root', name), name);
  const resolve = resolveIn(world.at('root'));
  for (const name of names) {
    const path = `${world.at('root')}/${name}`;
    expect(await resolve(path)).toBe(path);
  }
});

test('a directory may be the root of the file system', async () => {
  const resolve = resolveIn('/');
  using world = makeWorld();
  expect(await resolve(world.at('root/dir-link/secret.txt'))).toBe(world.at('outside/secret.txt'));
});

test('a directory that was deleted and created again is the same directory', async () => {
  using world = makeWorld();
  const resolve = resolveIn(world.at('root'));
  rmSync(world.at('root'), { recursive: true });
  await expect(resolve('a.txt')).rejects.toThrow('a.txt does not exist.');
  mkdirSync(world.at('root'));
  expect(await resolve('.')).toBe(world.at('root'));
});
