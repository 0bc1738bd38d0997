// Where a host keeps its servers on this machine.
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import type { Host } from './host.ts';

/** What the places of files depend on. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Returns the file of a host for the servers of its user, or undefined if it has none. A path begins with `~`, with
 * APPS or CONFIG for the folders of settings, or with a variable: if that is set, no other path counts. ID is the name
 * of the server. Among several paths the first that exists is taken, or else the first.
 */
export function fileOf(
  host: Host,
  id: string,
  machine: Machine = { platform: process.platform, home: homedir(), env: process.env },
): string | undefined {
  const { home, env, platform } = machine;
  const { files = [], windowsFile } = host;
  const places = platform === 'win32' && windowsFile !== undefined ? [windowsFile] : files;
  const starts: { readonly [name: string]: string } = { ...foldersOf(machine), '~': home };
  const paths = places.flatMap((place) => {
    const [start = '', ...rest] = place.replace('ID', id).split('/');
    const folder = start.startsWith('$') ? env[start.slice(1)] : starts[start];
    return folder === undefined || folder === '' ? [] : [join(folder, ...rest)];
  });
  if (places[0]?.startsWith('$') === true && paths.length === places.length) return paths[0];
  return paths.find((path) => existsSync(path)) ?? paths[0];
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
