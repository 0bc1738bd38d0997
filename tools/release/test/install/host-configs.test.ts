// Every configuration that a server prints starts that server, exactly as it is printed. Programs named `npx`, `cmd`
// and `claude` stand in for the real ones: the first two run the sources, the last shows what it was given.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { JsonObject } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fetchedServer, hosts, type Host } from '../../src/install/host-config.ts';
import { argumentsFor, installables } from '../../src/install/installable.ts';
import { root } from '@mcp/repo/src/workspace.ts';

const home = mkdtempSync(join(tmpdir(), 'host-configs-'));
const project = join(home, "a project's folder");
const env = { HOME: home, PATH: [join(home, 'bin'), process.env['PATH']].join(delimiter) };

const install = (name: string, script: string): void => {
  const file = join(home, 'bin', name);
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o755);
};

beforeAll(() => {
  mkdirSync(join(home, 'bin'));
  mkdirSync(project);
  execFileSync('git', ['init', '--quiet', project]);
  const servers = join(root, 'servers');
  install(
    'npx',
    `name=\${2#@mcp/server-}; shift 2; exec '${process.execPath}' "${servers}/$name/src/main.ts" "$@"`,
  );
  install('cmd', 'shift; exec "$@"');
  install('claude', `exec '${process.execPath}' -p 'JSON.stringify(process.argv.slice(1))' -- "$@"`);
});

afterAll(() => rmSync(home, { recursive: true }));

/** A command line as a host reads it. */
interface Started {
  readonly command: string;
  readonly args: readonly string[];
}

const started = (server: unknown): Started => {
  const { command, args } = server as { command?: string; cmd?: string; args: string[] };
  return { command: command ?? (server as { cmd: string }).cmd, args };
};

const jsonIn = (key: string) => (text: string, id: string) =>
  started((JSON.parse(text) as Record<string, JsonObject>)[key]?.[id]);

/** `name = value` and `name: value`, where the value is JSON. */
const linesOf = (text: string, separator: RegExp): Started =>
  started(
    Object.fromEntries(
      text
        .split('\n')
        .map((line) => line.trim().split(separator))
        .filter(([name, value]) => ['command', 'cmd', 'args'].includes(name ?? '') && value !== undefined)
        .map(([name, value]) => [name, JSON.parse(value ?? '')]),
    ),
  );

const readers: Readonly<Record<Host, (text: string, id: string) => Started>> = {
  claude: jsonIn('mcpServers'),
  'claude-code': (text) => {
    const words = JSON.parse(execFileSync('sh', ['-c', text], { env, encoding: 'utf8' })) as string[];
    const [command = '', ...args] = words.slice(words.indexOf('--') + 1);
    return { command, args };
  },
  vscode: jsonIn('servers'),
  cursor: jsonIn('mcpServers'),
  codex: (text) => linesOf(text, / = (.*)/),
  windsurf: jsonIn('mcpServers'),
  zed: jsonIn('context_servers'),
  gemini: jsonIn('mcpServers'),
  cline: jsonIn('mcpServers'),
  copilot: jsonIn('mcpServers'),
  antigravity: jsonIn('mcpServers'),
  kiro: jsonIn('mcpServers'),
  continue: jsonIn('mcpServers'),
  warp: jsonIn('mcpServers'),
  opencode: (text, id) => {
    const { mcp } = JSON.parse(text) as { mcp: Record<string, { command: readonly string[] }> };
    const [command = '', ...args] = mcp[id]?.command ?? [];
    return { command, args };
  },
  jetbrains: jsonIn('mcpServers'),
  lmstudio: jsonIn('mcpServers'),
  goose: (text) => linesOf(text, /: (.*)/),
};

const names = Object.keys(hosts) as Host[];

describe.each(installables)('$id', (server) => {
  const given = server.input?.kind === 'file' ? join(project, 'data.db') : project;
  const args = [
    ...argumentsFor(server, given),
    ...(server.id === 'sqlite' ? ['--allow-create', '--write'] : []),
  ];

  const expectTools = async (program: Started): Promise<void> => {
    await using client = await connect({ ...program, env, cwd: '/' }, { revision: '2025-11-25' });
    const { tools } = await client.request('tools/list');
    expect(tools).toContainEqual(expect.objectContaining({ inputSchema: expect.anything() }));
  };

  test('starts as each host is told to start it', { timeout: 120_000 }, async () => {
    using fetched = fetchedServer(server);
    const programs = names.map((host) => readers[host](fetched.print(host, args).text, server.id));
    const expected = { command: 'npx', args: ['-y', server.manifest.name, ...args] };
    expect(programs).toEqual(names.map(() => expected));
    await expectTools(expected);
  });

  test('starts through the shell of Windows', { timeout: 60_000 }, async () => {
    using fetched = fetchedServer(server);
    // A path of that machine is printed as it is. Here the server starts with the one of this machine.
    const there = String.raw`C:\Users\Ann\a project's folder`;
    const elsewhere = args.map((arg) => (arg === given ? there : arg));
    const { text } = fetched.print('cursor', [...elsewhere, '--platform', 'windows']);
    const program = readers.cursor(text, server.id);
    const words = ['/c', 'npx', '-y', server.manifest.name];
    expect(program).toEqual({ command: 'cmd', args: [...words, ...elsewhere] });
    await expectTools({ ...program, args: [...words, ...args] });
  });

  test('answers at the address that a host is told to connect to', { timeout: 60_000 }, async () => {
    using fetched = fetchedServer(server);
    const http = [...args, '--transport', 'http', '--port', String(await freePort())];
    const { servers } = JSON.parse(fetched.print('vscode', http).text) as {
      servers: Record<string, { url: string }>;
    };
    const child = spawn('npx', ['-y', server.manifest.name, ...http], {
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    try {
      // The first line on stderr says that it listens.
      await once(child.stderr, 'data');
      const response = await fetch(servers[server.id]?.url ?? '', {
        method: 'POST',
        headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'initialize',
          params: {
            protocolVersion: '2025-11-25',
            capabilities: {},
            clientInfo: { name: 'test', version: '1' },
          },
        }),
      });
      expect(response.status).toBe(200);
      expect(await response.text()).toContain(`"name":"${server.id}"`);
    } finally {
      child.kill();
    }
  });
});

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
};
