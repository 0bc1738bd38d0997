// Client roots: narrow or replace the directories of the command line (feature: roots; deprecated in 2026-07-28).
import { statSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AskError, type Context, type Root } from '@mcp/runtime';
import { isInside, pinDirectory, type AllowedDirectory } from './allowed-directory.ts';
import { expandHome } from './expand-home.ts';
import type { RootsMode } from './roots-flag.ts';
import { isNetworkPath, pathProblem } from './windows-paths.ts';

/**
 * Returns the directories that a request may use. If it is about one path, pass it: that may save asking the client.
 */
export type Allowed = (ctx: Context, path?: string) => Promise<readonly AllowedDirectory[]>;

/** Creates the error for a request that may use no directory. `hint` says what to do. */
export type Refuse = (problem: string, more?: { readonly hint?: string; readonly cause?: unknown }) => Error;

export interface RootsOptions {
  /** The directories of the command line. */
  readonly configured: readonly AllowedDirectory[];
  readonly mode: RootsMode;
  readonly refuse: Refuse;
  /** Reaches the operator. */
  readonly warn: (message: string) => void;
}

/**
 * Creates the function that returns the directories of a request. A session gets the same object until its roots
 * change.
 */
export const allowedDirectories = (options: RootsOptions): Allowed => {
  const { configured, mode, refuse } = options;
  // A session returns the same list of roots until its client reports a change.
  const known = new WeakMap<readonly Root[], readonly AllowedDirectory[]>();
  const combine = toRule(options);

  const withRoots = async (ctx: Context): Promise<readonly AllowedDirectory[]> => {
    const roots = await askRoots(ctx, refuse);
    const directories = known.get(roots) ?? combine(roots);
    known.set(roots, directories);
    return directories;
  };

  return async (ctx, path) => {
    if (!ctx.client.supports('roots') || mode === 'ignore') {
      if (configured.length === 0) throw nothingAllowed(options);
      return configured;
    }
    if (mode !== 'narrow' || configured.length === 0) return withRoots(ctx);
    // Without a session each question costs a round trip, so it is asked only where it matters: a relative path needs
    // to know its start.
    if (ctx.session === undefined && (path === undefined || isAbsolute(expandHome(path)))) return configured;
    return withRootsIfAnswered(ctx);
  };

  async function withRootsIfAnswered(ctx: Context): Promise<readonly AllowedDirectory[]> {
    try {
      return await withRoots(ctx);
    } catch (error) {
      // Completion cannot ask, and some clients do not answer. The directories of the command line are allowed anyway.
      if (error instanceof Error && error.cause instanceof AskError) return configured;
      throw error;
    }
  }
};

const nothingAllowed = ({ configured, mode, refuse }: RootsOptions, roots: readonly Root[] = []): Error => {
  const server =
    configured.length === 0
      ? 'the server was started without one'
      : 'only roots of the client count (--roots replace)';
  const client = roots.length === 0 ? 'the client has no roots' : 'no root of the client is a directory here';
  const problem = mode === 'ignore' ? 'roots of the client do not count (--roots ignore)' : client;
  return refuse(`No directory is allowed: ${server} and ${problem}.`, {
    hint: 'Ask the user to add directories to the arguments of the server, or to open a folder in the client.',
  });
};

const askRoots = async (ctx: Context, refuse: Refuse): Promise<readonly Root[]> => {
  try {
    return await ctx.ask.roots();
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    const message = `The roots of the client are not known, so no directory is allowed. ${error.message}`;
    throw refuse(message, { cause: error });
  }
};

// Skips anything that is not a local directory. Windows reveals the user to any machine that a path names.
const toDirectories = (roots: readonly Root[], { configured, mode }: RootsOptions): AllowedDirectory[] => {
  const isClientAlone = mode === 'replace' || configured.length === 0;
  const isNetworkAllowed = isClientAlone || configured.some(({ path }) => isNetworkPath(path));
  return roots.flatMap(({ uri }) => {
    try {
      const path = resolve(fileURLToPath(uri));
      if (pathProblem(path, { isNetworkAllowed }) !== undefined) return [];
      const directory = pinDirectory(path, 'root');
      return statSync(directory.path).isDirectory() ? [directory] : [];
    } catch {
      return [];
    }
  });
};

type Rule = (roots: readonly Root[]) => readonly AllowedDirectory[];

const toRule = (options: RootsOptions): Rule => {
  const { configured, mode } = options;
  if (mode === 'replace' || configured.length === 0)
    return (roots) => {
      const directories = toDirectories(roots, options);
      if (directories.length === 0) throw nothingAllowed(options, roots);
      return directories;
    };
  return mode === 'intersect' ? intersection(options) : narrowing(options);
};

const intersection = (options: RootsOptions): Rule => {
  const { configured, refuse } = options;
  return (roots) => {
    const directories = toDirectories(roots, options);
    const inner = configured.flatMap((directory) => overlap(directory, directories));
    if (inner.length > 0) return unique(inner);
    throw refuse(
      `No directory is allowed: those of the server (${list(configured)}) have nothing in common with the roots of ` +
        `the client (${list(directories) || 'none'}).`,
      { hint: 'Ask the user to open one of them in the client, or to start the server with --roots ignore.' },
    );
  };
};

/**
 * Allows what the client has opened of each configured directory, and all of those that it has not opened at all: the
 * operator named them, and many clients open no folder or one of their own. Relative paths start where the client is.
 */
const narrowing = (options: RootsOptions): Rule => {
  const { configured, warn } = options;
  // Warns once, because clients must not be able to fill the log.
  let isWarned = false;
  return (roots) => {
    const directories = toDirectories(roots, options);
    const shared = configured.flatMap((directory) => overlap(directory, directories));
    if (shared.length === 0) {
      if (roots.length > 0 && !isWarned) {
        isWarned = true;
        warn(nothingShared(configured, roots));
      }
      return configured;
    }
    return unique([
      ...shared,
      ...configured.filter((directory) => overlap(directory, directories).length === 0),
    ]);
  };
};

/** Returns the inner one of a directory and each root that contain each other. */
const overlap = (directory: AllowedDirectory, roots: readonly AllowedDirectory[]): AllowedDirectory[] =>
  roots.flatMap((root) => {
    if (isInside(root.path, directory.path)) return [directory];
    return isInside(directory.path, root.path) ? [root] : [];
  });

const unique = (directories: readonly AllowedDirectory[]): readonly AllowedDirectory[] => [
  ...new Map(directories.map((directory) => [directory.path, directory])).values(),
];

const list = (directories: readonly AllowedDirectory[]): string =>
  directories.map(({ path }) => path).join(', ');

const MOST_SHOWN = 3;
const MOST_CHARACTERS = 200;

// A parsed URL escapes everything that a terminal could interpret.
const nothingShared = (configured: readonly AllowedDirectory[], roots: readonly Root[]): string => {
  const shown = roots.slice(0, MOST_SHOWN).map(({ uri }) => new URL(uri).href.slice(0, MOST_CHARACTERS));
  const others = roots.length > MOST_SHOWN ? ` and ${roots.length - MOST_SHOWN} more` : '';
  return (
    `the roots of a client (${shown.join(', ')}${others}) share nothing with the directories of the command line ` +
    `(${list(configured)}), which stay allowed; --roots intersect refuses such a client`
  );
};
