// Access: where requests meet files. The policy says what a request may use; what files refuse becomes an error of a
// tool.
import { ToolError, type Context, type Tool } from '@mcp/runtime';
import { allowedDirectories, type AllowedDirectory, type RootsMode } from '@mcp/directories';
import { clientOf } from '@mcp/limited-work/client-of';
import { FileError, FileSystem, type Scope, type ScopeRules, type UndoStore } from '@mcp/files';
import { createScope } from './sandbox/deny.ts';

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

/**
 * Makes the policy; `warn` tells the operator. A scope is made once for each list of directories, not for each
 * request.
 */
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
    const scope = createScope({ ...rules, directories, denyBases });
    scopes.set(directories, scope);
    return scope;
  };

  return async (ctx, path) => {
    const directories = await allowed(ctx, path);
    return scopes.get(directories) ?? toScope(directories);
  };
};

/** Gives a request its files. */
export type Access = (ctx: Context) => FileSystem;

/** The files that a policy allows; changes are kept in the store, for a session as long as it is there. */
export const createAccess =
  (policy: Policy, store?: UndoStore): Access =>
  (ctx) => {
    const { session } = ctx;
    // Only changes ask for it, and to make it takes time.
    const signal = (): AbortSignal => ctx.signal;
    const id = clientOf(ctx);
    const onGone = (forget: () => void): void => {
      if (id === session) session?.onClose(forget);
    };
    return new FileSystem({ scope: (path) => policy(ctx, path), recycle, signal, id, onGone }, store);
  };

/** Asks Windows or macOS to move a path to the trash. */
const recycle = async (path: string, check: () => void): Promise<void> => {
  const { default: trash } = await import('trash');
  check();
  await trash(path, { glob: false });
};

/** Returns a refusal as an error that the model reads, and anything else as it is. For `throw`. */
export const toToolError = (error: unknown): unknown => {
  if (!(error instanceof FileError)) return error;
  const { code, problem, hint, retryable } = error;
  return new ToolError(problem, { code, hint, retryable, cause: error });
};

/** Returns the tool with its refusals as errors that the model reads. */
export const withRefusals = (tool: Tool): Tool => ({
  ...tool,
  run: async (args, ctx) => {
    try {
      return await tool.run(args, ctx);
    } catch (error) {
      throw toToolError(error);
    }
  },
});
