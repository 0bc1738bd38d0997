// File access: what tools, resources, prompts and completion do with files. Everything goes through policy and anchors.
import type { Context } from '@mcp/runtime';
import { toFailure } from '../failure.ts';
import type { Policy } from '../sandbox/policy.ts';
import type { Scope } from '../sandbox/scope.ts';
import type { Content } from './bytes.ts';
import { listDirectory, listWithStates, type Choose, type EntryWithState, type Listing } from './entries.ts';
import { locate } from '../sandbox/locate.ts';
import { makeDirectory, type MadeDirectory } from './make-directory.ts';
import { move, type Moved, type MoveOptions } from './move.ts';
import { readFile, type OpenFile } from './open-file.ts';
import { setState } from './set-state.ts';
import { isLink } from '../sandbox/slot.ts';
import { remove, type Removed, type RemoveOptions } from './remove.ts';
import { toState, type FileState } from './state.ts';
import { openTree, type Tree } from './tree.ts';
import { Turn } from './turn.ts';
import { writeFile, type WriteOptions, type Written } from './write-file.ts';

/** What a path leads to. */
export interface Found {
  /** With links resolved. */
  readonly path: string;
  readonly state: FileState;
}

/**
 * The files of one request. Paths are as the client wrote them: absolute, with `~`, or relative to the first allowed
 * directory. Methods throw a `FileError` for whatever is refused.
 */
export interface FileAccess {
  /** What the request may do; `path` as for `Policy`. */
  scope(path?: string): Promise<Scope>;
  /** What is at a path, links followed. */
  find(path: string): Promise<Found>;
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
  write(path: string, content: Content, options?: WriteOptions): Promise<Written>;
  /** Makes a directory and what is missing above it. */
  makeDirectory(path: string): Promise<MadeDirectory>;
  /** See `setState`. */
  setState(path: string, state: FileState): Promise<void>;
  /** See `move`. */
  move(source: string, destination: string, options?: MoveOptions): Promise<Moved>;
  /** See `remove`. */
  remove(path: string, options?: RemoveOptions): Promise<Removed>;
}

/** Gives a request its files. */
export type Access = (ctx: Context) => FileAccess;

/** Makes the one way to files, for all surfaces of a server. */
export const createAccess =
  (policy: Policy): Access =>
  (ctx) =>
    new RequestFiles(policy, ctx);

class RequestFiles implements FileAccess {
  readonly #policy: Policy;
  readonly #ctx: Context;
  readonly #turn = new Turn();

  constructor(policy: Policy, ctx: Context) {
    this.#policy = policy;
    this.#ctx = ctx;
  }

  scope(path?: string): Promise<Scope> {
    return this.#policy(this.#ctx, path);
  }

  find(path: string): Promise<Found> {
    return this.#in(path, (scope) => {
      using anchor = locate(scope, path);
      return { path: anchor.path, state: toState(anchor.stats) };
    });
  }

  isLink(path: string): Promise<boolean> {
    return this.#in(path, (scope) => isLink(scope, path));
  }

  read<T>(path: string, use: (file: OpenFile) => T | Promise<T>): Promise<T> {
    return this.#in(path, (scope) => readFile(scope, path, use));
  }

  list(path: string): Promise<Listing> {
    return this.#in(path, (scope) => listDirectory(scope, path));
  }

  listWithStates(path: string, choose?: Choose): Promise<Listing<EntryWithState>> {
    return this.#in(path, (scope) => listWithStates(scope, path, choose));
  }

  tree(path: string): Promise<Tree> {
    return this.#in(path, (scope) => openTree(scope, path));
  }

  write(path: string, content: Content, options?: WriteOptions): Promise<Written> {
    return this.#in(path, (scope) => writeFile(scope, path, content, options));
  }

  makeDirectory(path: string): Promise<MadeDirectory> {
    return this.#in(path, (scope) => makeDirectory(scope, path));
  }

  setState(path: string, state: FileState): Promise<void> {
    return this.#in(path, (scope) => setState(scope, path, state));
  }

  move(source: string, destination: string, options?: MoveOptions): Promise<Moved> {
    return this.#in(source, (scope) => move(scope, source, destination, options));
  }

  remove(path: string, options?: RemoveOptions): Promise<Removed> {
    return this.#in(path, (scope) => remove(scope, path, options));
  }

  async #in<T>(path: string, work: (scope: Scope) => T | Promise<T>): Promise<T> {
    const scope = await this.#policy(this.#ctx, path);
    await this.#turn.pass();
    try {
      return await work(scope);
    } catch (error) {
      throw toFailure(path, error);
    }
  }
}
