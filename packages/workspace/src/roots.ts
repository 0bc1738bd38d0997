// Client roots: they narrow what the command line allows, or stand in for it (feature: roots; deprecated in 2026-07-28).
import { statSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { AskError, type Context, type Revision, type Root } from '@mcp/runtime';
import { isInside, pinDirectory, type AllowedDirectory } from './allowed-directory.ts';
import { expandHome } from './expand-home.ts';

/** What client roots do beside directories of the command line: narrow them, take their place, or nothing. */
export type RootsMode = 'intersect' | 'replace' | 'ignore';

/** The directories that a request may use; a path that is known already may save asking the client. */
export type Allowed = (ctx: Context, path?: string) => Promise<readonly AllowedDirectory[]>;

/** The error of a server for a request that may use no directory. `hint` is what to do about it. */
export type Refuse = (problem: string, more?: { readonly hint?: string; readonly cause?: unknown }) => Error;

/** From here on there is no session that keeps an answer: asking costs a round trip per call. Roots are deprecated. */
const FIRST_STATELESS: Revision = '2026-07-28';

/**
 * Which directories a request may use. `configured` are those of the command line. The list of a session is the same
 * object until its roots change.
 */
export const allowedDirectories = (
  configured: readonly AllowedDirectory[],
  mode: RootsMode,
  refuse: Refuse,
): Allowed => {
  // A session hands out the same list until its client says that the roots changed.
  const known = new WeakMap<readonly Root[], readonly AllowedDirectory[]>();
  const combine = mode === 'replace' || configured.length === 0 ? replace : intersect;

  const withRoots = async (ctx: Context): Promise<readonly AllowedDirectory[]> => {
    const roots = await askRoots(ctx, refuse);
    const directories = known.get(roots) ?? combine(configured, toDirectories(roots), refuse);
    known.set(roots, directories);
    return directories;
  };

  return async (ctx, path) => {
    if (!ctx.client.supports('roots') || mode === 'ignore') {
      if (configured.length === 0) throw nothingAllowed(refuse);
      return configured;
    }
    const isOptional = combine === intersect && ctx.revision >= FIRST_STATELESS;
    if (!isOptional) return withRoots(ctx);
    // Stateless requests ask only for what cannot be known without: which directory a relative path begins at.
    return path === undefined || isAbsolute(expandHome(path)) ? configured : withRootsIfAsked(ctx);
  };

  async function withRootsIfAsked(ctx: Context): Promise<readonly AllowedDirectory[]> {
    try {
      return await withRoots(ctx);
    } catch (error) {
      // Completion cannot ask. The command line allows all of its directories anyway.
      if (error instanceof Error && error.cause instanceof AskError) return configured;
      throw error;
    }
  }
};

const nothingAllowed = (refuse: Refuse): Error =>
  refuse('No directory is allowed: the server was started without one and the client has no roots.', {
    hint: 'Ask the user to add directories to the arguments of the server, or to open a folder in the client.',
  });

const list = (directories: readonly AllowedDirectory[]): string =>
  directories.map(({ path }) => path).join(', ');

// Without the answer nothing is allowed: the client said that it has limits.
const askRoots = async (ctx: Context, refuse: Refuse): Promise<readonly Root[]> => {
  try {
    return await ctx.ask.roots();
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    const message = `The roots of the client are not known, so no directory is allowed. ${error.message}`;
    throw refuse(message, { cause: error });
  }
};

// What is not a directory of this machine allows nothing.
const toDirectories = (roots: readonly Root[]): AllowedDirectory[] =>
  roots.flatMap(({ uri }) => {
    try {
      const directory = pinDirectory(fileURLToPath(uri), 'root');
      return statSync(directory.path).isDirectory() ? [directory] : [];
    } catch {
      return [];
    }
  });

const replace = (
  _configured: readonly AllowedDirectory[],
  roots: readonly AllowedDirectory[],
  refuse: Refuse,
): readonly AllowedDirectory[] => {
  if (roots.length === 0) throw nothingAllowed(refuse);
  return roots;
};

/** What both lists allow: of two directories that contain each other, the inner one. */
const intersect = (
  configured: readonly AllowedDirectory[],
  roots: readonly AllowedDirectory[],
  refuse: Refuse,
): readonly AllowedDirectory[] => {
  const inner = configured.flatMap((directory) =>
    roots.flatMap((root) => {
      if (isInside(root.path, directory.path)) return [directory];
      return isInside(directory.path, root.path) ? [root] : [];
    }),
  );
  if (inner.length > 0) return [...new Map(inner.map((directory) => [directory.path, directory])).values()];
  throw refuse(
    `No directory is allowed: those of the server (${list(configured)}) have nothing in common with the roots of the ` +
      `client (${list(roots) || 'none'}).`,
    { hint: 'Ask the user to open one of them in the client, or to start the server with --roots ignore.' },
  );
};
