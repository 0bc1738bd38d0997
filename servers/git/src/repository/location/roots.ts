// Which directories a request may use: those of the command line and the client's roots, else the repository that the
// server was started in (feature: roots).
import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ToolError, type Context } from '@mcp/runtime';
import {
  allowedDirectories,
  isInside,
  pinDirectory,
  type AllowedDirectory,
  type RootsOptions,
} from '@mcp/workspace';

/** Where the repositories of a request may be. */
export interface Allowed {
  /** A path that is given, and what is made, is in these. At least one. */
  readonly directories: readonly AllowedDirectory[];
  /**
   * The repository of such a path may be in these too, with its git directory: a client may open one folder of a
   * repository, or a linked worktree, which is of no use without the rest.
   */
  readonly reach: readonly AllowedDirectory[];
}

/** Which directories may be used. */
export interface Confinement {
  /** Those of a request about a path, about the only repository (`''`), or about something else. */
  readonly allowed: (ctx: Context, path?: string) => Promise<Allowed>;
  /** Those that are known without a question to the client. */
  readonly fixed: (ctx: Context) => readonly AllowedDirectory[];
}

interface ConfinementOptions extends Omit<RootsOptions, 'refuse'> {
  /** Where the server was started. */
  readonly current: string;
}

/** Makes it. */
export const confine = ({ current, ...options }: ConfinementOptions): Confinement => {
  const { configured, mode } = options;
  const ofRequest = allowedDirectories({
    ...options,
    refuse: (problem, more) => new ToolError(problem, more),
  });
  const isAlone = (ctx: Context): boolean => mode === 'ignore' || !ctx.client.supports('roots');

  const fixed = (ctx: Context): readonly AllowedDirectory[] => {
    if (configured.length > 0) return configured;
    return isAlone(ctx) ? repositoryAround(current) : [];
  };
  const allowed = async (ctx: Context, path?: string): Promise<Allowed> => {
    if (configured.length === 0 && isAlone(ctx)) {
      const directories = fixed(ctx);
      if (directories.length === 0) throw new ToolError(NOTHING_ALLOWED);
      return { directories, reach: directories };
    }
    const directories = await ofRequest(ctx, path === '' && isOneRepository(configured) ? undefined : path);
    return { directories, reach: mode === 'narrow' && configured.length > 0 ? configured : directories };
  };
  return { allowed, fixed };
};

// The roots of the client would lead to the same repository: no need to ask.
const isOneRepository = ([only, ...others]: readonly AllowedDirectory[]): boolean =>
  only !== undefined && others.length === 0 && existsSync(join(only.path, '.git'));

const NOTHING_ALLOWED =
  'No repository is allowed: the server was started without one, and outside of any. ' +
  'Ask the user to start the server with -r and the path of a repository.';

/** The repository that contains a directory, as it is; nothing when there is none. Never everything. */
const repositoryAround = (current: string): AllowedDirectory[] => {
  for (let path = current; ; path = dirname(path)) {
    if (existsSync(join(path, '.git'))) return [pinDirectory(path, 'cli')];
    if (dirname(path) === path) return [];
  }
};

/** Whether a path without links is inside one of the directories. */
export const isAllowed = (directories: readonly AllowedDirectory[], path: string): boolean =>
  directories.some((directory) => isInside(directory.path, path));

/** The short name of a path that is an allowed directory, and the first one of that name; else the path. */
export const nameOf = (path: string, directories: readonly AllowedDirectory[]): string => {
  const name = basename(path);
  return directories.find((directory) => basename(directory.path) === name)?.path === path ? name : path;
};
