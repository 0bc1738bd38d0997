// The settings of bundles that people get wrong: what Claude then says, through the manifest of the bundle.
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@mcp/runtime/testing';
import { afterAll, describe, expect, test } from 'vitest';
import type { Chosen } from '../../src/install/bundle.ts';
import { startBundle } from './bundled.ts';

const home = mkdtempSync(join(tmpdir(), 'home-'));
const at = (name: string): string => join(home, name);
for (const folder of ['Documents', 'empty']) mkdirSync(at(folder));
writeFileSync(at('Documents/letter.txt'), 'Dear Ann\n');
writeFileSync(at('list.txt'), 'not a database\n');
// An empty file is an empty database.
for (const name of ['shop.db', 'read-only.db']) writeFileSync(at(name), '');
chmodSync(at('read-only.db'), 0o444);
afterAll(() => rmSync(home, { recursive: true }));

const start = async (bundle: string, chosen: Chosen) =>
  connect(await startBundle(`mcp-server-${bundle}`, chosen, home), { revision: '2025-11-25' });

const CORRECT = 'Ask the user to correct this in Settings, Extensions, Configure.';
const folders = { allowed_directories: [at('Documents')] };
const database = { databases: [at('shop.db')] };

describe('a wrong setting leaves one tool, which explains it', () => {
  test.each<[setting: string, bundle: string, chosen: Chosen, sentence: string]>([
    [
      'a folder that is gone',
      'filesystem-documents',
      { allowed_directories: [at('gone')] },
      `${at('gone')} does not exist; name a directory that exists.`,
    ],
    [
      'a file instead of a folder',
      'filesystem',
      { allowed_directories: [at('list.txt')] },
      `${at('list.txt')} is not a directory; name a directory that exists.`,
    ],
    [
      'a pattern with an open brace',
      'filesystem',
      { ...folders, deny: '*.{key,pem' },
      '"Files to keep closed" *.{key,pem has a brace that is not closed; write \\{ for a brace.',
    ],
    [
      'patterns without a comma, which would close nothing',
      'filesystem',
      { ...folders, deny: '.env *.key' },
      '"Files to keep closed" .env *.key has a space before "*.key"; write a comma between names.',
    ],
    [
      'the top of the disk as a pattern',
      'filesystem-documents',
      { ...folders, deny: '/' },
      '"Files to keep closed" / is the top of the disk; name what is to be denied.',
    ],
    [
      'a folder of repositories that is gone',
      'git',
      { repositories: [at('gone')] },
      `${at('gone')} does not exist; name a repository or a folder that exists.`,
    ],
    [
      'a word that is not a group of tools',
      'git',
      { repositories: [at('empty')], toolsets: 'everything' },
      'there is no toolset "everything"; there are inspect, history, setup, all.',
    ],
    [
      'a file that is not a database',
      'sqlite',
      { databases: [at('list.txt')] },
      `${at('list.txt')} is not a SQLite database, or it is encrypted; name another file.`,
    ],
    [
      'a folder instead of a database',
      'sqlite',
      { databases: [at('empty')] },
      `${at('empty')} is not a file; name a database file.`,
    ],
    [
      'a database on a drive that is not mounted, which is not made anew',
      'sqlite',
      { databases: [at('drive/shop.db')], write: true },
      `${at('drive/shop.db')} does not exist; choose another file.`,
    ],
    [
      'a folder to export to that is gone',
      'sqlite',
      { ...database, export_dir: at('gone') },
      `${at('gone')} is not a directory.`,
    ],
    [
      'an address instead of a site',
      'fetch',
      { allow_domain: 'https://example.com/' },
      '"https://example.com/" is not a domain; write it like example.com.',
    ],
    ['a file to save in', 'fetch', { save_dir: at('list.txt') }, `${at('list.txt')} is not a directory.`],
  ])('%s', async (_, bundle, chosen, sentence) => {
    await using client = await start(bundle, chosen);
    const { tools } = await client.request('tools/list');
    expect(tools).toMatchObject([{ name: 'explain_missing_tools' }]);
    const answer = await client.request('tools/call', { name: 'explain_missing_tools', arguments: {} });
    expect(answer).toEqual({ content: [{ type: 'text', text: `${sentence} ${CORRECT}` }] });
    expect(client.server['instructions']).toBe(`${sentence} ${CORRECT}`);
    expect(existsSync(at('drive'))).toBe(false);
  });
});

describe('a call says what is wrong', () => {
  const isRoot = process.getuid?.() === 0;

  test('one of several folders is on a drive that is not mounted', async () => {
    const chosen = { allowed_directories: [at('drive/letters'), at('Documents')] };
    await using client = await start('filesystem', chosen);
    expect(client.server['instructions']).toContain(
      ` Tell the user: ${at('drive/letters')} does not exist, and is left out.`,
    );
  });

  test('a folder without repositories', async () => {
    await using client = await start('git', { repositories: [at('empty')] });
    expect(client.server['instructions']).toContain(
      ` Tell the user: ${at('empty')} is not a git repository, and there is none directly in it.`,
    );
    expect(await client.request('tools/call', { name: 'git_status', arguments: {} })).toMatchObject({
      isError: true,
      content: [
        {
          text: `${at('empty')} is not a git repository inside the allowed directories (${at('empty')}).`,
        },
      ],
    });
  });

  test.skipIf(isRoot)('a database file that is read only (skipped for root, who may write it)', async () => {
    await using client = await start('sqlite', { databases: [at('read-only.db')], write: true });
    const call = { name: 'create_table', arguments: { query: 'CREATE TABLE orders (id)' } };
    expect(await client.request('tools/call', call)).toMatchObject({
      isError: true,
      content: [{ text: 'Database error: attempt to write a readonly database. The database is read-only.' }],
    });
  });
});

test('an old Node.js does not lead to the settings', async () => {
  const old = 'data:text/javascript,Object.defineProperty(process,"versions",{value:{napi:"9"}})';
  const program = await startBundle('mcp-server-sqlite', database, home);
  const args = ['--import', old, ...(program.args ?? [])];
  await using client = await connect({ ...program, args }, { revision: '2025-11-25' });
  expect(client.server['instructions']).toBe(
    `mcp-server-sqlite: needs Node.js 22.14, 24 or newer; this is ${process.version}. Tell the user.`,
  );
});

test('a path can begin with ~', async () => {
  await using client = await start('filesystem-documents', { allowed_directories: ['~/Documents'] });
  const call = { name: 'read_text_file', arguments: { path: 'letter.txt' } };
  expect(await client.request('tools/call', call)).toMatchObject({ content: [{ text: 'Dear Ann\n' }, {}] });
});

test.each(['filesystem', 'git', 'sqlite'])(
  'Claude Desktop asks for the empty field of %s, and starts nothing',
  async (id) => {
    await expect(start(id, {})).rejects.toThrow('something required is missing');
  },
);
