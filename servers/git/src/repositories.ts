// Repositories: finds the ones that a request may use. They are in the directories of the command line and the client's
// roots (feature: roots), or else around the working directory of the server.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ToolError, type Context } from '@mcp/runtime';
import { allowedDirectories, pinDirectory, type AllowedDirectory, type RootsOptions } from '@mcp/directories';
import { createGit, type GitPolicy, type GitRequest, type Repository as AnyRepository } from '@mcp/git';

// Roots would lead to the same repository, so the client is not asked.
const isOneRepository = ([only, ...others]: readonly AllowedDirectory[]): boolean =>
  only !== undefined && others.length === 0 && existsSync(join(only.path, '.git'));

const NOTHING_ALLOWED =
  'No repository is allowed: the server was started without one, and outside of any. ' +
  'Ask the user to start the server with -r and the path of a repository.';

/** Returns the repository around a directory, if there is one; never the whole file system. */
export const repositoryAround = (current: string): AllowedDirectory[] => {
  for (let path = current; ; path = dirname(path)) {
    if (existsSync(join(path, '.git'))) return [pinDirectory(path, 'cli')];
    if (dirname(path) === path) return [];
  }
};

/** What the operator of the server decided. */
export interface GitOptions extends GitPolicy {
  /** The toolsets that are on. Answers suggest only tools in them. */
  readonly toolsets: readonly string[];
  /** Bounds the text of one tool result. */
  readonly maxOutputBytes: number;
}

/** A repository, for one call. */
export type Repository = AnyRepository<GitOptions>;

/** Finds repositories. */
export type Repositories = ReturnType<typeof createRepositories>;

interface Places extends Omit<RootsOptions, 'refuse'> {
  /** The working directory of the server. */
  readonly current: string;
}

/** Finds repositories in the directories of the command line and of the client's roots. */
export const createRepositories = ({ current, ...places }: Places, options: GitOptions) => {
  const { configured, mode } = places;
  const { prepare, listed, ...git } = createGit(options);
  const refuse: RootsOptions['refuse'] = (problem, more) => new ToolError(problem, more);
  const ofRequest = allowedDirectories({ ...places, refuse });
  /** The directories that are known without asking the client; undefined if its roots decide. */
  const fixed = (ctx: Context): readonly AllowedDirectory[] | undefined => {
    if (configured.length > 0) return configured;
    return mode === 'ignore' || !ctx.client.supports('roots') ? repositoryAround(current) : undefined;
  };
  const allowed = async (ctx: Context, path?: string): ReturnType<GitRequest['allowed']> => {
    const around = configured.length > 0 ? undefined : fixed(ctx);
    if (around?.length === 0) throw new ToolError(NOTHING_ALLOWED);
    const asked = path === '' && isOneRepository(configured) ? undefined : path;
    const directories = around ?? (await ofRequest(ctx, asked));
    return { directories, reach: mode === 'narrow' && configured.length > 0 ? configured : directories };
  };
  return {
    options,
    prepare,
    /** Lists the repositories that are known without asking the client. */
    listed: (ctx: Context) => listed(fixed(ctx) ?? []),
    /** Git for one request. */
    for: (ctx: Context) =>
      git.for({
        signal: ctx.signal,
        allowed: (path) => allowed(ctx, path),
        progress: (done, total, message) => ctx.progress(done, total, message),
      }),
  };
};
