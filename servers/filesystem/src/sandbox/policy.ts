// Policy: the one object that every surface asks. It gives each request its scope.
import type { Context } from '@mcp/runtime';
import { allowedDirectories, type AllowedDirectory, type RootsMode } from '@mcp/workspace';
import { FileError } from '../failure.ts';
import { Scope, type ScopeRules } from './scope.ts';

/** What the operator of the server decided. The directories are those of the command line that exist. */
export interface PolicyOptions extends Omit<ScopeRules, 'denyBases'> {
  readonly roots: RootsMode;
}

/**
 * The scope of a request. `path` is the one that the request is about, when there is one: it may save asking the client
 * for its roots.
 *
 * @throws {FileError} `no_directory` when nothing is allowed.
 */
export type Policy = (ctx: Context, path?: string) => Promise<Scope>;

/** Makes the policy; `warn` tells the operator. A scope is made once for each list of directories, not for each request. */
export const createPolicy = (options: PolicyOptions, warn: (message: string) => void): Policy => {
  const { directories: configured, roots: mode, ...rules } = options;
  const allowed = allowedDirectories({
    configured,
    mode,
    refuse: (problem, more) => new FileError('no_directory', problem, more),
    warn,
  });
  const scopes = new WeakMap<readonly AllowedDirectory[], Scope>();

  const toScope = (directories: readonly AllowedDirectory[]): Scope => {
    // A directory of the command line stays a base when roots narrow it: narrowing never opens anything.
    const denyBases = [...new Set([...configured, ...directories].map(({ path }) => path))];
    const scope = new Scope({ ...rules, directories, denyBases });
    scopes.set(directories, scope);
    return scope;
  };

  return async (ctx, path) => {
    const directories = await allowed(ctx, path);
    return scopes.get(directories) ?? toScope(directories);
  };
};
