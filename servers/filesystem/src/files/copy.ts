// Copies files and directories. Every file and directory is found, checked and written like any other.
import { basename, dirname, join } from 'node:path';
import { isInside } from '@mcp/workspace';
import type { FileAccess } from './file-access.ts';
import type { OpenFile } from './open-file.ts';
import type { Tree } from './tree.ts';
import { FileError } from '../failure.ts';

/** What is to be copied where. */
export interface Copy {
  readonly files: FileAccess;
  readonly source: string;
  readonly destination: string;
  /** Replace files that are there already. */
  readonly overwrite: boolean;
  /** Copy a directory with everything in it. */
  readonly recursive: boolean;
  readonly signal: AbortSignal;
  onProgress(files: number): void;
}

/** What was copied. */
export interface Copied {
  /** The real path of the copy. */
  readonly path: string;
  readonly files: number;
  readonly directories: number;
  readonly bytes: number;
  /** Links, pipes and the like: they are left out. */
  readonly skipped: number;
}

/** The most entries of a tree, and the deepest. */
const MAX_ENTRIES = 100_000;
const MAX_DEPTH = 256;

/**
 * Copies a file, or a directory with everything that may be read in it, with permissions and times. Links are not copied. What was copied before a
 * failure stays; no file is left in part.
 *
 * @throws {FileError} `exists`, `is_a_directory`, `too_large` and others.
 */
export const copy = async (request: Copy): Promise<Copied> => {
  const { files, source, destination } = request;
  const { path, state } = await files.find(source);
  const real = await destinationOf(files, destination);
  if (real === path) throw new FileError('exists', `${source} and ${destination} are the same.`);
  if (state.type !== 'directory') return new Copying(request).file(destination);
  if (!request.recursive)
    throw new FileError('is_a_directory', `${source} is a directory.`, {
      hint: 'Set recursive to copy it with everything in it.',
    });
  if (isInside(path, real))
    throw new FileError('invalid_path', `${source} cannot be copied into itself.`, {
      hint: 'Choose a destination outside of it.',
    });
  return new Copying(request).directory(real);
};

/**
 * The real path of something that need not be there; its directory must be.
 *
 * @throws {FileError} when it is outside, denied or empty.
 */
const destinationOf = async (files: FileAccess, given: string): Promise<string> => {
  const scope = await files.scope(given);
  scope.place(given);
  const parent = await files.find(dirname(given));
  return join(parent.path, basename(given));
};

class Copying {
  readonly #request: Copy;
  #files = 0;
  #directories = 0;
  #bytes = 0;
  #skipped = 0;
  /** New directories, by their path in the tree. */
  readonly #made: string[] = [];

  constructor(request: Copy) {
    this.#request = request;
  }

  async file(destination: string): Promise<Copied> {
    const { files, source } = this.#request;
    const path = await files.read(source, (file) => this.#write(file, destination));
    return this.#toCopied(path);
  }

  async directory(destination: string): Promise<Copied> {
    const { files, source, overwrite } = this.#request;
    using tree = await files.tree(source);
    const { path, created } = await files.makeDirectory(destination);
    if (created.length === 0 && !overwrite) throw exists(this.#request.destination);
    if (created.length > 0) this.#made.push('');
    await this.#fill(tree, path);
    await this.#finish(tree, path);
    return this.#toCopied(path);
  }

  // Not by recursion: the depth is that of the tree.
  async #fill(tree: Tree, top: string): Promise<void> {
    const waiting = [{ inner: '', depth: 0 }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { inner, depth } = next;
      if (depth > MAX_DEPTH) throw tooLarge(`more than ${MAX_DEPTH} levels`);
      this.#directories++;
      if (inner !== '') {
        const { created } = await this.#request.files.makeDirectory(join(top, inner));
        if (created.length > 0) this.#made.push(inner);
      }
      for (const { name, type } of tree.list(inner)) {
        const path = join(inner, name);
        this.#count();
        if (type === 'directory') waiting.push({ inner: path, depth: depth + 1 });
        else if (type === 'file') await tree.read(path, (file) => this.#write(file, join(top, path)));
        else this.#skipped++;
      }
    }
  }

  // At the end, the deepest first: what is made in a directory changes its time, and may need its permission.
  async #finish(tree: Tree, top: string): Promise<void> {
    const { files } = this.#request;
    for (const inner of this.#made.toReversed()) {
      const { state } = await files.find(join(tree.path, inner));
      await files.setState(join(top, inner), state);
    }
  }

  #count(): void {
    this.#request.signal.throwIfAborted();
    if (this.#files + this.#directories + this.#skipped >= MAX_ENTRIES)
      throw tooLarge(`more than ${MAX_ENTRIES} entries`);
  }

  async #write(file: OpenFile, destination: string): Promise<string> {
    const { files, overwrite, signal } = this.#request;
    const written = await files.write(destination, chunksOf(file), {
      mode: overwrite ? 'overwrite' : 'create',
      permissions: file.state.mode & 0o777,
      times: file.state,
      signal,
    });
    this.#files++;
    this.#bytes += written.bytes;
    this.#request.onProgress(this.#files);
    return written.path;
  }

  #toCopied(path: string): Copied {
    return {
      path,
      files: this.#files,
      directories: this.#directories,
      bytes: this.#bytes,
      skipped: this.#skipped,
    };
  }
}

const CHUNK_BYTES = 1_048_576;

async function* chunksOf(file: OpenFile): AsyncGenerator<Uint8Array> {
  for (let offset = 0; ; offset += CHUNK_BYTES) {
    const { bytes, isEnd } = await file.read(offset, CHUNK_BYTES);
    yield bytes;
    if (isEnd) return;
  }
}

const exists = (given: string): FileError =>
  new FileError('exists', `${given} exists already; nothing was copied.`, {
    hint: 'Choose another name, or set overwrite to add to it.',
  });

const tooLarge = (size: string): FileError =>
  new FileError('too_large', `The directory has ${size}; that is too much for one copy.`, {
    hint: 'Copy its parts.',
  });
