// Copies files and directories. Every file and directory is found, checked and written like any other.
import { join } from 'node:path';
import { isInside } from '@mcp/directories/allowed-directory';
import type { FileSystem } from './file-system.ts';
import type { Entry } from './state.ts';
import { FileError } from '../file-error.ts';
import { realOf } from '../sandbox/resolve.ts';
import { oneLine } from '../sandbox/names.ts';

/** What is to be copied where. */
export interface CopyRequest {
  readonly source: string;
  readonly destination: string;
  /** Replace files that are there already. */
  readonly overwrite: boolean;
  /** Replace only what has this etag, or add to a directory that has it. */
  readonly ifDestinationMatch?: string | undefined;
  /** Copy a directory with everything in it. */
  readonly recursive: boolean;
  readonly signal: AbortSignal;
  onProgress(files: number): void;
}

/** What was copied. */
export interface CopyResult {
  /** The real path of the copy. */
  readonly path: string;
  readonly files: number;
  readonly directories: number;
  readonly bytes: number;
  /** Links, pipes and the like, which are not copied. */
  readonly skipped: number;
  /** How many files and directories could not be copied. */
  readonly failed: number;
  /** Which these are, up to `MAX_ERRORS`. */
  readonly errors: readonly CopyError[];
}

/** A file or directory that could not be copied. */
export interface CopyError {
  readonly path: string;
  readonly message: string;
}

/** So many errors are kept. */
const MAX_ERRORS = 50;

/** What ends a copy: no other file would fare better. */
const FATAL: ReadonlySet<string> = new Set(['no_space', 'read_only']);

/** The most entries of a tree, and the deepest. */
const MAX_ENTRIES = 100_000;
const MAX_DEPTH = 256;

/**
 * Copies a file, or a directory with everything that may be read in it, with permissions and times. Links are not copied.
 * What cannot be copied is reported, and the rest is copied; no file is left in part.
 *
 * @throws {FileError} `exists`, `is_a_directory`, `too_large` and others.
 */
export const copy = async (files: FileSystem, request: CopyRequest): Promise<CopyResult> => {
  const { source, destination } = request;
  const { path, state } = await files.stat(source);
  const real = realOf(await files.scope(destination), destination);
  if (real === path) throw new FileError('exists', `${source} and ${destination} are the same.`);
  if (state.type !== 'directory') return new Copying(files, request).file(destination);
  if (!request.recursive)
    throw new FileError('is_a_directory', `${source} is a directory.`, {
      hint: 'Set recursive to copy it with everything in it.',
    });
  checkOutside(path, real, source);
  return new Copying(files, request).directory(path, real);
};

/** @throws {FileError} when a directory would be copied into itself. Both are real paths. */
const checkOutside = (source: string, real: string, given: string): void => {
  if (!isInside(source, real)) return;
  throw new FileError('invalid_path', `${given} cannot be copied into itself.`, {
    hint: 'Choose a destination outside of it.',
  });
};

class Copying {
  readonly #files: FileSystem;
  readonly #request: CopyRequest;
  readonly #copied = { files: 0, directories: 0, bytes: 0, skipped: 0, failed: 0 };
  readonly #errors: CopyError[] = [];
  /** New directories, by their path in the tree. */
  readonly #made: string[] = [];

  constructor(files: FileSystem, request: CopyRequest) {
    this.#files = files;
    this.#request = request;
  }

