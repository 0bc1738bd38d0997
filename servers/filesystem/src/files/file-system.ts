// FileSystem: what tools, resources, prompts and completion do with files. Everything goes through policy and anchors.
import type { Context } from '@mcp/runtime';
import { toFailure } from '../failure.ts';
import type { Policy } from '../sandbox/policy.ts';
import { resolvePath } from '../sandbox/resolve.ts';
import type { Scope } from '../sandbox/scope.ts';
import { linkStats } from '../sandbox/target.ts';
import type { Content } from './bytes.ts';
import { listDirectory, listWithStates, type Choose, type Listing } from './list.ts';
import { makeDirectory, setState, type MakeDirectoryResult } from './make-directory.ts';
import { move, type MoveOptions, type MoveResult } from './move.ts';
import { readFile, type OpenFile } from './read.ts';
import { remove, type RemoveOptions, type RemoveResult } from './remove.ts';
import { toState, type EntryWithState, type FileState } from './state.ts';
import { TimeSlice } from './time-slice.ts';
import { writeFile, type WriteOptions, type WriteResult } from './write.ts';

/** What a path leads to. */
export interface FileInfo {
  /** With links resolved. */
  readonly path: string;
  readonly state: FileState;
}

/**
 * The files of one request. Paths are as the client wrote them: absolute, with `~`, or relative to the first allowed
 * directory. Methods throw a `FileError` for whatever is refused.
 */
export class FileSystem {
  readonly #policy: Policy;
  readonly #ctx: Context;
  readonly #slice = new TimeSlice();

  constructor(policy: Policy, ctx: Context) {
    this.#policy = policy;
    this.#ctx = ctx;
  }

  /** What the request may do; `path` as for `Policy`. */
  scope(path?: string): Promise<Scope> {
    return this.#policy(this.#ctx, path);
  }

  /** What is at a path, links followed. */
  stat(path: string): Promise<FileInfo> {
    return this.#within(path, (scope) => {
      using anchor = resolvePath(scope, path);
      return { path: anchor.path, state: toState(anchor.stats) };
    });
  }

  /** The state of the last name of a path when that is a symbolic link; undefined otherwise. */
  linkState(path: string): Promise<FileState | undefined> {
    return this.#within(path, (scope) => {
      const stats = linkStats(scope, path);
      return stats === undefined ? undefined : toState(stats);
    });
  }

  /** Opens a regular file, gives it to `use` and closes it. */
  read<T>(path: string, use: (file: OpenFile) => T | Promise<T>): Promise<T> {
    return this.#within(path, (scope) => readFile(scope, path, use));
  }

  /** The entries of a directory, by name. */
  list(path: string): Promise<Listing> {
    return this.#within(path, (scope) => listDirectory(scope, path));
  }

  /** As `list`, with size and time of each entry that is chosen; links are not followed. Default: all. */
  listWithStates(path: string, choose?: Choose): Promise<Listing<EntryWithState>> {
    return this.#within(path, (scope) => listWithStates(scope, path, choose));
  }

  /** See `writeFile`. */
  write(path: string, content: Content, options?: WriteOptions): Promise<WriteResult> {
    return this.#within(path, (scope) => writeFile(scope, path, content, options));
  }

  /** Makes a directory and what is missing above it. */
  makeDirectory(path: string): Promise<MakeDirectoryResult> {
    return this.#within(path, (scope) => makeDirectory(scope, path));
  }

  /** See `setState`. */
  setState(path: string, state: FileState): Promise<void> {
    return this.#within(path, (scope) => setState(scope, path, state));
  }

  /** See `move`. */
  move(source: string, destination: string, options?: MoveOptions): Promise<MoveResult> {
    return this.#within(source, (scope) => move(scope, source, destination, options));
  }

  /** See `remove`. */
  remove(path: string, options?: RemoveOptions): Promise<RemoveResult> {
    return this.#within(path, (scope) => remove(scope, path, options));
  }

  async #within<T>(path: string, work: (scope: Scope) => T | Promise<T>): Promise<T> {
    const scope = await this.scope(path);
    await this.#slice.end();
    try {
      return await work(scope);
    } catch (error) {
      throw toFailure(path, error);
    }
  }
}

/** Gives a request its files: the one way to files, for all surfaces of a server. */
export type Access = (ctx: Context) => FileSystem;
