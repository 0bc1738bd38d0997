// The program as a host starts it, and what is left of it when it is gone.
import { execFile, spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { SHOP, temporary } from './setup.ts';

const main = join(import.meta.dirname, '..', 'src', 'main.ts');

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Waits for the first line that a process prints. */
const firstLine = (stream: NodeJS.ReadableStream): Promise<string> =>
  new Promise((resolve) => {
    let text = '';
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')));
    });
  });

test('an older Node.js is told so in one sentence', async () => {
  const pretend =
    'data:text/javascript,Object.defineProperty(process,"versions",{value:{...process.versions,node:"20.19.0",napi:"9"}});Object.defineProperty(process,"version",{value:"v20.19.0"})';
  const run = promisify(execFile)(process.execPath, ['--import', pretend, main, '--help']);
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: 'mcp-server-sqlite: needs Node.js 22.14, 24 or newer; this is v20.19.0.\n',
  });
});

test('the program answers over stdio and ends when its host is done', async () => {
  using dir = temporary();
  const child = spawn(process.execPath, [main, dir.database('shop.db', SHOP)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const request = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'read_query',
      arguments: { query: 'SELECT count(*) AS n FROM orders' },
      _meta: {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  };
  child.stdin.write(`${JSON.stringify(request)}\n`);
  expect(JSON.parse(await firstLine(child.stdout))).toMatchObject({
    id: 1,
    result: { structuredContent: { rows: [[3]] } },
  });
  child.stdin.end();
  expect(await ended).toBe(0);
});

test('a running query ends with the server, even if that is killed', async () => {
  using dir = temporary();
  const script = join(import.meta.dirname, 'runaway-parent.ts');
  const parent = spawn(process.execPath, [script, dir.database('a.db', '')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = Number(await firstLine(parent.stdout));
  expect(isRunning(pid)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false);
});

test.each([
  [['--db-path', 'a.db', '--read-only', '--toolsets', 'demo,minimal'], /^$/],
  [['--db-path', 'far/a.db'], /^mcp-server-sqlite: made the directory .*far and the database .*a\.db\n$/],
])('%j starts', async (args, said) => {
  using dir = temporary();
  dir.database('a.db', SHOP);
  const child = promisify(execFile)(process.execPath, [main, ...args], { cwd: dir.path });
  child.child.stdin?.end();
  expect((await child).stderr).toMatch(said);
});

test.each([
  [['notes.txt'], /notes\.txt is not a SQLite database, or it is encrypted/],
  [['a.db', '--toolsets', 'ddl'], /there is no toolset "ddl"/],
])('%j does not', async (args, message) => {
  using dir = temporary();
  dir.database('a.db', SHOP);
  writeFileSync(dir.at('notes.txt'), 'Some notes that are longer than a header.');
  const run = promisify(execFile)(process.execPath, [main, ...args], { cwd: dir.path });
  run.child.stdin?.end();
  await expect(run).rejects.toMatchObject({ code: 2, stdout: '', stderr: expect.stringMatching(message) });
});
