// Where a host keeps its servers on this machine.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';
import type { Host } from './host.ts';

/** What the places of files depend on. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Where this process looks. */
export const thisMachine = (): Machine => ({
  platform: process.platform,
  home: homedir(),
  env: process.env,
});

/**
 * Returns the files of a host for the servers of its user; none if it has no such file. A path begins with `~`, with
 * APPS or CONFIG for the folders of settings, or with a variable: if that is set, no other path counts. Among several
 * paths the first that exists is returned, or else the first. A host with several programs has a file for each one
 * whose folder exists.
 */
export function filesOf(host: Host, machine: Machine): readonly string[] {
  const { home, env, platform } = machine;
  const { files = [], windowsFile, hasSeveralPrograms } = host;
  const places = platform === 'win32' && windowsFile !== undefined ? [windowsFile] : files;
  const starts: { readonly [name: string]: string } = { ...foldersOf(machine), '~': home };
  const paths = places.flatMap((place) => {
    const [start = '', ...rest] = place.split('/');
    const folder = start.startsWith('$') ? env[start.slice(1)] : starts[start];
    return folder === undefined || folder === '' ? [] : [join(folder, ...rest)];
  });
  const first = paths.slice(0, 1);
  if (places[0]?.startsWith('$') === true && paths.length === places.length) return first;
  const found = paths.filter((path) =>
    hasSeveralPrograms === true ? existsSync(folderOf(path)) : existsSync(path),
  );
  if (found.length === 0) return first;
  return hasSeveralPrograms === true ? found : found.slice(0, 1);
}

/** Returns the folder that a host has made before its user adds a server: the settings may be in one of their own. */
export function folderOf(file: string): string {
  const folder = dirname(file);
  return ['settings', 'config', 'User'].includes(basename(folder)) ? dirname(folder) : folder;
}

/** Where programs with windows keep what they know, and where others do. */
function foldersOf({ platform, home, env }: Machine): { readonly APPS: string; readonly CONFIG: string } {
  const CONFIG = absolute(env['XDG_CONFIG_HOME']) ?? join(home, '.config');
  if (platform === 'win32')
    return { CONFIG, APPS: absolute(env['APPDATA']) ?? join(home, 'AppData', 'Roaming') };
  return { CONFIG, APPS: platform === 'darwin' ? join(home, 'Library', 'Application Support') : CONFIG };
}

// A path that is relative, or empty, counts as none (XDG Base Directory Specification, "Environment variables").
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}
