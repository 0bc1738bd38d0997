// A server as one file for Claude Desktop (.mcpb): the packed package with its dependencies, and a manifest. Nothing is
// downloaded when it is installed.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getMcpConfigForManifest, type McpbManifestAny } from '@anthropic-ai/mcpb';
import type { JsonObject } from '@mcp/runtime';
import { connect, type Program } from '@mcp/runtime/testing';
import { install, type Machine } from '../packing.ts';
import { root } from '@mcp/repo/src/workspace.ts';
import { argumentsFor, type Installable } from './installable.ts';
import { bundleManifest, entryPoint, type Flavour } from './manifest.ts';

const MCPB = join(root, 'tools/release/node_modules/@anthropic-ai/mcpb/dist/cli/cli.js');

/** Runs the official tool for bundles: `validate`, `pack`, `unpack`. */
export const mcpb = (...args: string[]): void => {
  execFileSync(process.execPath, [MCPB, ...args], { stdio: 'pipe' });
};

/** What bundles of a server are made from. */
export interface Installed {
  /** The folder with the folder `server`, which npm has filled from the archive. */
  readonly folder: string;
  readonly offered: Offered;
}

/** Installs the archive of a server as its bundles hold it, and asks it with a value of its input what it offers. */
export const installForBundle = async (
  server: Installable,
  {
    archive,
    value,
    machine,
  }: { readonly archive: string; readonly value: string; readonly machine: Machine },
): Promise<Installed> => {
  const folder = join(machine.folder, 'bundles', server.id);
  mkdirSync(join(folder, 'server'), { recursive: true });
  writeFileSync(join(folder, 'server/package.json'), JSON.stringify({ private: true, type: 'module' }));
  install([archive], join(folder, 'server'), machine);
  const args = [join(folder, entryPoint(server)), ...argumentsFor(server, value)];
  return { folder, offered: await offeredBy(args, machine) };
};

/** Writes a bundle, after the official tool has found its manifest valid. */
export const writeBundle = (
  server: Installable,
  flavour: Flavour,
  { folder, offered, file }: Installed & { readonly file: string },
): void => {
  writeFileSync(join(folder, 'icon.png'), offered.icon);
  const isOffered = flavour.fixed.includes('--read-only')
    ? ({ annotations }: JsonObject): boolean => (annotations as JsonObject)['readOnlyHint'] === true
    : (): boolean => true;
  const manifest = bundleManifest(server, flavour, offered.tools.filter(isOffered));
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(manifest, undefined, 2));
  mcpb('validate', join(folder, 'manifest.json'));
  mcpb('pack', folder, file);
};

/** What a user of Claude Desktop chose, by the names of the manifest. */
export type Chosen = Readonly<Record<string, string | boolean | string[]>>;

/** The machine of a user, as a manifest knows it. */
export interface Desk {
  /** Where the bundle is unpacked. */
  readonly bundle: string;
  readonly home: string;
  readonly documents: string;
  readonly separator: '/' | '\\';
}

/** How a host starts an unpacked bundle, by the official code that reads a manifest. `folder` has the manifest. */
export const configOf = async (
  folder: string,
  chosen: Chosen,
  { bundle, home, documents, separator }: Desk,
): Promise<{
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Record<string, string>;
}> => {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as McpbManifestAny;
  const config = await getMcpConfigForManifest({
    manifest,
    extensionPath: bundle,
    systemDirs: { HOME: home, DOCUMENTS: documents },
    userConfig: { ...chosen },
    pathSeparator: separator,
  });
  if (config === undefined) throw new Error('the manifest says that something required is missing');
  const { command, args = [], env = {} } = config;
  return { command, args, env };
};

/** The same on this machine, as a program for a client of tests. */
export const startOf = async (folder: string, chosen: Chosen, machine: Machine): Promise<Program> => {
  const documents = join(machine.folder, 'project');
  const desk: Desk = { bundle: folder, home: machine.folder, documents, separator: '/' };
  const { env, ...start } = await configOf(folder, chosen, desk);
  return { ...start, env: { ...machine.environment, ...env }, cwd: machine.folder };
};

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