  async file(destination: string): Promise<CopyResult> {
    const path = await this.#copyFile(this.#request.source, destination);
    return { path, ...this.#copied, errors: this.#errors };
  }

  /** `source` and `destination` are real paths. */
  async directory(source: string, destination: string): Promise<CopyResult> {
    const { overwrite, ifDestinationMatch } = this.#request;
    const files = this.#files;
    // One that cannot be read at all is refused before anything is made.
    await files.list(source);
    if (ifDestinationMatch !== undefined) await this.#checkMatch(destination, ifDestinationMatch);
    const { path, created } = await files.makeDirectory(destination);
    // A link without a target is one when the directory is made.
    checkOutside(source, path, this.#request.source);
    if (created.length === 0 && !overwrite) throw exists(this.#request.destination);
    if (created.length > 0) this.#made.push('');
    try {
      await this.#fill(source, path);
    } catch (error) {
      throw this.#partlyDone(error);
    }
    await this.#finish(source, path);
    return { path, ...this.#copied, errors: this.#errors };
  }

  async #checkMatch(path: string, etag: string): Promise<void> {
    const { state } = await this.#files.stat(path);
    if (state.etag !== etag) throw changed(this.#request.destination);
  }

  #partlyDone(error: unknown): unknown {
    const isRefusal = error instanceof FileError;
    return isRefusal ? error.adding(`${this.#copied.files} files are copied already, and stay.`) : error;
  }

  // Not by recursion: the depth is that of the tree.
  async #fill(source: string, top: string): Promise<void> {
    const waiting = [{ inner: '', depth: 0 }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { inner, depth } = next;
      if (depth > MAX_DEPTH) throw tooLarge(`more than ${MAX_DEPTH} levels`);
      const entries = await this.#attempt(inner, () => this.#enter(source, top, inner));
      for (const { name, type } of entries ?? []) {
        const path = join(inner, name);
        this.#count();
        if (type === 'directory') waiting.push({ inner: path, depth: depth + 1 });
        else if (type === 'file')
          await this.#attempt(path, () => this.#copyFile(join(source, path), join(top, path), 'inTree'));
        else this.#copied.skipped++;
      }
    }
  }

  /** Makes a directory; returns what is to be copied into it. */
  async #enter(source: string, top: string, inner: string): Promise<readonly Entry[]> {
    const files = this.#files;
    const directory = join(source, inner);
    const { path, entries } = await files.list(directory);
    checkNoLink(directory, path);
    if (inner !== '') {
      const { path: made, created } = await files.makeDirectory(join(top, inner));
      checkOutside(source, made, this.#request.source);
      if (created.length > 0) this.#made.push(inner);
    }
    this.#copied.directories++;
    return entries;
  }

  /** Undefined, and an error that is kept, when it fails: the rest can be copied. */
  async #attempt<T>(inner: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FileError) || FATAL.has(error.code)) throw error;
      this.#copied.failed++;
      if (this.#errors.length < MAX_ERRORS)
        this.#errors.push({ path: join(this.#request.source, inner), message: oneLine(error.message) });
      return undefined;
    }
  }

  // At the end, the deepest first: what is made in a directory changes its time, and may need its permission.
  async #finish(source: string, top: string): Promise<void> {
    const files = this.#files;
    for (const inner of this.#made.toReversed()) {
      await this.#attempt(inner, async () => {
        const { state } = await files.stat(join(source, inner));
        await files.setState(join(top, inner), state);
      });
    }
  }

  #count(): void {
    this.#request.signal.throwIfAborted();
    const { files, directories, skipped, failed } = this.#copied;
    if (files + directories + skipped + failed >= MAX_ENTRIES)
      throw tooLarge(`more than ${MAX_ENTRIES} entries`);
  }

  async #copyFile(source: string, destination: string, place?: 'inTree'): Promise<string> {
    const { overwrite, signal, ifDestinationMatch } = this.#request;
    const files = this.#files;
    const ifMatch = place === 'inTree' ? undefined : ifDestinationMatch;
    const mode = overwrite ? 'overwrite' : 'create';
    const written = await files.read(source, (file) => {
      if (place === 'inTree') checkNoLink(source, file.path);
      const permissions = file.state.mode & 0o777;
      return files.write(destination, file.parts(), {
        mode,
        permissions,
        times: file.state,
        ifMatch,
        signal,
      });
    });
    this.#copied.files++;
    this.#copied.bytes += written.bytes;
    this.#request.onProgress(this.#copied.files);
    return written.path;
  }
}

/** A link that has taken the place of a file or directory in a tree is not followed. */
const checkNoLink = (path: string, real: string): void => {
  if (path !== real) throw new FileError('changed', `${path} changed while it was copied.`);
};

const changed = (given: string): FileError =>
  new FileError('changed', `${given} has changed since the user agreed; nothing was copied.`, {
    hint: 'Ask again.',
  });

const exists = (given: string): FileError =>
  new FileError('exists', `${given} exists already; nothing was copied.`, {
    hint: 'Choose another name, or set overwrite to add to it.',
  });

const tooLarge = (size: string): FileError =>
  new FileError('too_large', `The directory has ${size}; that is too much for one copy.`, {
    hint: 'Copy its parts.',
  });
