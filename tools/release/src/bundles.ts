// `pnpm bundles [folder]`: makes the bundles for Claude Desktop, then unpacks each and starts it as a host does.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import type { JsonObject } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import { root } from '@mcp/repo/src/workspace.ts';
import { createChecks } from './checks.ts';
import { inputsOf, trialsOf, WEB_CALLS, writeProject } from './install/bundle-trials.ts';
import { makeBundles, startOf, unpack } from './install/bundle.ts';
import { installables, type Installable } from './install/installable.ts';
import type { Flavour } from './install/manifest.ts';
import { marketplace, pluginManifest } from './install/plugin.ts';
import { createMachine } from './packing.ts';
import { expectTools, inTime } from './server-checks.ts';

const machine = createMachine();
const output = resolve(process.argv[2] ?? join(root, 'tools/release/dist'));
const project = join(machine.folder, 'project');
const here = { folder: project, separator: '/' } as const;

const pluginOf = ({ id }: Installable): string => join(output, 'plugins', `mcp-server-${id}`);

/** Starts a site for any address. The server reaches it through a proxy on loopback, which is the site itself. */
const startSite = async () => {
  const site = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<h1>Tides</h1><p>High water is at noon.</p>'),
  );
  site.on('connect', (_, socket: Socket) => {
    socket.write('HTTP/1.1 200 OK\r\n\r\n');
    site.emit('connection', socket);
  });
  await once(site.listen(0, '127.0.0.1').unref(), 'listening');
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
};

const proxy = await startSite();

const tryFlavour = async (server: Installable, flavour: Flavour, folder: string): Promise<void> => {
  for (const { chosen, lists, lacks, calls } of trialsOf(server, flavour, here)) {
    const started = await startOf(folder, chosen, machine);
    const env = { ...started.env, HTTP_PROXY: proxy };
    await using client = await connect(
      { ...started, command: process.execPath, env },
      { revision: '2025-11-25' },
    );
    const listed = await client.request('tools/list');
    expectTools(listed);
    const names = (listed['tools'] as readonly { readonly name: string }[]).map(({ name }) => name);
    for (const name of lists) assert.ok(names.includes(name), `${name} is missing`);
    for (const name of lacks) assert.ok(!names.includes(name), `${name} is there`);
    for (const { tool, args, shows } of server.id === 'fetch' ? WEB_CALLS : calls) {
      const answer = await client.request('tools/call', { name: tool, arguments: { ...args } });
      assert.match(JSON.stringify(answer), new RegExp(shows));
    }
  }
};

/** Unpacks a bundle elsewhere and uses it. */
const tryBundle = async (server: Installable, flavour: Flavour, file: string): Promise<void> => {
  const folder = join(machine.folder, 'unpacked', flavour.name);
  await unpack(file, folder);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const isCompiled = files.some((path) => path.includes('.compile-cache'));
  assert.ok(!isCompiled, 'code compiled on this machine is in the bundle');
  const systems = server.id === 'sqlite' ? ['win32-x64', 'darwin-arm64', 'darwin-x64', 'linux-x64'] : [];
  const has = (system: string): boolean => files.some((path) => path.endsWith(`prebuilds/${system}.node`));
  assert.deepEqual(systems.filter(has), systems, 'a binary is missing');
  await tryFlavour(server, flavour, folder);
};

/** Makes the bundles of a server and the same server as a plugin of Claude Code, and tries them. */
const tryBundles = async (server: Installable): Promise<void> => {
  const [value] = inputsOf(server, here);
  const { folder, files } = await makeBundles(server, { value, output, machine });
  rmSync(pluginOf(server), { recursive: true, force: true });
  cpSync(join(folder, 'server'), join(pluginOf(server), 'server'), { recursive: true });
  writeJson(join(pluginOf(server), '.claude-plugin/plugin.json'), pluginManifest(server));
  for (const [flavour, file] of files) {
    await tryBundle(server, flavour, file);
    process.stdout.write(`      ${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB\n`);
  }
};

const writeJson = (file: string, content: JsonObject): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`);
};

/** Starts a plugin like Claude Code: its folder and its options replace the variables. */
const tryPlugin = async (server: Installable): Promise<void> => {
  const { userConfig, mcpServers } = pluginManifest(server) as {
    readonly userConfig: Readonly<Record<string, { readonly default?: string | boolean }>>;
    readonly mcpServers: Readonly<
      Record<string, { readonly args: string[]; readonly env: Record<string, string> }>
    >;
  };
  const valueOf = (name: string): string =>
    name === server.input?.name ? inputsOf(server, here)[0] : String(userConfig[name]?.default ?? '');
  const fill = (text: string): string =>
    text
      .replace('${CLAUDE_PLUGIN_ROOT}', () => pluginOf(server))
      .replaceAll(/\$\{user_config\.(\w+)\}/g, (_, name: string) => valueOf(name));
  const { args = [], env = {} } = mcpServers[server.id] ?? {};
  const options = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)]));
  const started = {
    command: process.execPath,
    args: args.map(fill),
    env: { ...machine.environment, ...options, NODE_DISABLE_COMPILE_CACHE: '1' },
    cwd: project,
  };
  await using client = await connect(started, { revision: '2025-11-25' });
  expectTools(await client.request('tools/list'));
};

const checks = createChecks();
try {
  mkdirSync(project);
  execFileSync('git', ['init', '--quiet', project]);
  writeProject(project);
  writeJson(join(output, 'plugins/.claude-plugin/marketplace.json'), marketplace());
  await Promise.all(
    installables.map(async (server) => {
      await checks.check(`the bundles of ${server.id}`, () => inTime(tryBundles(server)));
      await checks.check(`the plugin of ${server.id}`, () => inTime(tryPlugin(server)));
    }),
  );
} finally {
  rmSync(machine.folder, { recursive: true });
}
process.exitCode = checks.exitCode;
