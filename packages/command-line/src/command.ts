// A server's command line: what an author declares, and the flags that every server has.
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
  /** One sentence: what it serves. */
  readonly summary: string;
  /** How `--help` shows the arguments that are not flags. Any number is accepted: `create` checks them. */
  readonly positionals?: {
    readonly name: string;
    readonly description: string;
    /** They are paths: what `--print-config` prints has absolute ones. */
    readonly arePaths?: boolean;
  };
  /**
   * The flags of this server beside `COMMON_FLAGS`, by name without dashes. A common one that is declared again, with
   * the same type, may have another default and description; `create` gets its value.
   */
  readonly flags?: F;
  /** The flags that change nothing together with `--read-only`. */
  readonly flagsForChanges?: readonly string[];
  /** What `--help` says of the tags of tools that `--toolsets` can name, by name. */
  readonly toolsets?: { readonly [name: string]: string };
  /** Whole command lines for `--help`. */
  readonly examples?: readonly string[];
  /**
   * Makes the server: its options, or one that `defineServer` made. Throw `UsageError` for what the user should change
   * on the command line. `--read-only`, `--tools`, `--exclude-tools` and `--toolsets` are applied to the tools that it
   * returns. The values of the common flags are there too, for what they mean beside that. A server with tasks gives
   * `tasks` on to the extension.
   */
  create(input: CreateInput<F>): Created | Promise<Created>;
}

/** What a server is made of. */
export interface CreateInput<F extends Flags> extends CommandInput<F> {
  readonly flags: FlagValues<F> & CommonValues;
  /**
   * Reports a setting that will not do what the user wants. The start goes on, but `--install` refuses to write the
   * entry.
   */
  readonly warn: (message: string) => void;
  /** Logs a message on stderr from `--log-level info` on. */
  readonly inform: (message: string) => void;
  /** Has the store of `--store`; empty without it. */
  readonly tasks: TaskOptions;
}

/** What a command makes. */
export type Created = ServerOptions | McpServer;

/** The packages that `--otel` needs: the second one is the SDK. */
export const TELEMETRY_PACKAGES = ['@opentelemetry/api', '@opentelemetry/sdk-node'] as const;

/** The values of the flags that every server has. */
export type CommonValues = FlagValues<typeof COMMON_FLAGS>;

/** All flags of a command. */
export function flagsOf<F extends Flags>({ flags }: Command<F>): typeof COMMON_FLAGS & F {
  return { ...COMMON_FLAGS, ...flags } as typeof COMMON_FLAGS & F;
}

/** The part of a bin's name that says which server it is: `mcp-server-git` → `git`. */
export function serverId(name: string): string {
  return name.replace(/^mcp-server-/, '');
}
