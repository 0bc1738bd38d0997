// Settings in the README's table: each command starts as printed and does what its row says.
import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { connect, type ProgramClient } from '@mcp/runtime/testing';
import { afterAll, expect, test } from 'vitest';
import { root } from '../src/workspace.ts';

const TOKEN = 'a-token-of-more-than-16-characters';
const home = realpathSync(mkdtempSync(join(tmpdir(), 'settings-')));
afterAll(() => rmSync(home, { recursive: true, maxRetries: 5 }));
for (const folder of ['projects', 'notes', 'project', 'Downloads']) mkdirSync(join(home, folder));
for (const file of ['projects/.env', 'projects/old.txt', 'notes/today.txt', 'data.db'])
  writeFileSync(join(home, file), '');
execFileSync('git', ['init', '--quiet', join(home, 'project')]);

/** The commands of the table, by purpose. */
const commands = new Map(
  [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^\| (.*?) +\| `(mcp-server-.*)` +\|$/gm)].map(
    ([, what = '', command = '']) => [what.replaceAll('`', ''), command],
  ),
);

/** Returns how bash starts the command of a row with the servers from source. */
const inBash = (
  what: string,
): { readonly command: string; readonly args: string[]; readonly env: object } => {
  const command = commands.get(what);
  if (command === undefined) throw new Error(`The README does not say how to ${what}`);
  const started = command.replace(
    /^mcp-server-(\w+)/,
    `exec '${process.execPath}' '${root}/servers/$1/src/main.ts'`,
  );
  return {
    command: 'bash',
    args: ['-c', started.replace('--transport http', '--transport http --port 0')],
    env: { PATH: process.env['PATH'] ?? '', HOME: home, MCP_TOKEN: TOKEN },
  };
};

const start = (what: string): Promise<ProgramClient> => {
  const { command, args, env } = inBash(what);
  return connect({ command, args, env: { ...env }, cwd: home }, { revision: '2025-11-25' });
};

const run = (what: string) => {
  const { command, args, env } = inBash(what);
  return promisify(execFile)(command, [...args.slice(0, -1), `${args.at(-1)} --yes`], {
    env: { ...env },
    cwd: home,
  });
};

const namesOf = async (client: ProgramClient): Promise<string[]> => {
  const { tools } = await client.request('tools/list');
  return (tools as { readonly name: string }[]).map(({ name }) => name);
};

const call = (client: ProgramClient, name: string, args: object) =>
  client.request('tools/call', { name, arguments: args });

test('allow a second folder', async () => {
  await using client = await start('allow a second folder');
  expect(await call(client, 'list_directory', { path: join(home, 'notes') })).toMatchObject({
    content: [{ text: '[FILE] today.txt' }],
  });
});

test('only read', async () => {
  await using client = await start('only read');
  const names = await namesOf(client);
  expect(names).toContain('read_text_file');
  expect(names).not.toContain('write_file');
});

test('keep .env closed', async () => {
  await using client = await start('keep .env closed');
  expect(await call(client, 'read_text_file', { path: '.env' })).toMatchObject({ isError: true });
});

test('be asked before it deletes', async () => {
  await using client = await start('be asked before it deletes');
  // This client cannot ask its user.
  expect(await call(client, 'delete_file', { path: 'old.txt' })).toMatchObject({ isError: true });
  expect(existsSync(join(home, 'projects/old.txt'))).toBe(true);
});

test('fetch, pull and push', async () => {
  await using client = await start('fetch, pull and push');
  expect(await namesOf(client)).toEqual(expect.arrayContaining(['git_fetch', 'git_pull', 'git_push']));
});

test('write to a database', async () => {
  await using client = await start('write to a database');
  await call(client, 'create_table', { query: 'CREATE TABLE sales (item TEXT)' });
  expect(await call(client, 'write_query', { query: "INSERT INTO sales VALUES ('tea')" })).toMatchObject({
    structuredContent: { affected_rows: 1 },
  });
});

test('save web pages', async () => {
  await using client = await start('save web pages');
  const { tools } = await client.request('tools/list');
  expect(tools).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        name: 'fetch',
        inputSchema: expect.objectContaining({
          properties: expect.objectContaining({ save_to: expect.anything() }),
        }),
      }),
    ]),
  );
});

test('serve HTTP with a token', async () => {
  const { command, args, env } = inBash('serve HTTP with a token');
  const child = spawn(command, args, { env: { ...env }, cwd: home, stdio: ['ignore', 'ignore', 'pipe'] });
  const exited = once(child, 'exit');
  try {
    let printed = '';
    child.stderr.on('data', (chunk) => (printed += String(chunk)));
    const address = (): string => /http:\/\/[\w.:]+\/mcp/.exec(printed)?.[0] ?? '';
    await expect.poll(address, { timeout: 20_000 }).not.toBe('');
    const statusFor = async (headers: Record<string, string>): Promise<number> => {
      const params = {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
      const type = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
      return (await fetch(address(), { method: 'POST', headers: { ...type, ...headers }, body })).status;
    };
    expect(await statusFor({})).toBe(401);
    expect(await statusFor({ authorization: `Bearer ${TOKEN}` })).toBe(200);
  } finally {
    child.kill();
    await exited;
  }
});

test('install in Codex, then uninstall', async () => {
  const file = join(home, '.codex/config.toml');
  await run('install in Codex');
  expect(readFileSync(file, 'utf8')).toContain('[mcp_servers.filesystem]');
  await run('uninstall');
  expect(readFileSync(file, 'utf8')).not.toContain('mcp_servers');
});

test('the table has these ten settings', () => {
  expect(commands.size).toBe(10);
});
