// What is to be written where, and what became of it.
import type { BigIntStats } from 'node:fs';
import type { Scope } from '../sandbox/scope.ts';
import type { Target } from '../sandbox/target.ts';
import type { Content } from './bytes.ts';
import type { FileState } from './state.ts';

/** How a file is written. */
export interface WriteOptions {
  /** `create`: refuse when there is one. `append`: add to its end. Default: `overwrite`. */
  readonly mode?: 'overwrite' | 'create' | 'append';
  /** Make directories that are missing. Default: no. */
  readonly createParents?: boolean;
  /** Refuse unless the file still has this etag. */
  readonly ifMatch?: string | undefined;
  /** The permission bits of a new file, less those that the process never gives. Default: 0o666. */
  readonly permissions?: number;
  /** When it was last read and changed, in milliseconds since 1970. Default: now. */
  readonly times?: Pick<FileState, 'atimeMs' | 'mtimeMs'>;
  readonly signal?: AbortSignal;
}

/** A file that was written. */
export interface WriteResult {
  /** With links resolved. */
  readonly path: string;
  /** How many bytes were written. */
  readonly bytes: number;
  /** There was none before. */
  readonly created: boolean;
  readonly state: FileState;
}

/** One write, with what is there before it. */
export interface WriteRequest {
  readonly scope: Scope;
  readonly given: string;
  readonly content: Content;
  readonly options: WriteOptions;
  readonly target: Target;
  readonly old: BigIntStats | undefined;
}
