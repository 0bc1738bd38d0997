// Scope: what one request may do where. The rules are plain data, so that a worker thread can have the same scope.
import { join, resolve, sep } from 'node:path';
import { isInside, type AllowedDirectory } from '@mcp/directories/allowed-directory';
import { expandHome } from '@mcp/directories/expand-home';
import { isNetworkPath, nameProblem, pathProblem } from '@mcp/directories/windows-paths';
import type { AnchoringKind } from './anchoring.ts';
import { FileError } from '../file-error.ts';
import { homeTrash, isTrashName, isGitName, isTemporaryName } from './names.ts';

/** The rules of a scope, as data for a worker. All paths are absolute, without symbolic links. */
export interface ScopeRules {
  readonly directories: readonly AllowedDirectory[];
  /** Patterns of denied paths, and the directories that relative patterns apply to. */
  readonly deny: readonly string[];
  readonly denyBases: readonly string[];
  /** Directories in which nothing may be changed. */
  readonly readOnlyDirectories: readonly string[];
  /** Whether nothing may be changed at all. */
  readonly isReadOnly: boolean;
  /** Whether git's own files may be changed. */
  readonly allowsGitWrites: boolean;
  readonly anchoring: AnchoringKind;
}

/** Whether an entry of one directory is denied. */
export type IsDenied = (name: string) => boolean;

/** Paths that are never read, listed or changed, with everything below them. */
export interface DenyList {
  /** Whether there are no rules, so that trees need not be searched for denied entries. */
  readonly isEmpty: boolean;
  /** Whether an absolute path or one of its parents is denied. */
  denies(path: string): boolean;
  /** Returns a check for the entries of a directory. */
  within(directory: string): IsDenied;
}

const NOTHING_DENIED: DenyList = { isEmpty: true, denies: () => false, within: () => () => false };

/** A path as an allowed directory and the names below it. */
export interface RelativePath {
  /** The allowed directory, without symbolic links. */
  readonly base: string;
  readonly names: readonly string[];
}

/** Decides whether a path may be read, listed or changed. Looks at names only, never at the disk. */
export class Scope {
  readonly rules: ScopeRules;
  readonly #denied: DenyList;

  /** `denied` applies the patterns of the rules. Default: none. */
  constructor(rules: ScopeRules, denied: DenyList = NOTHING_DENIED) {
    this.rules = rules;
    this.#denied = denied;
  }

  get directories(): readonly AllowedDirectory[] {
    return this.rules.directories;
  }

  /**
   * Locates a path by its spelling. `path` is the path to check if it differs from the given one, like the target of a
   * link on the way.
   *
   * @throws {FileError} if it is outside or denied.
   */
  toRelative(given: string, path: string = given): RelativePath {
    const relative = toRelativePath(this.directories, this.#toAbsolute(path));
    if (relative === undefined) throw this.#outside(given);
    this.check(join(relative.base, ...relative.names), given);
    return relative;
  }

  /** Whether a real path may be read and listed. */
  mayRead(path: string): boolean {
    return this.#isAllowed(path) && !this.#isHidden(path);
  }

  /**
   * Checks a real path.
   *
   * @throws {FileError} if it is outside or denied.
   */
  check(path: string, given: string): void {
    if (!this.#isAllowed(path)) throw this.#outside(given);
    if (!this.#isHidden(path)) return;
    throw new FileError(
      'access_denied',
      `Access denied: a deny rule covers ${given}, whether it exists or not.`,
    );
  }

  /** Whether nothing may be changed at a real path. */
  isReadOnly(path: string): boolean {
    const { isReadOnly, readOnlyDirectories } = this.rules;
    return isReadOnly || readOnlyDirectories.some((directory) => isInside(directory, path));
  }

  /**
   * Checks a real path before a change.
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
    // Finding the trash takes time, and most paths do not need it.
    const trash = path.includes('Trash') ? homeTrash() : undefined;
    if (this.#isBelow(isTrashName, path) || (trash !== undefined && isInside(trash, path)))
      throw new FileError('access_denied', `${given} is in the trash, which only the user may change.`);
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

  mayChange(path: string): boolean {
    try {
      this.checkChange(path, path);
      return true;
    } catch {
      return false;
    }
  }

  /**
   * Checks a real path before it is deleted or moved with its contents.
   *
   * @throws {FileError} `access_denied` or `read_only`, also if it contains an allowed or read-only directory.
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

  /** Returns a check for hidden entries of a real directory. The directory itself is evaluated once. */
  hiddenIn(directory: string): IsDenied {
    const isDenied = this.#denied.within(directory);
    return (name) => isTemporaryName(name) || nameProblem(name) !== undefined || isDenied(name);
  }

  /** Whether there are deny rules, so that trees have to be searched for denied entries. */
  get hasDenyRules(): boolean {
    return !this.#denied.isEmpty;
  }

  #isAllowed(path: string): boolean {
    return this.directories.some((directory) => isInside(directory.path, path));
  }

  /** Whether the names below the allowed directories match; those of the directories themselves do not count. */
  #isBelow(isMeant: (name: string) => boolean, path: string): boolean {
    const places = this.directories.flatMap(({ path: base, given }) => [base, given]);
    const above = places.filter((directory) => isInside(directory, path));
    return above.length > 0 && above.every((base) => path.slice(base.length).split(sep).some(isMeant));
  }

  #isHidden(path: string): boolean {
    // Includes the undo folders of all servers.
    const isOwn = path.includes('.mcp-') && path.split(sep).some(isTemporaryName);
    return isOwn || this.#denied.denies(path);
  }

  // Relative paths start at the first allowed directory. `..` is resolved before anything is opened.
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
    // Windows reads some names differently, so the rules below would check the wrong name.
    const isNetworkAllowed = this.directories.some((directory) => isNetworkPath(directory.path));
    const problem = pathProblem(path, { isNetworkAllowed });
    if (problem !== undefined) throw new FileError('invalid_path', `${path} ${problem}.`);
    return resolve(first?.path ?? sep, expandHome(path));
  }

  // Reveals nothing about the path, not even whether it exists.
  #outside(given: string): FileError {
    const list = this.directories.map((directory) => directory.path).join(', ');
    return new FileError(
      'access_denied',
      `Access denied: ${given} is outside the allowed directories (${list}).`,
    );
  }
}

/** Locates an absolute path below one of the directories, in either form; undefined outside. */
const toRelativePath = (directories: readonly AllowedDirectory[], path: string): RelativePath | undefined => {
  for (const { path: base, given } of directories) {
    const form = [base, given].find((directory) => isInside(directory, path));
    if (form === undefined) continue;
    const names = path.slice(form.length).split(sep);
    return { base, names: names.filter((name) => name !== '') };
  }
  return undefined;
};

/** Returns the parent and the last name; undefined for an allowed directory itself. */
export const splitLast = ({
  base,
  names,
}: RelativePath): { readonly parent: RelativePath; readonly name: string } | undefined => {
  const name = names.at(-1);
  return name === undefined ? undefined : { parent: { base, names: names.slice(0, -1) }, name };
};
