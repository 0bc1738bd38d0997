// Confinement: every tool with a path refuses every forbidden path, reveals nothing and changes nothing.
import { mkdirSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { call, callBy, codeOf, connectTo, serve, temporary, type Temporary } from '../setup.ts';

const makeWorld = (): Temporary => {
  const world = temporary({
    'root/a.txt': 'inside',
    'root/.env': 'SECRET',
    'root/sub/b.txt': 'inside',
    'root_evil/secret.txt': 'SECRET',
    'outside/secret.txt': 'SECRET',
    'outside/dir/secret.txt': 'SECRET',
  });
  world.link(world.at('outside/secret.txt'), 'root/link.txt');
  world.link(world.at('outside'), 'root/link');
  world.link('../../outside', 'root/sub/up');
  mkdirSync(world.at('root/empty'));
  return world;
};

const targets = (world: Temporary): string[] => [
  world.at('outside/secret.txt'),
  world.at('outside/dir'),
  world.at('root_evil/secret.txt'),
  world.at('outside/not-there.txt'),
  '../outside/secret.txt',
  'sub/../../outside/secret.txt',
  'link/secret.txt',
  'link/dir',
  'sub/up/secret.txt',
  '.env',
  '.ENV',
  '/etc/passwd',
  '~/secret.txt',
  'a\0.txt',
  '',
];

/** Each tool with one path in each path argument. */
const CALLS: readonly (readonly [name: string, args: (path: string) => object])[] = [
  ['read_text_file', (path) => ({ path })],
  ['read_file', (path) => ({ path })],
  ['read_media_file', (path) => ({ path })],
  ['list_directory', (path) => ({ path })],
  ['list_directory_with_sizes', (path) => ({ path })],
  ['get_file_info', (path) => ({ path, hash: true })],
  ['search_files', (path) => ({ path, pattern: '**' })],
  ['write_file', (path) => ({ path, content: 'evil', createParents: true })],
  ['write_file', (path) => ({ path, content: 'evil', mode: 'append' })],
  ['create_directory', (path) => ({ path: `${path}/new` })],
  ['move_file', (path) => ({ source: `${path}/.`, destination: 'moved' })],
  ['move_file', (path) => ({ source: 'a.txt', destination: path, overwrite: true })],
  ['copy_file', (path) => ({ source: path, destination: 'copied', recursive: true })],
  ['copy_file', (path) => ({ source: 'sub', destination: path, recursive: true, overwrite: true })],
  ['copy_file', (path) => ({ source: 'a.txt', destination: path, overwrite: true })],
  ['delete_file', (path) => ({ path: `${path}/.`, recursive: true })],
];

describe.each(['descriptor', 'checked'] as const)('with %s anchoring', (anchoring) => {
  test.each(CALLS)('%s %s', async (name, args) => {
    using world = makeWorld();
    const settings = { deny: ['.env'], anchoring };
    await using client = await connectTo(serve([world.at('root')], settings));
    for (const target of targets(world)) {
      const result = await callBy(client, name, args(target));
      expect({ target, isError: result.isError }).toEqual({ target, isError: true });
      expect(JSON.stringify(result)).not.toMatch(/SECRET|U0VDUkVU/);
      expect(['access_denied', 'invalid_path']).toContain(codeOf(result));
    }
    for (const path of ['outside/secret.txt', 'outside/dir/secret.txt', 'root_evil/secret.txt', 'root/.env'])
      expect(world.text(path)).toBe('SECRET');
    const outside = readdirSync(world.at('outside'), { recursive: true, encoding: 'utf8' }).toSorted();
    expect(outside.join(' ')).toBe('dir dir/secret.txt secret.txt');
    const inside = world.names('root');
    expect(inside.join(' ')).toBe('.env a.txt empty link link.txt sub');
  });

  test('read_multiple_files', async () => {
    using world = makeWorld();
    const server = serve([world.at('root')], { deny: ['.env'], anchoring });
    const result = await call(server, 'read_multiple_files', { paths: [...targets(world), 'a.txt'] });
    expect(result.content[0]?.text).toMatch(/a\.txt:\ninside\n\[etag: .*\]\n$/);
    expect(JSON.stringify(result)).not.toContain('SECRET');
  });
});

test('a read-only server changes nothing', async () => {
  using world = makeWorld();
  const server = serve([world.at('root')], { readOnly: true });
  await using client = await connectTo(server);
  for (const [name, args] of [
    ['write_file', { path: 'new.txt', content: '' }],
    ['create_directory', { path: 'new' }],
    ['move_file', { source: 'a.txt', destination: 'new' }],
    ['copy_file', { source: 'a.txt', destination: 'new' }],
    ['copy_file', { source: 'sub', destination: 'new', recursive: true }],
    ['delete_file', { path: 'a.txt' }],
  ] as const) {
    const result = await callBy(client, name, args);
    expect([name, codeOf(result)]).toEqual([name, 'read_only']);
  }
  expect(world.names('root').length).toBe(6);
});
