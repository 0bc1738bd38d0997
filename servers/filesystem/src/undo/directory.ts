// Where the private store is: in the folder that the system has for the state of programs.
import { accessSync, constants, realpathSync } from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';

/** The real path of the store, as far as it exists; `given` is the operator's choice. */
export const undoDirectory = (given: string | undefined): string => {
  if (given !== undefined) return realPath(given);
  const usual = realPath(join(stateDirectory(), 'mcp-server-filesystem', 'undo'));
  if (canBeMade(usual)) return usual;
  // A home that cannot be written to, as in some containers.
  return realPath(join(tmpdir(), `mcp-server-filesystem-${userInfo().uid}`));
};

const stateDirectory = (): string => {
  if (process.platform === 'win32') return process.env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support');
  const given = process.env['XDG_STATE_HOME'] ?? '';
  return given.startsWith('/') ? given : join(homedir(), '.local', 'state');
};

/** With the links of what exists resolved. */
const realPath = (path: string): string => {
  const absolute = resolve(path);
  try {
    return realpathSync.native(absolute);
  } catch {
    const above = dirname(absolute);
    return above === absolute ? absolute : join(realPath(above), basename(absolute));
  }
};

const canBeMade = (path: string): boolean => {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isMissing && dirname(path) !== path && canBeMade(dirname(path));
  }
};
