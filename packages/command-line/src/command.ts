// Command: what an author declares for the command line of a server.
import type { McpServer, ServerOptions } from '@mcp/runtime';
import type { TaskOptions } from '@mcp/runtime/tasks';
import { COMMON_FLAGS } from './common-flags.ts';
import type { CommandInput, Flags, FlagValues } from './flags.ts';

/** The command line of one server. */
export interface Command<F extends Flags> {
  /** The name of the bin, like `mcp-server-filesystem`. */
  readonly name: string;
  /** The name of the npm package, for `npx`. */
  readonly package: string;
  /** Printed by `--version`. */
  readonly version: string;
  /** One sentence about what it serves. */
  readonly summary: string;
  /** How `--help` shows the arguments that are not flags. `create` checks their number. */
  readonly positionals?: {
    readonly name: string;
    readonly description: string;
    /** Whether they are paths, which `--print-config` prints as absolute ones. */
    readonly arePaths?: boolean;
  };
  /**
   * The flags of this server, by name without dashes. A common flag may be declared again with the same type, for
   * another default or description.
   */
  readonly flags?: F;
  /** The flags that have no effect with `--read-only`. */
  readonly flagsForChanges?: readonly string[];
  /** Descriptions of the toolsets in `--help`, by tag. */
  readonly toolsets?: { readonly [name: string]: string };
  /** Complete command lines for `--help`. */
  readonly examples?: readonly string[];
  /**
   * Returns the options of the server, or a server that `defineServer` returned. `--read-only`, `--tools`,
   * `--exclude-tools` and `--toolsets` are applied to it afterwards. A server with tasks passes `tasks` to the
   * extension.
   *
   * @throws {UsageError} for a mistake on the command line.
   */
  create(input: CreateInput<F>): Created | Promise<Created>;
}

/** What `create` gets. */
export interface CreateInput<F extends Flags> extends CommandInput<F> {
  readonly flags: FlagValues<F> & CommonValues;
  /**
   * Reports a setting that will not do what the user wants. The server starts anyway, but `--install` refuses to write
   * the entry.
   */
  readonly warn: (message: string) => void;
  /** Logs a message on stderr from `--log-level info` on. */
  readonly inform: (message: string) => void;
  /** Contains the store of `--store`, if given. */
  readonly tasks: TaskOptions;
}

/** What `create` returns. */
export type Created = ServerOptions | McpServer;

/** The packages that `--otel` needs. The second one is the SDK. */
export const TELEMETRY_PACKAGES = ['@opentelemetry/api', '@opentelemetry/sdk-node'] as const;

/** The values of the flags that every server has. */
export type CommonValues = FlagValues<typeof COMMON_FLAGS>;

/** Returns all flags of a command, common ones included. */
export function flagsOf<F extends Flags>({ flags }: Command<F>): typeof COMMON_FLAGS & F {
  return { ...COMMON_FLAGS, ...flags } as typeof COMMON_FLAGS & F;
}

/** Returns the short name of a server: `mcp-server-git` → `git`. */
export function serverId(name: string): string {
  return name.replace(/^mcp-server-/, '');
}
