// Request: what it may use, and how it gets progress.
import type { AllowedDirectory } from '@mcp/directories/allowed-directory';

/** Where the repositories of a request may be. */
export interface Allowed {
  /** A given path, and anything created, is in these. At least one. */
  readonly directories: readonly AllowedDirectory[];
  /**
   * The repository of such a path and its git directory may also be in these: a client may open one folder of a
   * repository, or a linked worktree, which is useless without the rest.
   */
  readonly reach: readonly AllowedDirectory[];
}

/** A request for git. */
export interface GitRequest {
  /** Cancels the request. */
  readonly signal: AbortSignal;
  /**
   * Returns the directories for a path, for the only repository (`''`), or for something else. Throws if there are
   * none.
   */
  readonly allowed: (path?: string) => Promise<Allowed>;
  /** Gets the progress of a transfer. */
  readonly progress: (done: number, total: number, message: string) => void;
}
