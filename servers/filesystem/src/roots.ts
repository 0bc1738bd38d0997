// Client roots: they narrow what the command line allows, or stand in for it (feature: roots).
import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AskError, ToolError, type Context, type Revision, type Root } from '@mcp/runtime';
import { isInside, pinDirectory, type AllowedDirectory } from './allowed-directory.ts';
import type { Allowed } from './sandbox.ts';

/** What client roots do beside directories of the command line: narrow them, or nothing. */
export type RootsMode = 'intersect' | 'ignore';

/** From here on there is no session that keeps an answer: asking costs a round trip per call. Roots are deprecated. */
const FIRST_STATELESS: Revision = '2026-07-28';

/** Which directories a request may use. `configured` are those of the command line. */
export const allowedDirectories = (configured: readonly AllowedDirectory[], mode: RootsMode): Allowed => {
  // A session hands out the same list until its client says that the roots changed.
  const known = new WeakMap<readonly Root[], readonly AllowedDirectory[]>();

  const rootsOf = async (ctx: Context): Promise<readonly AllowedDirectory[]> => {
    const roots = await askRoots(ctx);
    const directories = known.get(roots) ?? toDirectories(roots);
    known.set(roots, directories);
    return directories;
  };

  return async (ctx) => {
    const canAsk = ctx.client.supports('roots');
    if (configured.length === 0) {
      const directories = canAsk ? await rootsOf(ctx) : [];
      if (directories.length === 0) throw new ToolError(NOTHING_ALLOWED);
      return directories;
    }
    if (!canAsk || mode === 'ignore' || ctx.revision >= FIRST_STATELESS) return configured;
    const roots = await rootsOf(ctx);
    const common = intersect(configured, roots);
    if (common.length === 0) throw new ToolError(nothingInCommon(configured, roots));
    return common;
  };
};

const NOTHING_ALLOWED =
  'No directory is allowed: the server was started without one and the client has no roots. ' +
  'Ask the user to add directories to the arguments of the server, or to open a folder in the client.';

const nothingInCommon = (
  configured: readonly AllowedDirectory[],
  roots: readonly AllowedDirectory[],
): string =>
  `No directory is allowed: those of the server (${list(configured)}) have nothing in common with the roots of the ` +
  `client (${list(roots) || 'none'}). Ask the user to open one of them in the client, or to start the server with --roots ignore.`;

const list = (directories: readonly AllowedDirectory[]): string =>
  directories.map(({ path }) => path).join(', ');

// Without the answer nothing is allowed: the client said that it has limits.
const askRoots = async (ctx: Context): Promise<readonly Root[]> => {
  try {
    return await ctx.ask.roots();
  } catch (error) {
    if (!(error instanceof AskError)) throw error;
    const message = `The roots of the client are not known, so no directory is allowed. ${error.message}`;
    throw new ToolError(message, { cause: error });
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

/** What both lists allow: of two directories that contain each other, the inner one. */
const intersect = (
  configured: readonly AllowedDirectory[],
  roots: readonly AllowedDirectory[],
): AllowedDirectory[] => {
  const inner = configured.flatMap((directory) =>
    roots.flatMap((root) => {
      if (isInside(root.path, directory.path)) return [directory];
      return isInside(directory.path, root.path) ? [root] : [];
    }),
  );
  return [...new Map(inner.map((directory) => [directory.path, directory])).values()];
};
