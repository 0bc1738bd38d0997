// What the parts of the page have in common: the server, and what is done one after the other.
import type { CallResult } from '@mcp/view';

/** A tool and its arguments. */
export type Call = readonly [tool: string, args: object];

/** The way to the server. */
export interface Work {
  /** Changes whenever the repository may have: what is shown is read again. */
  readonly turn: number;
  /** Whether this server may stage and resolve. */
  readonly isWritable: boolean;
  /** Calls a tool that only reads, for the repository that is shown. */
  read(tool: string, args: object): Promise<CallResult>;
  /** Calls a tool that writes, says what it did or why it did not, and reads all again. */
  write(tool: string, args: object): void;
  /** The same in several calls, one after the other, up to the first that fails. `said` is what they did. */
  writeAll(calls: readonly Call[], said: string): void;
}
