// `pnpm bundles [folder]`: makes the bundles for Claude Desktop, then unpacks each and starts it as a host does.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { JsonObject } from '@mcp/runtime';
import { connect, type ProgramClient } from '@mcp/runtime/testing';
import { createChecks } from './checks.ts';
import { folderHere, inputOf, trialsOf } from './install/bundle-trials.ts';
import { installForBundle, mcpb, startOf, writeBundle } from './install/bundle.ts';
import { installables, type Installable } from './install/installable.ts';
import { flavoursOf, type Flavour } from './install/manifest.ts';
import { marketplace, pluginManifest } from './install/plugin.ts';
import { createMachine, pack } from './packing.ts';
import { expectTools, inTime } from './server-checks.ts';
import { root } from '@mcp/repo/src/workspace.ts';

const machine = createMachine();
const output = resolve(process.argv[2] ?? join(root, 'tools/release/dist'));
const project = join(machine.folder, 'project');

const chosenFor = (server: Installable): string => inputOf(server, folderHere(project));

const namesOf = async (client: ProgramClient): Promise<string[]> => {
  const listed = await client.request('tools/list');
  expectTools(listed);
  return (listed['tools'] as readonly { readonly name: string }[]).map(({ name }) => name);
};

const tryFlavour = async (server: Installable, flavour: Flavour, folder: string): Promise<void> => {
  for (const { chosen, lists = [], lacks = [], call } of trialsOf(server, flavour, folderHere(project))) {
    const started = await startOf(folder, chosen, machine);
    await using client = await connect({ ...started, command: process.execPath }, { revision: '2025-11-25' });
    const names = await namesOf(client);
    for (const name of lists) assert.ok(names.includes(name), `${name} is missing`);
    for (const name of lacks) assert.ok(!names.includes(name), `${name} is there`);
    if (call === undefined) continue;
    const answer = await client.request('tools/call', { name: call.tool, arguments: { ...call.args } });
    assert.match(JSON.stringify(answer), new RegExp(call.shows));
  }
};

/** Unpacks a bundle elsewhere, and uses it. */
const tryBundle = async (server: Installable, flavour: Flavour, file: string): Promise<void> => {
  const folder = join(machine.folder, 'unpacked', flavour.name);
  mcpb('unpack', file, folder);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const compiled = files.filter((path) => path.includes('.compile-cache'));
  assert.deepEqual(compiled, [], 'code compiled on this machine is in the bundle');
  if (server.id === 'sqlite')
    for (const system of ['win32-x64', 'darwin-arm64', 'darwin-x64', 'linux-x64'])
      assert.ok(
        files.some((path) => path.endsWith(`prebuilds/${system}.node`)),
        `no binary for ${system}`,
      );
  await tryFlavour(server, flavour, folder);
};

const makeBundles = async (server: Installable): Promise<void> => {
  const { id, manifest } = server;
  const archive = pack({ folder: `servers/${id}`, manifest }, machine);
  const installed = await installForBundle(server, { archive, value: chosenFor(server), machine });
  writePlugin(server, installed.folder);
  for (const flavour of flavoursOf(server)) {
    const file = join(output, `${flavour.name}-${manifest.version}.mcpb`);
    writeBundle(server, flavour, { ...installed, file });
    await tryBundle(server, flavour, file);
    process.stdout.write(`      ${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB\n`);
  }
};

/** The same server as a plugin of Claude Code, in a marketplace that is a folder. */
const writePlugin = (server: Installable, folder: string): void => {
  const plugin = join(output, 'plugins', `mcp-server-${server.id}`);
  rmSync(plugin, { recursive: true, force: true });
  cpSync(join(folder, 'server'), join(plugin, 'server'), { recursive: true });
  writeJson(join(plugin, '.claude-plugin/plugin.json'), pluginManifest(server));
};

const writeJson = (file: string, content: JsonObject): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`);
};

/** Starts a plugin as Claude Code does: its folder and its options stand in the place of variables. */
const tryPlugin = async (server: Installable): Promise<void> => {
  const folder = join(output, 'plugins', `mcp-server-${server.id}`);
  const { userConfig, mcpServers } = pluginManifest(server) as {
    readonly userConfig: Readonly<Record<string, { readonly default?: string | boolean }>>;
    readonly mcpServers: Readonly<
      Record<string, { readonly args: string[]; readonly env: Record<string, string> }>
    >;
  };
  const values = new Map(
    Object.entries(userConfig).map(([name, option]) => [name, String(option.default ?? chosenFor(server))]),
  );
  const fill = (text: string): string =>
    text
      .replace('${CLAUDE_PLUGIN_ROOT}', () => folder)
      .replaceAll(/\$\{user_config\.(\w+)\}/g, (all, name: string) => values.get(name) ?? all);
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
  mkdirSync(output, { recursive: true });
  execFileSync('git', ['init', '--quiet', project]);
  // An empty file is an empty database.
  writeFileSync(join(project, 'data.db'), '');
  writeFileSync(join(project, 'notes.txt'), 'From a file to an answer in two clicks.\n');
  for (const server of installables)
    await checks.check(`the bundles of ${server.id}`, () => inTime(makeBundles(server)));
  writeJson(join(output, 'plugins/.claude-plugin/marketplace.json'), marketplace());
  for (const server of installables)
    await checks.check(`the plugin of ${server.id}`, () => inTime(tryPlugin(server)));
} finally {
  rmSync(machine.folder, { recursive: true });
}
process.exitCode = checks.exitCode;
