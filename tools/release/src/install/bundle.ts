// Bundle: a server as one file for Claude Desktop (.mcpb), with its dependencies and a manifest, so that installing it
// downloads nothing.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getMcpConfigForManifest, packExtension, unpackExtension, vAny } from '@anthropic-ai/mcpb';
import type { JsonObject } from '@mcp/runtime';
import { connect, type Program } from '@mcp/runtime/testing';
import { expectThat } from '../checks.ts';
import { install, pack, type Machine } from '../packing.ts';
import { argumentsFor, type Installable } from './installable.ts';
import { bundleManifest, entryPoint, flavoursOf, SETTINGS_OF_BUNDLE, type Flavour } from './manifest.ts';
import { settingsOf, SWITCHES } from './switches.ts';

/** Unpacks a bundle with the official tool. */
export const unpack = async (file: string, folder: string): Promise<void> => {
  const isUnpacked = await unpackExtension({ mcpbPath: file, outputDir: folder, silent: true });
  expectThat(isUnpacked, `${file} cannot be unpacked`);
};

/**
 * Writes the bundles of a server to the folder `output`. Starts the server with a value of its input, to list its
 * tools.
 * Returns the folder that contains `server`, which npm has filled, and the file of each flavour.
 */
export const makeBundles = async (
  server: Installable,
  { value, output, machine }: { readonly value: string; readonly output: string; readonly machine: Machine },
) => {
  const { id, manifest } = server;
  const folder = join(machine.folder, 'bundles', id);
  for (const each of [join(folder, 'server'), output]) mkdirSync(each, { recursive: true });
  writeFileSync(join(folder, 'server/package.json'), JSON.stringify({ private: true, type: 'module' }));
  await install([pack({ folder: `servers/${id}`, manifest }, machine)], join(folder, 'server'), machine);
  const args = [join(folder, entryPoint(server)), ...argumentsFor(server, value)];
  const settings = settingsOf(id, SETTINGS_OF_BUNDLE, SWITCHES[id] ?? []);
  const { icon, tools } = await offeredBy(args, settings, machine);
  writeFileSync(join(folder, 'icon.png'), icon);
  const files: [Flavour, string][] = [];
  for (const flavour of flavoursOf(server)) {
    const isReadOnly = flavour.fixed.includes('--read-only');
    const offered = tools.filter((tool) => !isReadOnly || readsOnly(tool));
    const described = JSON.stringify(bundleManifest(server, flavour, offered), undefined, 2);
    writeFileSync(join(folder, 'manifest.json'), described);
    const file = join(output, `${flavour.name}-${manifest.version}.mcpb`);
    // This also validates the manifest.
    const isPacked = await packExtension({ extensionPath: folder, outputPath: file, silent: true });
    expectThat(isPacked, `${file} cannot be packed`);
    files.push([flavour, file]);
  }
  return { folder, files };
};

const readsOnly = ({ annotations }: JsonObject): boolean =>
  (annotations as JsonObject)['readOnlyHint'] === true;

/** The settings of a user of Claude Desktop, by their names in the manifest. */
export type Chosen = Readonly<Record<string, string | boolean | string[]>>;

/** The machine of a user, as far as a manifest refers to it. */
export interface Desk {
  /** Where the bundle is unpacked. */
  readonly bundle: string;
  readonly home: string;
  readonly documents: string;
  readonly separator: '/' | '\\';
}

/** Returns how a host starts a bundle with this manifest, according to the official code. */
export const configOf = async (
  manifest: unknown,
  chosen: Chosen,
  { bundle, home, documents, separator }: Desk,
) => {
  const config = await getMcpConfigForManifest({
    manifest: vAny.McpbManifestSchema.parse(manifest),
    extensionPath: bundle,
    systemDirs: { HOME: home, DOCUMENTS: documents },
    userConfig: { ...chosen },
    pathSeparator: separator,
  });
  if (config === undefined) throw new Error('the manifest says that something required is missing');
  const { command, args = [], env = {} } = config;
  return { command, args, env };
};

/** Reads the manifest of an unpacked bundle. */
export const manifestIn = (folder: string): unknown =>
  JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));

/** Returns the program of an unpacked bundle, for a test client on this machine. */
export const startOf = async (folder: string, chosen: Chosen, machine: Machine): Promise<Program> => {
  const documents = join(machine.folder, 'project');
  const desk: Desk = { bundle: folder, home: machine.folder, documents, separator: '/' };
  const { env, ...start } = await configOf(manifestIn(folder), chosen, desk);
  return { ...start, env: { ...machine.environment, ...env }, cwd: machine.folder };
};

const offeredBy = async (
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  { folder, environment }: Machine,
) => {
  // The compile cache would be useless on other machines.
  const env = { ...environment, ...settings, NODE_DISABLE_COMPILE_CACHE: '1' };
  const start = { command: process.execPath, args, env, cwd: folder };
  await using client = await connect(start, { revision: '2025-11-25' });
  const { tools } = await client.request('tools/list');
  const { icons } = client.server['serverInfo'] as { icons: readonly { src: string; mimeType: string }[] };
  const [, data = ''] = icons.find(({ mimeType }) => mimeType === 'image/png')?.src.split(',') ?? [];
  return { icon: Buffer.from(data, 'base64'), tools: tools as JsonObject[] };
};
