// `pnpm runtimes`: the packed servers under Bun and Deno: their main jobs over stdio, and both eras over HTTP.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { JsonObject } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createChecks, expectThat } from './checks.ts';
import { createMachine, install, pack } from './packing.ts';
import { expectTools, inTime } from './server-checks.ts';
import { publicPackages } from '@mcp/repo/src/workspace.ts';

/** The runtimes, as npm has them, with what stands before the file of a program. */
const RUNTIMES = {
  bun: { spec: 'bun@1', before: [] },
  deno: { spec: 'deno@2', before: ['run', '--allow-all'] },
} as const;

type RuntimeName = keyof typeof RUNTIMES;

/** A call, and what its result has to show. */
interface Job {
  readonly tool: string;
  readonly arguments: JsonObject;
  readonly shows: string;
}

interface Trial {
  readonly args: readonly string[];
  readonly jobs: readonly Job[];
}

const machine = createMachine();
const project = join(machine.folder, 'project');

const job = (tool: string, args: JsonObject, shows: string): Job => ({ tool, arguments: args, shows });

const files = (folder: string): Trial => {
  mkdirSync(folder);
  writeFileSync(join(folder, 'hello.txt'), 'hello\n');
  const path = join(folder, 'hello.txt');
  const book = join(folder, 'book.ipynb');
  const cell = { cell_type: 'markdown', metadata: {}, source: ['A cell.'] };
  writeFileSync(book, JSON.stringify({ nbformat: 4, nbformat_minor: 5, metadata: {}, cells: [cell] }));
  return {
    args: ['--deny', 'secret', folder],
    jobs: [
      job('list_directory', { path: folder }, 'hello.txt'),
      job('edit_file', { path, edits: [{ oldText: 'hello', newText: 'good day' }] }, 'good day'),
      job('read_text_file', { path }, 'good day'),
      job('read_text_file', { path: book }, 'A cell.'),
      job('write_file', { path: join(folder, 'new.txt'), content: 'new' }, 'new.txt'),
      job('move_file', { source: join(folder, 'new.txt'), destination: join(folder, 'old.txt') }, 'old.txt'),
      job('search_files', { path: folder, pattern: '*.txt' }, 'old.txt'),
      job('search_file_contents', { path: folder, query: 'good' }, 'good day'),
    ],
  };
};

const repository = (folder: string): Trial => {
  mkdirSync(folder);
  const git = (...args: readonly string[]): unknown => execFileSync('git', args, { cwd: folder });
  git('init', '--quiet', '--initial-branch', 'work');
  git('config', 'user.name', 'somebody');
  git('config', 'user.email', 'somebody@example.org');
  writeFileSync(join(folder, 'new.txt'), 'new\n');
  const of = { repo_path: folder };
  return {
    args: ['-r', folder],
    jobs: [
      job('git_status', of, 'new.txt'),
      job('git_add', { ...of, files: ['new.txt'] }, 'new.txt'),
      job('git_commit', { ...of, message: 'the first' }, 'Committed'),
      job('git_log', of, 'the first'),
      job('git_show', { ...of, revision: 'HEAD' }, 'new.txt'),
    ],
  };
};

const database = (folder: string): Trial => {
  mkdirSync(folder);
  return {
    args: ['--db-path', join(folder, 'shop.db')],
    jobs: [
      job('create_table', { query: 'CREATE TABLE customers (name TEXT)' }, 'created'),
      job('write_query', { query: "INSERT INTO customers VALUES ('Ada')" }, '1'),
      job('list_tables', {}, 'customers'),
      job('read_query', { query: 'SELECT name FROM customers' }, 'Ada'),
    ],
  };
};

