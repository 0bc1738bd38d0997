// Scope: what one request may do where. Plain rules, so that a worker thread can have the same scope.
import { join, resolve, sep } from 'node:path';
import { isInside, type AllowedDirectory } from '@mcp/directories/allowed-directory';
import { expandHome } from '@mcp/directories/expand-home';
import { isNetworkPath, nameProblem, pathProblem } from '@mcp/directories/windows-paths';
import type { AnchoringKind } from './hold.ts';
import { FileError } from '../file-error.ts';
import { homeTrash, isTrashName, isGitName, isTemporaryName } from './names.ts';

/** The rules of a scope, as data that can be sent to a worker. All paths are absolute, without symbolic links. */
export interface ScopeRules {
  readonly directories: readonly AllowedDirectory[];
  /** Patterns of what is closed, and the directories below which those that are relative look: for `Close`. */
  readonly deny: readonly string[];
  readonly denyBases: readonly string[];
  /** Nothing in these is changed. */
  readonly readOnlyDirectories: readonly string[];
  /** Nothing is changed at all. */
  readonly isReadOnly: boolean;
  /** Git's own files may be changed. */
  readonly allowsGitWrites: boolean;
  readonly anchoring: AnchoringKind;
}

/** Says of an entry of one directory whether it is closed. */
export type IsClosed = (name: string) => boolean;

/** What is never read, listed or changed, wherever it is, with everything below it. */
export interface Closed {
  /** Whether there are no such rules, so that trees need not be looked through. */
  readonly isEmpty: boolean;
  /** Whether an absolute path, or a directory above it, is closed. */
  denies(path: string): boolean;
  /** The rule for the entries of a directory. */
  within(directory: string): IsClosed;
}

const OPEN: Closed = { isEmpty: true, denies: () => false, within: () => () => false };

/** A path as an allowed directory and the names below it. */
export interface RelativePath {
  /** The allowed directory, without symbolic links. */
  readonly base: string;
  /** From the top. Each can be a symbolic link. */
  readonly names: readonly string[];
}

/** Answers whether something may be read, listed or changed. Looks at names only, never at the disk. */
export class Scope {
  readonly rules: ScopeRules;
  readonly #closed: Closed;

  /** `closed`: what the patterns of the rules close. Default: nothing. */
  constructor(rules: ScopeRules, closed: Closed = OPEN) {
    this.rules = rules;
    this.#closed = closed;
  }

  /** The directories that may be used, with everything below them. */
  get directories(): readonly AllowedDirectory[] {
    return this.rules.directories;
  }

