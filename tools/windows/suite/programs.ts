// Servers as Windows programs: started, asked for help and configuration, over HTTP, killed and restarted.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { callTool } from './answer.ts';
import { place, print, PROJECT, programOf, REVISIONS, scoped, start } from './machine.ts';

const configuration = (): Promise<void> =>
  scoped(async (keep) => {
    const here = keep(place());
    for (const [given, whole] of [
      [here.path, here.path],
      ['docs', here.at('docs')],
      ['c:/data', String.raw`c:\data`],
    ] as const) {
      const text = print('filesystem', ['--print-config', 'claude', given], here.path);
      const { mcpServers } = JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1)) as {
        readonly mcpServers: {
          readonly filesystem: { readonly command: string; readonly args: readonly string[] };
        };
      };
      const { command, args } = mcpServers.filesystem;
      assert.deepEqual([command, ...args], [process.execPath, programOf('filesystem'), whole]);
    }
  });

interface HttpAnswer {
  readonly status: number | undefined;
  readonly session: string;
  readonly text: string;
}

/** POSTs a request as JSON. */
const post = (url: string, body: object, headers: Readonly<Record<string, string>>) =>
  new Promise<HttpAnswer>((resolve, reject) => {
    const accept = 'application/json, text/event-stream';
    const asked = request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept, ...headers },
    });
    asked.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      const session = String(response.headers['mcp-session-id']);
      response.on('end', () => resolve({ status: response.statusCode, session, text }));
    });
    asked.on('error', reject).end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }));
  });

/** The `_meta` of a request without a session. */
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': REVISIONS[1],
  'io.modelcontextprotocol/clientInfo': { name: 'http', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const STATELESS = {
  'mcp-protocol-version': REVISIONS[1],
  'mcp-method': 'tools/call',
  'mcp-name': 'list_directory',
};

const overHttp = (): Promise<void> =>
  scoped(async (keep) => {
    const here = keep(place());
    here.write({ 'seen.txt': '' });
    const args = [programOf('filesystem'), here.path, '--transport', 'http', '--port', '0'];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    try {
      let said = '';
      const url = await new Promise<string>((resolve, reject) => {
        child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
          said += chunk;
          const found = /listens at (\S+)/.exec(said)?.[1];
          if (found !== undefined) resolve(found);
        });
        child.once('exit', () => reject(new Error(said)));
      });
      const params = {
        protocolVersion: REVISIONS[0],
        capabilities: {},
        clientInfo: { name: 'http', version: '1' },
      };
      const { status, text, session } = await post(url, { method: 'initialize', params }, {});
      assert.equal(status, 200, text);
      assert.match(text, /"serverInfo"/);
      const call = { name: 'list_directory', arguments: { path: '.' } };
      const headers = { 'mcp-session-id': session, 'mcp-protocol-version': REVISIONS[0] };
      const listed = await post(url, { method: 'tools/call', params: call }, headers);
      assert.match(listed.text, /\[FILE\] seen\.txt/);
      const alone = await post(
        url,
        { method: 'tools/call', params: { ...call, _meta: ENVELOPE } },
        STATELESS,
      );
      assert.match(alone.text, /\[FILE\] seen\.txt/);
    } finally {
      child.kill('SIGTERM');
      await ended;
    }
  });

const killed = (): Promise<void> =>
  scoped(async (keep) => {
    const here = keep(place());
    here.write({ 'data.db': '' });
    const child = spawn(process.execPath, [programOf('sqlite'), '--db-path', here.at('data.db')]);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const say = (message: object): unknown =>
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const params = {
      protocolVersion: REVISIONS[0],
      capabilities: {},
      clientInfo: { name: 'k', version: '1' },
    };
    say({ id: 1, method: 'initialize', params });
    say({ method: 'notifications/initialized' });
    const query = 'CREATE TABLE t (a)';
    say({ id: 2, method: 'tools/call', params: { name: 'create_table', arguments: { query } } });
    await new Promise<void>((resolve) => {
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        said += chunk;
        if (said.includes('"id":2')) resolve();
      });
    });
    child.kill();
    await ended;
    // Windows refuses this while a child of the server has the database open.
    rmSync(here.at('data.db'), { maxRetries: 50, retryDelay: 100 });
    assert.ok(!existsSync(here.at('data.db')));
  });

const codeCache = (): Promise<void> =>
  scoped(async (keep) => {
    const folder = join(dirname(dirname(programOf('filesystem'))), '.compile-cache');
    rmSync(folder, { recursive: true, force: true });
    const here = keep(place());
    for (const _ of ['writes it', 'uses it']) {
      const client = keep(await start('filesystem', [here.path], { revision: '2025-11-25' }));
      assert.equal((await callTool(client, 'list_directory', { path: '.' })).isError, false);
      await client.close();
      assert.equal((await client.exited).code, 0);
      assert.ok(readdirSync(folder).length > 0);
    }
  });

const madeProject = (): void => {
  const run = (cwd: string, args: readonly string[]): string =>
    execFileSync(process.execPath, args, { cwd, encoding: 'utf8', timeout: 120_000, stdio: 'pipe' });
  const project = join(PROJECT, 'weather');
  assert.match(run(join(project, 'dist'), ['--test', '--test-reporter=tap']), /^# fail 0$/m);
  assert.match(run(project, ['dist/src/main.js', '--print-config', 'claude']), /weather/);
};

/** Registers the tests. */
export const programs = (): void => {
  describe('programs', () => {
    test('--print-config has whole paths with a drive', configuration);
    test('answer over HTTP in both eras, and end', overHttp);
    test('that are killed leave nothing that holds a file', killed);
    test('made by npm create pass their tests and run', madeProject);
    test('keep compiled code, and start with it', codeCache);
  });
};