const pages = async (): Promise<Trial> => {
  const page = '<html><main><h1>Title</h1><p>A page <b>on</b> loopback.</p></main></html>';
  const server = createServer((request, response) =>
    response.setHeader('content-type', request.url === '/text' ? 'text/plain' : 'text/html').end(page),
  ).unref();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return {
    args: ['--allow-cidr', '127.0.0.1/32', '--ignore-robots-txt'],
    jobs: [
      job('fetch', { url }, 'A page **on** loopback.'),
      job('fetch', { url: `${url}text` }, '<b>on</b>'),
      job('fetch_many', { urls: [url, `${url}text`] }, 'A page **on** loopback.'),
    ],
  };
};

const binOf = (server: string): string =>
  join(project, 'node_modules/@mcp', `server-${server}`, 'dist/main.cjs');

const commandOf = (runtime: RuntimeName, server: string, args: readonly string[]) => ({
  command: join(project, 'node_modules/.bin', runtime),
  args: [...RUNTIMES[runtime].before, binOf(server), ...args],
  env: machine.environment,
});

const tryServer = async (runtime: RuntimeName, server: string, trial: Trial): Promise<void> => {
  await using client = await connect(commandOf(runtime, server, trial.args));
  expectTools(await client.request('tools/list'));
  for (const { tool, arguments: args, shows } of trial.jobs) {
    const result = await client.request('tools/call', { name: tool, arguments: args });
    const shown = JSON.stringify(result);
    expectThat(
      result['isError'] !== true && shown.includes(shows),
      `${tool}: ${shown}\nstderr: ${client.stderr}`,
    );
  }
  await client.close();
  const { code } = await client.exited;
  expectThat(code === 0, `exit code ${code}. It said: ${client.stderr}`);
};

/** The URL that a server says it listens at. */
const urlOf = async ({ stderr }: ChildProcess): Promise<URL> => {
  if (stderr === null) throw new Error('the server has no stderr');
  for await (const line of createInterface(stderr)) {
    const [url] = /http:\S+/.exec(line) ?? [];
    if (url !== undefined) return new URL(url);
  }
  throw new Error('the server ended before it listened');
};

const listOverHttp = async (runtime: RuntimeName, server: string, trial: Trial): Promise<void> => {
  const http = [...trial.args, '--transport', 'http', '--port', '0'];
  const { command, args, env } = commandOf(runtime, server, http);
  const child = spawn(command, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  try {
    const url = await urlOf(child);
    for (const mode of ['legacy', 'auto'] as const) {
      const client = new Client({ name: 'runtimes', version: '1.0.0' }, { versionNegotiation: { mode } });
      await client.connect(new StreamableHTTPClientTransport(url));
      expectTools(await client.listTools());
      await client.close();
    }
  } finally {
    child.kill();
  }
};

const checks = createChecks();
try {
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true }));
  await checks.check('npm install of the packed servers, Bun and Deno', () => {
    const servers = publicPackages.filter(({ folder }) => folder.startsWith('servers/'));
    const archives = servers.map((server) => pack(server, machine));
    install([...archives, ...Object.values(RUNTIMES).map(({ spec }) => spec)], project, machine);
    // Puts the program of this system in its place; npm has not run it.
    execFileSync(process.execPath, ['install.js'], { cwd: join(project, 'node_modules/bun') });
  });
  for (const runtime of ['bun', 'deno'] as const) {
    const folder = (name: string): string => join(machine.folder, `${runtime}-${name}`);
    const trials = {
      filesystem: files(folder('files')),
      git: repository(folder('repository')),
      sqlite: database(folder('database')),
      fetch: await pages(),
    };
    for (const [server, trial] of Object.entries(trials)) {
      await checks.check(`${runtime}: ${server}`, () => inTime(tryServer(runtime, server, trial)));
      await checks.check(`${runtime}: ${server} over HTTP`, () =>
        inTime(listOverHttp(runtime, server, trial)),
      );
    }
  }
} finally {
  // What the servers keep of V8's code may still be on its way.
  rmSync(machine.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 200 });
}
process.exit(checks.exitCode);
