// Access: gives each request the files that it may use, and turns refusals into tool errors.
import { ToolError, type Context, type Tool } from '@mcp/runtime';
import { allowedDirectories, type AllowedDirectory, type RootsMode } from '@mcp/directories';
import { clientOf } from '@mcp/limited-work/client-of';
import { FileError, FileSystem, type Scope, type ScopeRules, type UndoStore } from '@mcp/files';
import { createScope } from './sandbox/deny.ts';

/** What the operator allows. The directories are those of the command line that exist. */
export interface PolicyOptions extends Omit<ScopeRules, 'denyBases'> {
  readonly roots: RootsMode;
}

/**
 * Returns the scope of a request. If the request is about one path, pass it: that may save call the client for its
 * roots.
 *
 * @throws {FileError} `no_directory` if no directory is allowed.
 */
export type Policy = (ctx: Context, path?: string) => Promise<Scope>;

/**
 * Creates the policy; `warn` reaches the operator. Each list of directories gets one scope, which its requests share.
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
    // Deny globs stay relative to the command line's directories when roots narrow them, so that narrowing opens
    // nothing.
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

/** Returns the files of a request. */
export type Access = (ctx: Context) => FileSystem;

/** Creates the access to files. Each client can undo its own changes; those of a session are dropped when it ends. */
export const createAccess =
  (policy: Policy, store?: UndoStore): Access =>
  (ctx) => {
    const { session } = ctx;
    // A getter, because only changes need the signal and creating it takes time.
    const signal = (): AbortSignal => ctx.signal;
    const id = clientOf(ctx);
    const onGone = (forget: () => void): void => {
      if (id === session) session?.onClose(forget);
    };
    return new FileSystem({ scope: (path) => policy(ctx, path), recycle, signal, id, onGone }, store);
  };

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
