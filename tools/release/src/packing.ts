// What is packed and installed as users do it: without the programs of this workspace, under an empty home.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, sep } from 'node:path';
import { type Package, root } from '@mcp/repo/src/workspace.ts';

/** The PATH without the programs of this workspace and of the package manager that runs it. */
const machinePath = (process.env['PATH'] ?? '')
  .split(delimiter)
  .filter((folder) => !folder.includes(`${sep}node_modules${sep}`) && !folder.endsWith(`${sep}node_modules`))
  .join(delimiter);

/** A folder for temporary files with an empty home, and the environment that goes with it. */
export interface Machine {
  readonly folder: string;
  readonly environment: { readonly PATH: string; readonly HOME: string };
}

/** Makes one. Programs are looked up in the given folders first. */
export const createMachine = (...folders: readonly string[]): Machine => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'packed-')));
  const home = join(folder, 'home');
  mkdirSync(home);
  return { folder, environment: { PATH: [...folders, machinePath].join(delimiter), HOME: home } };
};

/** The same machine, where programs are looked up in the given folders first. */
export const withPrograms = (machine: Machine, ...folders: readonly string[]): Machine => ({
  ...machine,
  environment: { ...machine.environment, PATH: [...folders, machine.environment.PATH].join(delimiter) },
});

/** Packs a package as the release does, and gives the archive. */
export const pack = ({ folder, manifest }: Package, machine: Machine): string => {
  const archives = join(machine.folder, 'archives', manifest.name.replace('/', '-'));
  execFileSync('pnpm', ['pack', '--pack-destination', archives], { cwd: join(root, folder), stdio: 'pipe' });
  const [archive] = readdirSync(archives);
  if (archive === undefined) throw new Error(`pnpm pack wrote no archive for ${manifest.name}`);
  return join(archives, archive);
};

/** Installs archives and packages into a folder with npm. */
export const install = (what: readonly string[], folder: string, { environment }: Machine): void => {
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  execFileSync('npm', ['install', ...quiet, ...what], { cwd: folder, env: environment, stdio: 'pipe' });
};
