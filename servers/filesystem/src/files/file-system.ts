// FileSystem: what tools, resources, prompts and completion do with files. Everything goes through policy and anchors.
import type { Context } from '@mcp/runtime';
import { toFailure } from '../failure.ts';
import type { Policy } from '../sandbox/policy.ts';
import { resolvePath } from '../sandbox/resolve.ts';
import type { Scope } from '../sandbox/scope.ts';
import { isLink } from '../sandbox/target.ts';
import type { Content } from './bytes.ts';
import { type EntryWithState, toState, type FileState } from './state.ts';
import { listDirectory, listWithStates, type Choose, type Listing } from './list.ts';
import { makeDirectory, type MakeDirectoryResult } from './make-directory.ts';
import { move, type MoveOptions, type MoveResult } from './move.ts';
import { readFile, type OpenFile } from './read.ts';
import { remove, type RemoveOptions, type RemoveResult } from './remove.ts';
import { setState } from './set-state.ts';
import { openTree, type Tree } from './tree.ts';
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
export interface FileSystem {
  /** What the request may do; `path` as for `Policy`. */
  scope(path?: string): Promise<Scope>;
  /** What is at a path, links followed. */
  stat(path: string): Promise<FileInfo>;
  /** Whether the last name of a path is a symbolic link. */
  isLink(path: string): Promise<boolean>;
  /** Opens a regular file, gives it to `use` and closes it. */
  read<T>(path: string, use: (file: OpenFile) => T | Promise<T>): Promise<T>;
  /** The entries of a directory, by name. */
  list(path: string): Promise<Listing>;
  /** As `list`, with size and time of each entry that is chosen; links are not followed. Default: all. */
  listWithStates(path: string, choose?: Choose): Promise<Listing<EntryWithState>>;
  /** A directory with everything below it. */
  tree(path: string): Promise<Tree>;
  /** See `writeFile`. */
  write(path: string, content: Content, options?: WriteOptions): Promise<WriteResult>;
  /** Makes a directory and what is missing above it. */
  makeDirectory(path: string): Promise<MakeDirectoryResult>;
  /** See `setState`. */
  setState(path: string, state: FileState): Promise<void>;
  /** See `move`. */
  move(source: string, destination: string, options?: MoveOptions): Promise<MoveResult>;
  /** See `remove`. */
  remove(path: string, options?: RemoveOptions): Promise<RemoveResult>;
}

/** Gives a request its files. */
export type Access = (ctx: Context) => FileSystem;

/** Makes the one way to files, for all surfaces of a server. */
export const createAccess =
  (policy: Policy): Access =>
  (ctx) => {
    const slice = new TimeSlice();
    const within = async <T>(path: string, work: (scope: Scope) => T | Promise<T>): Promise<T> => {
      const scope = await policy(ctx, path);
      await slice.end();
      try {
        return await work(scope);
      } catch (error) {
        throw toFailure(path, error);
      }
    };
    return {
      scope: (path) => policy(ctx, path),
      stat: (path) => within(path, (scope) => stat(scope, path)),
      isLink: (path) => within(path, (scope) => isLink(scope, path)),
      read: (path, use) => within(path, (scope) => readFile(scope, path, use)),
      list: (path) => within(path, (scope) => listDirectory(scope, path)),
      listWithStates: (path, choose) => within(path, (scope) => listWithStates(scope, path, choose)),
      tree: (path) => within(path, (scope) => openTree(scope, path)),
      write: (path, content, options) => within(path, (scope) => writeFile(scope, path, content, options)),
      makeDirectory: (path) => within(path, (scope) => makeDirectory(scope, path)),
      setState: (path, state) => within(path, (scope) => setState(scope, path, state)),
      move: (source, destination, options) =>
        within(source, (scope) => move(scope, source, destination, options)),
      remove: (path, options) => within(path, (scope) => remove(scope, path, options)),
    };
  };

const stat = (scope: Scope, path: string): FileInfo => {
  using anchor = resolvePath(scope, path);
  return { path: anchor.path, state: toState(anchor.stats) };
};
