// --print-config: prints each host's entry for this copy, with its settings and without its secrets.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { flagsOf } from '../src/command.ts';
import type { COMMON_FLAGS } from '../src/common-flags.ts';
import { readFlags } from '../src/flags.ts';
import { HOST_NAMES } from '../src/hosts/hosts.ts';
import { addressOf, launchOf, type Invocation } from '../src/launch.ts';
import { hostConfig } from '../src/print-config.ts';
import { onWindows } from './processes.ts';

const command = {
  name: 'mcp-server-demo',
  package: '@example/demo',
  version: '1.0.0',
  summary: 'Demonstrates.',
  flags: {
    key: { type: 'string', isSecret: true, description: 'A key' },
    proxy: { type: 'string', description: 'A proxy' },
    folder: { type: 'string', isPath: true, description: 'A folder' },
  },
  create: () => ({ name: 'demo', version: '1.0.0' }),
} as const;

const invocation = (more: Partial<Invocation> = {}): Invocation => {
  const { args = ['--read-only'], env = {} } = more;
  const { flags, given } = readFlags<typeof COMMON_FLAGS>(flagsOf(command), { server: 'demo', args, env });
  return { command, script: '/opt/demo/main.js', args, env, flags, given, ...more };
};

const http = (...args: readonly string[]): Invocation => invocation({ args });