  /**
   * Where a path is, by its spelling. `path` is the one to judge when it is not the given one: the target of a link on
   * the way.
   *
   * @throws {FileError} when it is outside or denied.
   */
  toRelative(given: string, path: string = given): RelativePath {
    const place = toRelativePath(this.directories, this.#toAbsolute(path));
    if (place === undefined) throw this.#outside(given);
    this.check(join(place.base, ...place.names), given);
    return place;
  }

  /** Whether a real path may be read and listed. */
  admits(path: string): boolean {
    return this.#isAllowed(path) && !this.#isHidden(path);
  }

  /**
   * Checks a real path.
   *
   * @throws {FileError} when it is outside or denied.
   */
  check(path: string, given: string): void {
    if (!this.#isAllowed(path)) throw this.#outside(given);
    if (!this.#isHidden(path)) return;
    throw new FileError(
      'access_denied',
      `Access denied: a rule of this server keeps ${given} closed, whether it exists or not.`,
    );
  }

  /** Whether a real path is in a part where nothing may be changed. */
  isReadOnly(path: string): boolean {
    const { isReadOnly, readOnlyDirectories } = this.rules;
    return isReadOnly || readOnlyDirectories.some((directory) => isInside(directory, path));
  }

  /**
   * Checks a real path that is to be changed.
   *
   * @throws {FileError} `access_denied` or `read_only`.
   */
  checkChange(path: string, given: string): void {
    this.check(path, given);
    if (this.isReadOnly(path)) {
      throw new FileError('read_only', `${given} is read-only: the server was started that way.`, {
        hint: 'Ask the user if it has to be changed.',
      });
    }
    // Most paths need no look at where the trash is.
    const trash = path.includes('Trash') ? homeTrash() : undefined;
    if (this.#isBelow(isTrashName, path) || (trash !== undefined && isInside(trash, path)))
      throw new FileError('access_denied', `${given} is in the trash, which only the user changes.`);
    const names = [path, this.#toAbsolute(given)];
    if (!this.rules.allowsGitWrites && names.some((name) => this.#isBelow(isGitName, name)))
      throw new FileError(
        'access_denied',
        `${given} belongs to git: what is written there can run programs.`,
        {
          hint: 'Work with git instead. The user can allow it by starting the server with --allow-git-writes.',
        },
      );
  }

  /** Whether a real path may be changed. */
  mayChange(path: string): boolean {
    try {
      this.checkChange(path, path);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Checks a real path whose name is to be taken away: deleted, or moved with everything in it.
   *
   * @throws {FileError} `access_denied` or `read_only`, also when an allowed or read-only directory is in it.
   */
  checkRemoval(path: string, given: string): void {
    this.checkChange(path, given);
    const { directories, readOnlyDirectories } = this.rules;
    const trash = homeTrash();
    const kept = [...directories.map((directory) => directory.path), ...readOnlyDirectories];
    if (trash !== undefined) kept.push(trash);
    if (kept.some((directory) => isInside(path, directory))) {
      throw new FileError(
        'access_denied',
        `${given} is or contains a directory that the server needs, or the trash.`,
        { hint: 'Only what is below an allowed directory can be moved or deleted.' },
      );
    }
  }

  /** Whether an entry of a real directory is never shown. The directory itself is judged once. */
  hiddenIn(directory: string): IsClosed {
    const isDenied = this.#closed.within(directory);
    return (name) => isTemporaryName(name) || nameProblem(name) !== undefined || isDenied(name);
  }

  /** Whether something is denied by a glob, so that whole trees have to be looked through. */
  get hasDenyRules(): boolean {
    return !this.#closed.isEmpty;
  }

  #isAllowed(path: string): boolean {
    return this.directories.some((directory) => isInside(directory.path, path));
  }

  /** Also for a directory that the operator named: only what is below counts. */
  #isBelow(isMeant: (name: string) => boolean, path: string): boolean {
    const places = this.directories.flatMap(({ path: base, given }) => [base, given]);
    const above = places.filter((directory) => isInside(directory, path));
    return above.length > 0 && above.every((base) => path.slice(base.length).split(sep).some(isMeant));
  }

  #isHidden(path: string): boolean {
    // Also the folder of undo_last_change, whichever server it is of.
    const isOwn = path.includes('.mcp-') && path.split(sep).some(isTemporaryName);
    return isOwn || this.#closed.denies(path);
  }

  // A relative path belongs to the first allowed directory. `..` is gone before anything is opened.
  #toAbsolute(path: string): string {
    const [first] = this.directories;
    if (path === '')
      throw new FileError('invalid_path', 'The path is empty. Give the path of a file or directory.');
    if (path.includes('\0'))
      throw new FileError('invalid_path', 'The path contains a NUL character, which no file name has.');
    if (path.startsWith('file://')) {
      const hint =
        'Give the path instead: without file://, and each %20 and the like as the character it is.';
      throw new FileError('invalid_path', `${path} is a URI.`, { hint });
    }
    // Windows reads some names as others: the rules below would look at the wrong one.
    const isNetworkAllowed = this.directories.some((directory) => isNetworkPath(directory.path));
    const problem = pathProblem(path, { isNetworkAllowed });
    if (problem !== undefined) throw new FileError('invalid_path', `${path} ${problem}.`);
    return resolve(first?.path ?? sep, expandHome(path));
  }

  // Says nothing about the path itself: whether it exists must not show.
  #outside(given: string): FileError {
    const list = this.directories.map((directory) => directory.path).join(', ');
    return new FileError(
      'access_denied',
      `Access denied: ${given} is outside the allowed directories (${list}).`,
    );
  }
}

/** Where an absolute path is in one of the directories, in either form of these; undefined when it is outside. */
const toRelativePath = (directories: readonly AllowedDirectory[], path: string): RelativePath | undefined => {
  for (const { path: base, given } of directories) {
    const form = [base, given].find((directory) => isInside(directory, path));
    if (form === undefined) continue;
    const names = path.slice(form.length).split(sep);
    return { base, names: names.filter((name) => name !== '') };
  }
  return undefined;
};

/** The path of the directory above, and the last name; undefined for an allowed directory itself. */
export const splitLast = ({
  base,
  names,
}: RelativePath): { readonly parent: RelativePath; readonly name: string } | undefined => {
  const name = names.at(-1);
  return name === undefined ? undefined : { parent: { base, names: names.slice(0, -1) }, name };
};
