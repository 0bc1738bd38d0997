// What one request may use, and how it hears of progress.
import type { AllowedDirectory } from '@mcp/directories/allowed-directory';

/** Where the repositories of a request may be. */
export interface Allowed {
  /** A path that is given, and what is made, is in these. At least one. */
  readonly directories: readonly AllowedDirectory[];
  /**
   * The repository of such a path may be in these too, with its git directory: a client may open one folder of a
   * repository, or a linked worktree, which is of no use without the rest.
   */
  readonly reach: readonly AllowedDirectory[];
}

/** A request for git. */
export interface GitRequest {
  /** Stops what was begun. */
  readonly signal: AbortSignal;
  /** The directories for a path, for the only repository (`''`), or for something else. Throws when there is none. */
  readonly allowed: (path?: string) => Promise<Allowed>;
  /** Hears how far a transfer is, and what it does. */
  readonly progress: (done: number, total: number, message: string) => void;
}