// `pnpm windows` covers Windows.
const why = onWindows ? ' (paths of POSIX)' : '';
describe.skipIf(onWindows)(`the program${why}`, () => {
  test.each([
    '/opt/demo/main.js',
    '/opt/me/project/node_modules/.bin/mcp-server-demo',
    '/usr/lib/node_modules/@example/demo/dist/main.js',
  ])('%s is started directly by the same Node.js', (script) => {
    expect(launchOf(invocation({ script }))).toMatchObject({
      command: process.execPath,
      args: [resolve(script), '--read-only'],
    });
  });

  test.each([
    '/opt/me/.npm/_npx/a1b2/node_modules/.bin/mcp-server-demo',
    '/opt/me/.cache/pnpm/dlx/a1b2/node_modules/.bin/mcp-server-demo',
    '/tmp/bunx-1000-@example/demo/node_modules/.bin/mcp-server-demo',
  ])('%s is fetched from the registry with npx', (script) => {
    const launch = { command: 'npx', args: ['-y', '@example/demo', '--read-only'] };
    expect(launchOf(invocation({ script }))).toMatchObject(launch);
  });

  test('with --otel, npx fetches the packages of the SDK too', () => {
    const script = '/opt/me/.npm/_npx/a1b2/node_modules/.bin/mcp-server-demo';
    const packages = ['@example/demo', '@opentelemetry/api', '@opentelemetry/sdk-node'];
    const added = packages.flatMap((name) => ['--package', name]);
    expect(launchOf(invocation({ script, args: ['--otel', '--read-only'] }))).toMatchObject({
      command: 'npx',
      args: ['-y', ...added, 'mcp-server-demo', '--otel', '--read-only'],
    });
    expect(launchOf(invocation({ script, env: { MCP_DEMO_OTEL: 'true' } })).args).toEqual([
      ...['-y', ...added, 'mcp-server-demo', '--read-only'],
    ]);
  });

  test('with --otel, the entry has the OpenTelemetry variables, but not the value of the headers', () => {
    const env = {
      OTEL_SERVICE_NAME: 'demo',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=abc',
      OTEL_TRACES_SAMPLER: '',
    };
    expect(launchOf(invocation({ args: ['--otel'], env }))).toMatchObject({
      env: { OTEL_SERVICE_NAME: 'demo', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' },
      secrets: ['OTEL_EXPORTER_OTLP_HEADERS'],
    });
    expect(launchOf(invocation({ env }))).toMatchObject({ env: {}, secrets: [] });
  });

  test('through npx is recognized behind a symbolic link', () => {
    const folder = mkdtempSync(join(tmpdir(), 'mcp-launch-'));
    try {
      mkdirSync(join(folder, '_npx'));
      writeFileSync(join(folder, '_npx/main.js'), '');
      symlinkSync(join(folder, '_npx/main.js'), join(folder, 'demo'));
      expect(launchOf(invocation({ script: join(folder, 'demo') })).command).toBe('npx');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('on Windows a shell starts npx', () => {
    const platform = vi.spyOn(process, 'platform', 'get').mockReturnValue('win32');
    try {
      const script = '/opt/me/.npm/_npx/a1b2/node_modules/.bin/mcp-server-demo';
      expect(launchOf(invocation({ script }))).toMatchObject({
        command: 'cmd',
        args: ['/c', 'npx', '-y', '@example/demo', '--read-only'],
      });
    } finally {
      platform.mockRestore();
    }
  });
});

describe.skipIf(onWindows)('settings from the environment, with POSIX paths', () => {
  const env = {
    MCP_DEMO_TIMEOUT: '5',
    MCP_DEMO_FOLDER: 'some/where',
    MCP_DEMO_READ_ONLY: 'false',
    MCP_DEMO_TOOLS: '',
    MCP_DEMO_KEY: 'hunter2',
    MCP_DEMO_PROXY: 'http://me:hunter2@proxy.example/',
    MCP_OTHER_TIMEOUT: '7',
    PATH: '/bin',
  };

  test('are in the entry, unless they are empty or the command line sets the flag', () => {
    const launch = launchOf(invocation({ env }));
    expect(launch.env).toEqual({ MCP_DEMO_TIMEOUT: '5', MCP_DEMO_FOLDER: resolve('some/where') });
    expect(launch.secrets).toEqual(['MCP_DEMO_KEY', 'MCP_DEMO_PROXY']);
  });

  test.each(HOST_NAMES)('go to %s without the values of secrets', async (host) => {
    const { text, notes } = await hostConfig(host, launchOf(invocation({ env })));
    expect(text).toContain('MCP_DEMO_TIMEOUT');
    expect(text).toContain('MCP_DEMO_KEY');
    expect([text, ...notes].join()).not.toContain('hunter2');
    expect(notes).toHaveLength(host === 'continue' ? 3 : 2);
  });

  test('are members in JSON and YAML, and a table in TOML', async () => {
    const launch = launchOf(invocation({ env: { MCP_DEMO_TIMEOUT: '5', MCP_DEMO_KEY: 'hunter2' } }));
    const { command: program, args } = launch;
    const all = { MCP_DEMO_TIMEOUT: '5', MCP_DEMO_KEY: '${env:MCP_DEMO_KEY}' };
    expect(JSON.parse((await hostConfig('cursor', launch)).text)).toEqual({
      mcpServers: { demo: { command: program, args, env: all } },
    });
    expect((await hostConfig('codex', launch)).text).toBe(
      [
        '[mcp_servers.demo]',
        `command = "${program}"`,
        `args = [ "${args.join('", "')}" ]`,
        'env_vars = [ "MCP_DEMO_KEY" ]',
        '',
        '[mcp_servers.demo.env]',
        'MCP_DEMO_TIMEOUT = "5"',
      ].join('\n'),
    );
    expect((await hostConfig('goose', launch)).text).toBe(
      [
        'extensions:',
        '  demo:',
        '    name: demo',
        '    enabled: true',
        '    timeout: 300',
        '    type: stdio',
        `    cmd: ${program}`,
        '    args:',
        ...args.map((arg) => `      - ${arg}`),
        '    envs:',
        '      MCP_DEMO_TIMEOUT: "5"',
        '    env_keys:',
        '      - MCP_DEMO_KEY',
      ].join('\n'),
    );
    expect((await hostConfig('continue', launch)).text).toBe(
      [
        'mcpServers:',
        '  - name: demo',
        `    command: ${program}`,
        '    args:',
        ...args.map((arg) => `      - ${arg}`),
        '    env:',
        '      MCP_DEMO_TIMEOUT: "5"',
        '      MCP_DEMO_KEY: ${{ secrets.MCP_DEMO_KEY }}',
      ].join('\n'),
    );
  });

  test('the entry for Continue names the programs that read the file', async () => {
    expect((await hostConfig('continue', launchOf(invocation()))).notes).toEqual([
      'The program cn and the extensions read this file; ~/.continue/mcpServers is for the extensions only.',
    ]);
  });

  test.each([
    ['claude-code', '${MCP_DEMO_KEY}'],
    ['copilot', '${MCP_DEMO_KEY}'],
    ['qwen', '${MCP_DEMO_KEY}'],
    ['cline', '<the value of MCP_DEMO_KEY>'],
  ] as const)('%s gets a secret as %s', async (host, value) => {
    const launch = launchOf(invocation({ env: { MCP_DEMO_KEY: 'hunter2' } }));
    expect(JSON.parse((await hostConfig(host, launch)).text)).toMatchObject({
      mcpServers: { demo: { env: { MCP_DEMO_KEY: value } } },
    });
  });
});

describe('over HTTP', () => {
  const url = 'http://127.0.0.1:3000/mcp';
  const Authorization = (value: string) => ({ headers: { Authorization: `Bearer ${value}` } });

  test.each([
    ['claude', { mcpServers: { demo: { command: 'npx', args: ['-y', 'mcp-remote', url] } } }],
    ['vscode', { servers: { demo: { type: 'http', url } } }],
    ['cursor', { mcpServers: { demo: { url } } }],
    ['windsurf', { mcpServers: { demo: { serverUrl: url } } }],
    ['zed', { context_servers: { demo: { url } } }],
    ['gemini', { mcpServers: { demo: { httpUrl: url } } }],
    ['cline', { mcpServers: { demo: { type: 'streamableHttp', url } } }],
    ['lmstudio', { mcpServers: { demo: { url } } }],
    ['jetbrains', { mcpServers: { demo: { url } } }],
    ['copilot', { mcpServers: { demo: { type: 'http', url, tools: ['*'] } } }],
    ['antigravity', { mcpServers: { demo: { serverUrl: url } } }],
    ['opencode', { mcp: { demo: { type: 'remote', url, enabled: true } } }],
    ['kiro', { mcpServers: { demo: { url } } }],
    ['qwen', { mcpServers: { demo: { httpUrl: url } } }],
    ['kilo', { mcp: { demo: { type: 'remote', url, enabled: true } } }],
    ['warp', { mcpServers: { demo: { url } } }],
  ] as const)('%s gets the URL in its own form', async (host, config) => {
    const { text, notes } = await hostConfig(host, addressOf(http()));
    expect(JSON.parse(text)).toEqual(config);
    expect(notes.join()).toContain('Start the server yourself');
  });

  test('Claude Code, Codex, Goose and Continue get the URL and the token variable', async () => {
    const launch = addressOf(http('--auth-token-env', 'DEMO_TOKEN'));
    const headers = { Authorization: 'Bearer ${DEMO_TOKEN}' };
    expect(JSON.parse((await hostConfig('claude-code', launch)).text)).toEqual({
      mcpServers: { demo: { type: 'http', url, headers } },
    });
    expect((await hostConfig('codex', launch)).text).toBe(
      `[mcp_servers.demo]\nurl = "${url}"\nbearer_token_env_var = "DEMO_TOKEN"`,
    );
    expect(parseYaml((await hostConfig('goose', launch)).text)).toEqual({
      extensions: {
        demo: {
          ...{ name: 'demo', enabled: true, timeout: 300, type: 'streamable_http' },
          ...{ uri: url, headers, env_keys: ['DEMO_TOKEN'] },
        },
      },
    });
    expect(parseYaml((await hostConfig('continue', launch)).text)).toEqual({
      mcpServers: [
        {
          ...{ name: 'demo', type: 'streamable-http', url },
          requestOptions: { headers: { Authorization: 'Bearer ${{ secrets.DEMO_TOKEN }}' } },
        },
      ],
    });
  });

  test('entries refer to a token and never contain it', async () => {
    const launch = addressOf(http('--auth-token-env', 'DEMO_TOKEN'));
    expect(JSON.parse((await hostConfig('vscode', launch)).text)).toEqual({
      servers: { demo: { type: 'http', url, ...Authorization('${env:DEMO_TOKEN}') } },
    });
    const zed = await hostConfig('zed', launch);
    expect(JSON.parse(zed.text)).toEqual({
      context_servers: { demo: { url, ...Authorization('<the value of DEMO_TOKEN>') } },
    });
    expect(zed.notes[0]).toBe(
      'Replace "<the value of DEMO_TOKEN>" with that value: secrets are not printed.',
    );
  });

  test.each([
    [['--host', '0.0.0.0', '--port', '8080'], 'http://127.0.0.1:8080/mcp'],
    [['--host', '::1'], 'http://[::1]:3000/mcp'],
    [['--auth-audience', 'https://mcp.example/mcp'], 'https://mcp.example/mcp'],
  ])('a server with %j has the URL %s', (args, where) => {
    expect(addressOf(http(...args)).url).toBe(where);
  });
});
