// Copies files and directories. Each one is resolved, checked and written like any other.
import { join } from 'node:path';
import { isInside } from '@mcp/directories/allowed-directory';
import type { FileSystem } from './file-system.ts';
import type { Entry } from './state.ts';
import { FileError } from '../file-error.ts';
import { realOf } from '../sandbox/resolve.ts';
import { oneLine } from '../sandbox/names.ts';

export interface CopyRequest {
  readonly source: string;
  readonly destination: string;
  readonly overwrite: boolean;
  /** Replace only a file with this etag, or merge into a directory with it. */
  readonly ifDestinationMatch?: string | undefined;
  readonly recursive: boolean;
  readonly signal: AbortSignal;
  onProgress(files: number): void;
}

export interface CopyResult {
  /** The real path of the copy. */
  readonly path: string;
  readonly files: number;
  readonly directories: number;
  readonly bytes: number;
  /** Number of links, pipes and other entries that are not copied. */
  readonly skipped: number;
  /** Number of files and directories that could not be copied. */
  readonly failed: number;
  /** The first of these, up to `MAX_ERRORS`. */
  readonly errors: readonly CopyError[];
}

export interface CopyError {
  readonly path: string;
  readonly message: string;
}

const MAX_ERRORS = 50;

/** Errors that end the copy, because every other file would fail too. */
const FATAL: ReadonlySet<string> = new Set(['no_space', 'read_only']);

const MAX_ENTRIES = 100_000;
const MAX_DEPTH = 256;

/**
 * Copies a file, or a directory with everything readable in it, including permissions and times. Links are not copied.
 * Failures are reported, and the rest is copied; no file is left incomplete.
 *
 * @throws {FileError} `exists`, `is_a_directory`, `too_large` and others.
 */
export const copy = async (files: FileSystem, request: CopyRequest): Promise<CopyResult> => {
  const { source, destination, ifDestinationMatch } = request;
  const { path, state } = await files.stat(source);
  const real = realOf(await files.scope(destination), destination);
  if (real === path) throw new FileError('exists', `${source} and ${destination} are the same.`);
  const copying = new Copying(files, request);
  if (state.type !== 'directory')
    return {
      path: await copying.file(source, destination, { ifMatch: ifDestinationMatch }),
      ...copying.copied,
    };
  if (!request.recursive)
    throw new FileError('is_a_directory', `${source} is a directory.`, {
      hint: 'Set recursive to copy it with everything in it.',
    });
  return { path: await copying.directory(path, real), ...copying.copied };
};

interface FileCopy {
  readonly ifMatch?: string | undefined;
  /** Refuse a link, because one that replaced a file of the tree must not be followed. */
  readonly isInTree?: boolean;
}

class Copying {
  readonly copied = {
    ...{ files: 0, directories: 0, bytes: 0, skipped: 0, failed: 0 },
    errors: new Array<CopyError>(),
  };
  readonly #files: FileSystem;
  readonly #request: CopyRequest;
  /** New directories, relative to the tree. */
  readonly #made: string[] = [];

  constructor(files: FileSystem, request: CopyRequest) {
    this.#files = files;
    this.#request = request;
  }

  /** Copies a tree between real paths; returns that of the copy. */
  async directory(source: string, destination: string): Promise<string> {
    const { overwrite, ifDestinationMatch: etag, destination: given } = this.#request;
    const files = this.#files;
    this.#checkOutside(source, destination);
    // Fails before anything is created if the source is unreadable.
    await files.list(source);
    if (etag !== undefined && (await files.stat(destination)).state.etag !== etag)
      throw new FileError('changed', `${given} has changed since the user agreed; nothing was copied.`, {
        hint: 'Ask again.',
      });
    const { path, created } = await files.makeDirectory(destination);
    // The destination may be a dangling link, which only now has a path.
    this.#checkOutside(source, path);
    if (created.length === 0 && !overwrite)
      throw new FileError('exists', `${given} already exists; nothing was copied.`, {
        hint: 'Choose another name, or set overwrite to add to it.',
      });
    if (created.length > 0) this.#made.push('');
    try {
      await this.#fill(source, path);
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      throw error.adding(`${this.copied.files} files are copied already, and stay.`);
    }
    // At the end, deepest first, because creating entries changes the time of a directory and may need its permissions.
    for (const inner of this.#made.toReversed())
      await this.#attempt(inner, async () => {
        const { state } = await files.stat(join(source, inner));
        await files.setState(join(path, inner), state);
      });
    return path;
  }

  // Iterative, because the depth is that of the tree.
  async #fill(source: string, top: string): Promise<void> {
    const waiting = [{ inner: '', depth: 0 }];
    let count = 0;
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { inner, depth } = next;
      if (depth > MAX_DEPTH) throw tooLarge(`more than ${MAX_DEPTH} levels`);
      const entries = await this.#attempt(inner, () => this.#enter(source, top, inner));
      for (const { name, type } of entries ?? []) {
        const path = join(inner, name);
        this.#request.signal.throwIfAborted();
        if (++count > MAX_ENTRIES) throw tooLarge(`more than ${MAX_ENTRIES} entries`);
        if (type === 'directory') waiting.push({ inner: path, depth: depth + 1 });
        else if (type === 'file')
          await this.#attempt(path, () => this.file(join(source, path), join(top, path), { isInTree: true }));
        else this.copied.skipped++;
      }
    }
  }

  /** Creates a directory; returns the entries to copy into it. */
  async #enter(source: string, top: string, inner: string): Promise<readonly Entry[]> {
    const directory = join(source, inner);
    const { path, entries } = await this.#files.list(directory);
    checkNoLink(directory, path);
    if (inner !== '') {
      const { path: made, created } = await this.#files.makeDirectory(join(top, inner));
      this.#checkOutside(source, made);
      if (created.length > 0) this.#made.push(inner);
    }
    this.copied.directories++;
    return entries;
  }

  /** Runs the work. Returns undefined after a failure, which is reported while the rest is copied. */
  async #attempt<T>(inner: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof FileError) || FATAL.has(error.code)) throw error;
      this.copied.failed++;
      if (this.copied.errors.length < MAX_ERRORS)
        this.copied.errors.push({ path: join(this.#request.source, inner), message: oneLine(error.message) });
      return undefined;
    }
  }

  async file(source: string, destination: string, { ifMatch, isInTree = false }: FileCopy): Promise<string> {
    const { overwrite, signal } = this.#request;
    const { path, bytes } = await this.#files.read(source, (file) => {
      if (isInTree) checkNoLink(source, file.path);
      const [mode, permissions] = [overwrite ? 'overwrite' : 'create', file.state.mode & 0o777] as const;
      const options = { mode, permissions, times: file.state, ifMatch, signal };
      return this.#files.write(destination, file.parts(), options);
    });
    this.copied.files++;
    this.copied.bytes += bytes;
    this.#request.onProgress(this.copied.files);
    return path;
  }

  /** @throws {FileError} if a directory would be copied into itself. Both paths are real. */
  #checkOutside(source: string, real: string): void {
    if (!isInside(source, real)) return;
    throw new FileError('invalid_path', `${this.#request.source} cannot be copied into itself.`, {
      hint: 'Choose a destination outside of it.',
    });
  }
}

const checkNoLink = (path: string, real: string): void => {
  if (path !== real) throw new FileError('changed', `${path} changed while it was copied.`);
};

const tooLarge = (size: string): FileError =>
  new FileError('too_large', `The directory has ${size}; that is too much for one copy.`, {
    hint: 'Copy its parts.',
  });
