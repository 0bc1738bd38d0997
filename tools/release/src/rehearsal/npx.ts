// Servers started with npx, as the configuration of a host starts them.
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import type { JsonObject } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import { expectThat } from '../checks.ts';
import type { Machine } from '../packing.ts';
import { expectTools, inTime } from '../server-checks.ts';
import type { Trial } from './servers.ts';

/** One start with npx. */
export interface Start {
  /** Until `tools/list` was answered. */
  readonly ms: number;
  /** What the server says of itself. */
  readonly version: string;
}

const tryServer = async (spec: string, trial: Trial, machine: Machine): Promise<Start> => {
  const begin = performance.now();
  const program = {
    command: 'npx',
    args: ['-y', spec, ...trial.args],
    env: machine.environment,
    cwd: machine.folder,
  };
  await using client = await connect(program, { revision: '2025-11-25' });
  expectTools(await client.request('tools/list'));
  const ms = performance.now() - begin;
  const result = await client.request('tools/call', { name: trial.tool, arguments: trial.arguments });
  const shown = JSON.stringify(result);
  expectThat(result['isError'] !== true && shown.includes(trial.shows), `${trial.tool}: ${shown}`);
  await client.close();
  const { code } = await client.exited;
  expectThat(code === 0, `exit code ${code}. It said: ${client.stderr}`);
  const { version } = client.server['serverInfo'] as { readonly version: string };
  return { ms, version };
};

/** Starts the newest version, lists its tools and calls one. */
export const startWithNpx = (spec: string, trial: Trial, machine: Machine): Promise<Start> =>
  inTime(tryServer(spec, trial, machine));

const installs = ({ environment }: Machine): string => join(environment.HOME, '.npm/_npx');

/** Makes npm download packages again. */
export const forgetDownloads = ({ environment }: Machine): void =>
  rmSync(join(environment.HOME, '.npm'), { recursive: true, force: true });

/** Makes npx install packages again, from the archives that npm has downloaded. */
export const forgetInstalls = (machine: Machine): void =>
  rmSync(installs(machine), { recursive: true, force: true });

/** Without what a server that ran has left beside its package: compiled code for the next start. */
const bytesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('.compile-cache'))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);

/** What npx has installed for a package: its size, and the packages with an install script. */
export const installedWith = (
  name: string,
  machine: Machine,
): { readonly megabytes: number; readonly scripts: readonly string[] } => {
  const modules = readdirSync(installs(machine))
    .map((install) => join(installs(machine), install, 'node_modules'))
    .find((folder) => readdirSync(folder).includes('@mcp') && hasPackage(folder, name));
  if (modules === undefined) throw new Error(`npx has not installed ${name}`);
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, JsonObject>>;
  };
  const scripts = Object.keys(packages).filter((path) => packages[path]?.['hasInstallScript'] === true);
  return { megabytes: bytesIn(modules) / 1_000_000, scripts };
};

const hasPackage = (modules: string, name: string): boolean =>
  readdirSync(join(modules, '@mcp')).includes(name.slice('@mcp/'.length));
