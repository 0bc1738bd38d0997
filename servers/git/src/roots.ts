// Which directories a request may use: those of the command line, else the client's roots, else the repository that the
// server was started in (feature: roots).
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AskError, ToolError, type Context, type Root } from '@mcp/runtime';
import { pinDirectory, type AllowedDirectory } from './allowed-directory.ts';

/** Which directories may be used. */
export interface Confinement {
  /** Those of a request; at least one. */
  readonly allowed: (ctx: Context) => Promise<readonly AllowedDirectory[]>;
  /** Those that are known without a question to the client. */
  readonly fixed: (ctx: Context) => readonly AllowedDirectory[];
}

/** `configured` are the directories of the command line, `current` is where the server was started. */
export const allowedDirectories = (configured: readonly AllowedDirectory[], current: string): Confinement => {
  // A session hands out the same list until its client says that the roots changed.
  const known = new WeakMap<readonly Root[], readonly AllowedDirectory[]>();

  const fixed = (ctx: Context): readonly AllowedDirectory[] => {
    if (configured.length > 0) return configured;
    return ctx.client.supports('roots') ? [] : repositoryAround(current);
  };
  const allowed = async (ctx: Context): Promise<readonly AllowedDirectory[]> => {
    if (configured.length > 0) return configured;
    if (!ctx.client.supports('roots')) return orRefuse(fixed(ctx), NOTHING_ALLOWED);
    const roots = await askRoots(ctx);
    const directories = known.get(roots) ?? toDirectories(roots);
    known.set(roots, directories);
    return orRefuse(directories, NO_ROOTS);
  };
  return { allowed, fixed };
};

const ASK = 'Ask the user to start the server with -r and the path of a repository';
const NOTHING_ALLOWED = `No repository is allowed: the server was started without one, and outside of any. ${ASK}.`;
const NO_ROOTS = `No repository is allowed: the client has no roots on this machine. ${ASK}, or to open a folder in the client.`;

const orRefuse = (directories: readonly AllowedDirectory[], message: string): readonly AllowedDirectory[] => {
  if (directories.length === 0) throw new ToolError(message);
  return directories;
};

// Without the answer nothing is allowed: the client said that it has limits.
const askRoots = async (ctx: Context): Promise<readonly Root[]> => {
  try {
    return await ctx.ask.roots();
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    const message = `The roots of the client are not known, so no repository is allowed. ${error.message}`;
    throw new ToolError(message, { cause: error });
  }
};

// What is not a directory of this machine allows nothing.
const toDirectories = (roots: readonly Root[]): AllowedDirectory[] =>
  roots.flatMap(({ uri }) => {
    try {
      const directory = pinDirectory(fileURLToPath(uri));
      return statSync(directory.path).isDirectory() ? [directory] : [];
    } catch {
      return [];
    }
  });

/** The repository that contains a directory, as it is; nothing when there is none. Never everything. */
const repositoryAround = (current: string): AllowedDirectory[] => {
  for (let path = current; ; path = dirname(path)) {
    if (existsSync(join(path, '.git'))) return [pinDirectory(path)];
    if (dirname(path) === path) return [];
  }
};
