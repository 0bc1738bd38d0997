// The home directory in a path.
import { homedir } from 'node:os';
import { join, sep } from 'node:path';

/** Expands `~` and `~/…`. */
export const expandHome = (path: string): string =>
  path === '~' || path.startsWith('~/') || path.startsWith(`~${sep}`) ? join(homedir(), path.slice(1)) : path;
