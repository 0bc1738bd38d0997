import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { TestClient } from '@mcp/runtime/testing';
import { describe, expect, test } from 'vitest';
import { readBy, withRoots } from '../client-roots.ts';
import { DenyRules } from '../../src/sandbox/deny.ts';
import { connectTo, errorOf, filesIn, serve, temporary, type Temporary } from '../setup.ts';
import { expectClosed } from './closed.ts';

describe('a glob', () => {
  test.each([
    ['.env', ['/r/.env', '/r/a/.env', '/r/a/.env/b', '/r/.ENV'], ['/r/.envrc', '/r/a.env', '/.env', '/r']],
    ['*.key', ['/r/a.key', '/r/b/c.KEY', '/r/d.key/e'], ['/r/a.keys', '/r/key']],
    ['config/*.json', ['/r/config/a.json', '/r/x/config/a.json'], ['/r/config/a/b.json', '/r/config']],
    ['secrets/', ['/r/secrets', '/r/secrets/a', '/r/x/secrets'], ['/r/secret']],
    ['secrets/**', ['/r/secrets/a', '/r/x/secrets/a/b'], ['/r/secrets']],
    ['./.git', ['/r/.git', '/r/.git/config'], ['/r/.gitignore']],
    ['{a,b}.txt', ['/r/a.txt', '/r/B.txt'], ['/r/c.txt']],
    ['/r/private', ['/r/private', '/r/private/a', '/R/Private'], ['/r/x/private', '/r/privates']],
    ['/other/**', ['/other/a'], ['/r/other/a']],
    ['[Z-a]x', ['/r/_x'], ['/r/0x']],
    ['caf\u00e9', ['/r/cafe\u0301', '/r/CAF\u00c9', '/r/caf\u00e9'], ['/r/cafe']],
    ['.git', ['/r/.g\u200cit', '/r/.GIT', '/r/.gi\uFE0Ft'], ['/r/git']],
    ['strasse', ['/r/stra\u00dfe', '/r/\uFF33TRASSE', '/r/\u017Ftrasse'], ['/r/trasse']],
  ])('%s', (glob, denied, open) => {
    const rules = new DenyRules([glob], ['/r']);
    expect(denied.filter((path) => !rules.denies(path))).toEqual([]);
    expect(open.filter((path) => rules.denies(path))).toEqual([]);
  });

  test('matches entries like whole paths', () => {
    const rules = new DenyRules(['a/*/c', '*.key', '/r/x/y', 'deep/**/z'], ['/r', '/r/x']);
    const names = ['a', 'c', 'b.key', 'x', 'y', 'z', 'deep', 'A', 'C'];
    for (const directory of ['/r', '/r/a', '/r/a/b', '/r/x', '/r/deep/p/q', '/r/k.key']) {
      const isDenied = rules.within(directory);
      for (const name of names)
        expect([name, isDenied(name)]).toEqual([name, rules.denies(join(directory, name))]);
    }
  });

  test('matches in linear time', () => {
    const rules = new DenyRules(
      [`${'{a,b}'.repeat(9)}x`, `${'*a'.repeat(100)}x`, `${'**/'.repeat(50)}x`],
      ['/r'],
    );
    expect(rules.denies(`/r/${'a'.repeat(250)}/${'a/'.repeat(500)}y`)).toBe(false);
  });
});

const DENY = ['.env', 'secrets', '**/*.key', 'caf\u00e9'];

const makeWorld = (): Temporary => {
  const world = temporary({
    'root/a.txt': 'open',
    'root/.env': 'PASSWORD',
    'root/sub/.env': 'PASSWORD',
    'root/secrets/deep/b.txt': 'PASSWORD',
    'root/server.key': 'PASSWORD',
    'root/cafe\u0301': 'PASSWORD',
  });
  world.link('.env', 'root/innocent');
  world.link('secrets', 'root/innocent-dir');
  world.link('secrets/gone', 'root/innocent-gone');
  world.link('a.txt', 'root/link.key');
  return world;
};

/** Paths to denied files. Half of the targets exist. */
const EVASIONS = [
  '.env',
  './.env',
  '.env/',
  'sub/../.env',
  'sub//.env',
  'missing/../.env',
  '.ENV',
  '.Env',
  '.e\u200Bnv',
  'sub/.env',
  'sub/.env/x',
  'gone/.env',
  'secrets',
  'secrets/',
  'secrets/deep/b.txt',
  'secrets/gone.txt',
  'SECRETS/deep/b.txt',
  'server.key',
  'server.KEY',
  'gone.key',
  'caf\u00e9',
  'cafe\u0301',
  'CAFE\u0301',
  'innocent',
  'innocent-dir',
  'innocent-dir/deep/b.txt',
  'innocent-dir/gone',
  'innocent-gone',
  'link.key',
];

