// Servers started with npx, as in the configuration of a host.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import type { Machine } from '../packing.ts';
import { expectCleanEnd, expectTools, tryJob } from '../server-checks.ts';
import type { Trial } from '../trials.ts';

/** Starts a package, lists its tools and calls one. Returns the version that the server reports. */
export const startWithNpx = async (
  spec: string,
  { args, first }: Trial,
  machine: Machine,
): Promise<string> => {
  const program = {
    command: 'npx',
    args: ['-y', spec, ...args],
    env: machine.environment,
    cwd: machine.folder,
  };
  await using client = await connect(program, { revision: '2025-11-25' });
  expectTools(await client.request('tools/list'));
  await tryJob(client, first);
  await expectCleanEnd(client);
  const { version } = client.server['serverInfo'] as { readonly version: string };
  return version;
};

const installs = ({ environment }: Machine): string => join(environment.NPM_CONFIG_CACHE, '_npx');

/** Makes npx install packages again. */
export const forgetInstalls = (machine: Machine): void =>
  rmSync(installs(machine), { recursive: true, force: true });

/** Returns the size of a folder without the compile cache that a running server has left there. */
const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.compile-cache'))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

/** Returns the size of npx's only installation, and the packages with an install script. */
export const installedByNpx = (
  machine: Machine,
): { readonly megabytes: number; readonly scripts: readonly string[] } => {
  const [installation, ...others] = readdirSync(installs(machine));
  if (installation === undefined || others.length > 0)
    throw new Error('npx has not exactly one installation');
  const modules = join(installs(machine), installation, 'node_modules');
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, JsonObject>>;
  };
  const scripts = Object.keys(packages).filter((path) => packages[path]?.['hasInstallScript'] === true);
  return { megabytes: bytesIn(modules) / 1_000_000, scripts };
};
