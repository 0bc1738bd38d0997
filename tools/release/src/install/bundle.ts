// A server as one file for Claude Desktop (.mcpb): the packed package with its dependencies, and a manifest that says how
// to start it and what to ask the user.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import { install, type Machine } from '../packing.ts';
import { root } from '@mcp/repo/src/workspace.ts';
import { argumentsFor, AUTHOR, type Installable, type UserInput } from './installable.ts';
import { publication } from '@mcp/repo/src/publication.ts';

const MCPB = join(root, 'tools/release/node_modules/@anthropic-ai/mcpb/dist/cli/cli.js');

/** Runs the official tool for bundles: `validate`, `pack`, `unpack`. */
export const mcpb = (...args: string[]): void => {
  execFileSync(process.execPath, [MCPB, ...args], { stdio: 'pipe' });
};

/** What a bundle is made from. */
export interface BundleOptions {
  /** The npm archive of the server. */
  readonly archive: string;
  /** Where the bundle goes. */
  readonly file: string;
  /** What a user would choose: the server is started with it, to see what it offers. */
  readonly value: string;
  readonly machine: Machine;
}

/** Writes the bundle of a server from its npm archive, after the official tool has found its manifest valid. */
export const writeBundle = async (
  server: Installable,
  { archive, file, value, machine }: BundleOptions,
): Promise<void> => {
  const folder = join(machine.folder, 'bundles', server.id);
  mkdirSync(join(folder, 'server'), { recursive: true });
  writeFileSync(join(folder, 'server/package.json'), JSON.stringify({ private: true, type: 'module' }));
  install([archive], join(folder, 'server'), machine);
  const args = [join(folder, entryPoint(server)), ...argumentsFor(server, value)];
  const offered = await offeredBy(args, machine);
  writeFileSync(join(folder, 'icon.png'), offered.icon);
  writeFileSync(
    join(folder, 'manifest.json'),
    JSON.stringify(bundleManifest(server, offered.tools), undefined, 2),
  );
  mcpb('validate', join(folder, 'manifest.json'));
  mcpb('pack', folder, file);
};

/** How a host starts an unpacked bundle for a value that the user gave. */
export const startOf = (
  folder: string,
  manifest: JsonObject,
  value: string,
): { command: string; args: string[] } => {
  const { mcp_config: config } = manifest['server'] as { mcp_config: { command: string; args: string[] } };
  const args = config.args.map((arg) =>
    arg.replace('${__dirname}', () => folder).replace(/\$\{user_config\.\w+\}/, () => value),
  );
  return { command: config.command, args };
};

const entryPoint = ({ id, manifest }: Installable): string =>
  `server/node_modules/${manifest.name}/${manifest.bin?.[`mcp-server-${id}`]}`;

interface Offered {
  readonly icon: Buffer;
  readonly tools: readonly JsonObject[];
}

const offeredBy = async (args: readonly string[], { folder, environment }: Machine): Promise<Offered> => {
  // What this run compiles is of no use on other machines.
  const env = { ...environment, NODE_DISABLE_COMPILE_CACHE: '1' };
  const start = { command: process.execPath, args, env, cwd: folder };
  await using client = await connect(start, { revision: '2025-11-25' });
  const { tools } = await client.request('tools/list');
  const { icons } = client.server['serverInfo'] as { icons: readonly { src: string; mimeType: string }[] };
  const [, data = ''] = icons.find(({ mimeType }) => mimeType === 'image/png')?.src.split(',') ?? [];
  return { icon: Buffer.from(data, 'base64'), tools: tools as JsonObject[] };
};

const bundleManifest = (server: Installable, tools: readonly JsonObject[]): JsonObject => {
  const { id, title, manifest, input } = server;
  const value = input === undefined ? undefined : `\${user_config.${input.name}}`;
  return {
    manifest_version: '0.3',
    name: `mcp-server-${id}`,
    display_name: title,
    version: manifest.version,
    description: manifest.description ?? '',
    author: AUTHOR,
    ...(publication.repository === null ? {} : { repository: { type: 'git', url: publication.repository } }),
    license: manifest.license ?? '',
    keywords: [...(manifest.keywords ?? [])],
    icon: 'icon.png',
    server: {
      type: 'node',
      entry_point: entryPoint(server),
      mcp_config: {
        command: 'node',
        args: [`\${__dirname}/${entryPoint(server)}`, ...argumentsFor(server, value)],
        env: {},
      },
    },
    tools: tools.map(({ name, description }) => ({
      name: name as string,
      description: description as string,
    })),
    prompts_generated: true,
    ...(input === undefined ? {} : { user_config: { [input.name]: toUserConfig(input) } }),
    compatibility: {
      platforms: ['darwin', 'linux', 'win32'],
      runtimes: { node: manifest.engines?.node ?? '' },
    },
  };
};

const toUserConfig = ({ kind, title, description, isRepeated }: UserInput): JsonObject => ({
  type: kind,
  title,
  description,
  required: true,
  multiple: isRepeated,
});
