// Packs and installs packages as users do: without the programs of this workspace, with an empty home.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, sep } from 'node:path';
import { type Manifest, type Package, root } from '@mcp/repo/src/workspace.ts';
import { run } from './run.ts';

/** The PATH without the programs of this workspace and its package manager. */
const machinePath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes(`${sep}node_modules${sep}`) && !folder.endsWith(`${sep}node_modules`))
  .join(delimiter);

/** A temporary folder with an empty home, and its environment. */
export interface Machine {
  readonly folder: string;
  readonly environment: { readonly PATH: string; readonly HOME: string; readonly NPM_CONFIG_CACHE: string };
}

/** The npm cache of all scripts. */
const DOWNLOADS = join(root, 'node_modules/.cache/npm');

/** Creates a machine. `programs` come first in its PATH. With `new` downloads, the cache of npm is empty. */
export const createMachine = ({
  programs = [],
  downloads = 'shared',
}: { readonly programs?: readonly string[]; readonly downloads?: 'shared' | 'new' } = {}): Machine => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'packed-')));
  const home = join(folder, 'home');
  mkdirSync(home);
  const path = [...programs, machinePath].join(delimiter);
  const cache = downloads === 'shared' ? DOWNLOADS : join(home, '.npm');
  return { folder, environment: { PATH: path, HOME: home, NPM_CONFIG_CACHE: cache } };
};

/** Returns the machine with folders at the start of its PATH. */
export const withPrograms = (machine: Machine, ...folders: readonly string[]): Machine => ({
  ...machine,
  environment: { ...machine.environment, PATH: [...folders, machine.environment.PATH].join(delimiter) },
});

/** Packs a package as the release does, and returns the path of the archive. */
export const pack = ({ folder, manifest }: Package, machine: Machine): string => {
  const archives = join(machine.folder, 'archives', manifest.name.replace('/', '-'));
  execFileSync('pnpm', ['pack', '--pack-destination', archives], { cwd: join(root, folder), stdio: 'pipe' });
  const [archive] = readdirSync(archives);
  if (archive === undefined) throw new Error(`pnpm pack wrote no archive for ${manifest.name}`);
  return join(archives, archive);
};

/** Installs archives and packages into a folder with npm, in addition to the dependencies of its manifest. */
export const install = async (
  what: readonly string[],
  folder: string,
  { environment }: Machine,
): Promise<void> => {
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', '--prefer-offline'];
  await run('npm', ['install', ...quiet, ...what], { cwd: folder, env: environment });
};

/** Returns the version of the package in a folder. */
export const versionIn = (folder: string): string => {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
  return manifest.version;
};

/** Returns a dependency of a package of this repository with its installed version, like `zod@4.0.0`. */
export const pinned = (folder: string, name: string): string =>
  `${name}@${versionIn(join(root, folder, 'node_modules', name))}`;