const denial = (path: string): string =>
  `Access denied: a deny rule covers ${path}, whether it exists or not.`;

describe('a denied file', () => {
  test.each(EVASIONS)('is denied on every surface as %j', async (path) => {
    using world = makeWorld();
    const before = readdirSync(world.path, { recursive: true }).length;
    const server = serve([world.at('root')], { deny: DENY });
    await using client = await connectTo(server);
    const uri = pathToFileURL(`${world.at('root')}/${path}`).href;
    const uris = [uri, uri.replaceAll(/(?<=\/root.*)e/g, '%65'), uri.replaceAll('/.', '/%2E')];
    await expectClosed(client, { path, message: denial(path), uris });
    const files = filesIn([world.at('root')], { deny: DENY });
    for (const work of [
      files.stat(path),
      files.makeDirectory(path),
      files.move('a.txt', `${path}/x`),
      files.remove(`${path}/x`),
    ]) {
      await expect(work).rejects.toMatchObject({ code: 'access_denied' });
    }
    expect(readdirSync(world.path, { recursive: true }).length).toBe(before);
    expect(world.text('root/.env')).toBe('PASSWORD');
  });

  test('is not listed, found or suggested', async () => {
    using world = makeWorld();
    const server = serve([world.at('root')], { deny: DENY });
    await using client = await connectTo(server);
    const call = async (name: string, args: object) => {
      const result = await client.request('tools/call', { name, arguments: args });
      return (result['content'] as [{ text: string }])[0].text.split('\n');
    };
    const shown = ['a.txt', 'innocent', 'innocent-dir', 'innocent-gone', 'sub'];
    expect(await call('list_directory', { path: '.' })).toEqual(
      shown.map((name) => (name === 'sub' ? '[DIR] sub' : `[FILE] ${name}`)),
    );
    const found = await call('search_files', { path: '.', pattern: '**' });
    expect(found).toEqual(shown.map((name) => world.at('root', name)));
    // Links to denied files are not suggested.
    expect(await complete(client, '')).toEqual([world.at('root/')]);
    expect(await complete(client, world.at('root/'))).toEqual([
      world.at('root/a.txt'),
      world.at('root/sub/'),
    ]);
    expect(await complete(client, '.e')).toEqual([]);
    const { contents } = await client.request('resources/read', { uri: `file://${world.at('root')}` });
    const [{ text }] = contents as [{ text: string }];
    const listing = JSON.parse(text) as { entries: { name: string }[]; total: number };
    expect(listing.entries.map(({ name }) => name)).toEqual(shown);
    expect(listing.total).toBe(shown.length);
  });

  test('is not moved to an allowed path, nor deleted with its directory', async () => {
    using world = makeWorld();
    mkdirSync(world.at('root/bundle/config'), { recursive: true });
    world.write('root/bundle/config/db.json', 'PASSWORD');
    const files = filesIn([world.at('root')], { deny: [...DENY, 'config/*.json'] });
    const refused = {
      code: 'access_denied',
      message: expect.stringContaining('cannot be moved or deleted as a whole'),
    };
    await expect(files.move('bundle/config', 'bundle/other')).rejects.toMatchObject(refused);
    await expect(files.move('bundle', 'other')).rejects.toMatchObject(refused);
    await expect(files.remove('bundle', { recursive: true })).rejects.toMatchObject(refused);
    expect(world.text('root/bundle/config/db.json')).toBe('PASSWORD');
    // The link may be moved; its target stays closed.
    await files.move('innocent', 'renamed');
    await expect(files.read('renamed', () => {})).rejects.toMatchObject({ code: 'access_denied' });
  });

  test('stays denied when a narrower directory is allowed', async () => {
    using world = makeWorld();
    const server = serve([world.at('root')], { deny: DENY });
    await using client = await connectTo(server, withRoots(world.at('root/secrets/deep')));
    expect(errorOf(await readBy(client, world.at('root/secrets/deep/b.txt')))).toBeDefined();
  });

  test('is not reported by its directory', async () => {
    using world = makeWorld();
    await using client = await connectTo(serve([world.at('root')], { deny: DENY }));
    await client.request('resources/subscribe', { uri: `file://${world.at('root')}` });
    world.write('root/.env', 'NEW');
    world.write('root/a.txt', 'new');
    await client.waitFor(({ method }) => method === 'notifications/resources/updated');
    expect(JSON.stringify(client.notifications())).not.toContain('.env');
  });
});

const complete = async (client: TestClient, value: string): Promise<unknown> => {
  const result = await client.request('completion/complete', {
    ref: { type: 'ref/prompt', name: 'review-file' },
    argument: { name: 'path', value },
  });
  return (result['completion'] as { values: unknown }).values;
};
