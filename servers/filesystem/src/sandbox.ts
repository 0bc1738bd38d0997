// Sandbox: the one policy for every surface. Tools, resources, completion, watches and prompts all ask here.
import { homedir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import type { Context } from '@mcp/runtime';
import { isInside, toInnerPath, type AllowedDirectory, type InnerPath } from './allowed-directory.ts';
import { PathError } from './failure.ts';
import { fileSystem } from './file-system.ts';
import { walkPath, type FollowSymlinks, type Place } from './path-walk.ts';

/** The directories that a request may use. */
export type Allowed = (ctx: Context) => Promise<readonly AllowedDirectory[]>;

/** Says which paths may be used, and where they lead. */
export interface Sandbox {
  readonly allowed: Allowed;
  /**
   * The real path of something that exists.
   *
   * @throws {PathError} when it is outside or does not exist.
   */
  resolve(path: string, ctx: Context): Promise<string>;
  /**
   * The real path of something that may not exist yet; its parents may be missing too.
   *
   * @throws {PathError} when it is outside.
   */
  resolveNew(path: string, ctx: Context): Promise<Place>;
}

/** Makes the policy. */
export const createSandbox = (allowed: Allowed, followSymlinks: FollowSymlinks): Sandbox => {
  const locate = async (path: string, ctx: Context): Promise<Place> => {
    const directories = await allowed(ctx);
    const start = toInnerPath(directories, toAbsolute(path, directories));
    if (start === undefined) throw denied(path, directories);
    const real = followSymlinks === 'inside' ? await realPath(start) : undefined;
    const place =
      real === undefined
        ? await walkPath({ given: path, start, directories, followSymlinks })
        : { path: real, exists: true };
    if (place === undefined || !directories.some((directory) => isInside(directory.path, place.path)))
      throw denied(path, directories);
    return place;
  };
  return {
    allowed,
    resolve: async (path, ctx) => {
      const place = await locate(path, ctx);
      if (place.exists) return place.path;
      throw new PathError(`${path} does not exist. Look with list_directory or search_files.`);
    },
    resolveNew: locate,
  };
};

/** `~` and `~/…` spelled out. */
export const expandHome = (path: string): string =>
  path === '~' || path.startsWith('~/') || path.startsWith(`~${sep}`) ? join(homedir(), path.slice(1)) : path;

// The common case in one call. When it fails, the walk finds out why, and never looks outside to do so.
const realPath = ({ directory, segments }: InnerPath): Promise<string | undefined> =>
  fileSystem.realpath(join(directory, ...segments)).catch(() => undefined);

// A relative path belongs to the first allowed directory. `..` is gone before anything is looked at.
const toAbsolute = (path: string, directories: readonly AllowedDirectory[]): string => {
  if (path === '') throw new PathError('The path is empty. Give the path of a file or directory.');
  if (path.includes('\0')) throw new PathError('The path contains a NUL character, which no file name has.');
  return resolve(directories[0]?.path ?? sep, expandHome(path));
};

// Says nothing about the path itself: whether it exists must not show.
const denied = (path: string, directories: readonly AllowedDirectory[]): PathError => {
  const list = directories.map((directory) => directory.path).join(', ');
  return new PathError(`Access denied: ${path} is outside the allowed directories (${list}).`);
};
