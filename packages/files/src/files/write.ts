// Writes files: checks, then replaces, creates or appends. New content is written completely to a new file beside the
// old one and renamed over it, or not at all.
import { accessSync, constants, openSync, renameSync, rmSync, type BigIntStats } from 'node:fs';
import { errnoError, errorCode, FileError, toFailure } from '../file-error.ts';
import type { Anchor, LastLink } from '../sandbox/anchor.ts';
import { temporaryName } from '../sandbox/names.ts';
import { splitLast, type Scope } from '../sandbox/scope.ts';
import { resolveTarget, type Target } from '../sandbox/resolve.ts';
import type { ChangeOptions } from '../undo/store.ts';
import { append } from './append.ts';
import { fillNew, transfer, type Content } from './content.ts';
import { linkOrRename } from './exclusive.ts';
import { makeDirectory } from './make-directory.ts';
import { checkMatch, stampOf, toState, type FileState, type WriteResult } from './state.ts';
import { changeEntry, serialize } from './locks.ts';

export interface WriteOptions extends ChangeOptions {
  /** `create` refuses to replace a file, `append` adds to its end. Default: `overwrite`. */
  readonly mode?: 'overwrite' | 'create' | 'append';
  /** Whether a link is followed or replaced. Default: followed. */
  readonly last?: LastLink;
  /** Create missing directories. Default: no. */
  readonly createParents?: boolean;
  /** Refuse unless the replaced file still has this stamp. */
  readonly ifStamp?: string | undefined;
  /** The permission bits of a new file, before the umask. Default: 0o666. */
  readonly permissions?: number;
  /** Times of access and modification in milliseconds since 1970. Default: now. */
  readonly times?: Pick<FileState, 'atimeMs' | 'mtimeMs'>;
}

interface WriteRequest {
  readonly given: string;
  readonly content: Content;
  readonly options: WriteOptions;
  readonly target: Target;
  readonly old: BigIntStats | undefined;
}

/**
 * Writes a file. A replaced file keeps its permissions, and if possible its owner; readers see the old or the new
 * content, never a part. If the process is killed or the disk is full, the old content stays.
 *
 * @throws {FileError} `exists`, `changed`, `read_only`, `no_space` and others.
 */
export const writeFile = async (
  scope: Scope,
  given: string,
  content: Content,
  options: WriteOptions = {},
): Promise<WriteResult> => {
  using target = findTarget(scope, given, options);
  scope.checkChange(target.path, given);
  const write = async (): Promise<WriteResult> => {
    const request = check({ given, content, options, target });
    if (options.mode === 'append' && request.old !== undefined)
      return append(given, target, content, options);
    return renameWritten(request, await writeTemporary(request));
  };
  // Awaited here because the target is disposed of at the end.
  return await (options.mode === 'append' ? serialize(target.path, write) : write());
};

const check = (asked: Omit<WriteRequest, 'old'>): WriteRequest => {
  const { given, options, target } = asked;
  options.signal?.throwIfAborted();
  const found = target.stat();
  // A replaced link passes nothing on to the file.
  const old = options.last === 'nofollow' && found?.isSymbolicLink() === true ? undefined : found;
  checkReplaceable(given, target, old);
  if (options.mode === 'create' && found !== undefined) throw fileExists(given);
  checkMatch(given, found, options.ifMatch);
  return { ...asked, old };
};

export interface FileToWrite {
  readonly path: string;
  /** The new content, or the path of a file to link or copy. */
  readonly after: Uint8Array | { readonly from: string };
  /** Refuse unless the file still has this etag. */
  readonly etag?: string;
  /** Refuse unless the path still has this stamp; empty for nothing. */
  readonly ifStamp?: string;
}

/**
 * Writes several files: first all new contents beside their targets, then each is renamed. If one fails, the change
 * rolls back those before it.
 *
 * @returns the new etag of each file, by path.
 * @throws {FileError} as `writeFile`.
 */
export const writeFiles = async (
  scope: Scope,
  files: readonly FileToWrite[],
  options: WriteOptions,
): Promise<ReadonlyMap<string, string>> => {
  const within = async <T>(
    { path: given, etag, ifStamp }: FileToWrite,
    work: (request: WriteRequest) => Promise<T>,
  ): Promise<T> => {
    try {
      using target = resolveTarget(scope, given, 'follow');
      scope.checkChange(target.path, given);
      const mode = ifStamp === '' ? 'create' : 'overwrite';
      return await work(
        check({ given, content: '', options: { ...options, mode, ifMatch: etag, ifStamp }, target }),
      );
    } catch (error) {
      throw toFailure(given, error);
    }
  };
  const etags = new Map<string, string>();
  const prepared: (readonly [file: FileToWrite, written: Written])[] = [];
  try {
    for (const file of files)
      await within(file, async (request) => {
        const { after, path } = file;
        const written = await ('from' in after
          ? linkTemporary(request, after.from)
          : writeTemporary({ ...request, content: after }));
        // Not by etag, because replacing one of two names of a file changes the etag of the other.
        prepared.push([{ path, after, ifStamp: file.ifStamp ?? stampOf(request.old) }, written]);
      });
    for (const [file, written] of prepared) {
      const { state } = await within(file, (request) => renameWritten(request, written));
      etags.set(file.path, state.etag);
    }
    return etags;
  } catch (error) {
    for (const [{ path }, { temporary }] of prepared) discardAt(scope, path, temporary);
    throw error;
  }
};

const discardAt = (scope: Scope, path: string, temporary: string): void => {
  try {
    using target = resolveTarget(scope, path, 'follow');
    discard(target.directory, temporary);
  } catch {
    // The directory is gone, and the temporary file with it.
  }
};

/** Links or copies a file to a temporary name beside the target. */
const linkTemporary = async ({ target }: WriteRequest, from: string): Promise<Written> => {
  const temporary = temporaryName();
  await transfer(from, target.directory.at(temporary), 'link');
  using beside = target.directory.child(temporary);
  return { temporary, stats: beside.stats };
};

const findTarget = (
  scope: Scope,
  given: string,
  { createParents, change, last = 'follow' }: WriteOptions,
): Target => {
  try {
    return resolveTarget(scope, given, last, 'Set createParents to make it, or check the path.');
  } catch (error) {
    const isMissing = error instanceof FileError && error.code === 'not_found';
    const split = isMissing && createParents === true ? splitLast(scope.toRelative(given)) : undefined;
    if (split === undefined) throw error;
    makeDirectory(scope, given, split.parent, change);
    return resolveTarget(scope, given, last);
  }
};

const checkReplaceable = (given: string, target: Target, old: BigIntStats | undefined): void => {
  if (old === undefined) return;
  if (old.isDirectory())
    throw new FileError('is_a_directory', `${given} is a directory.`, { hint: 'Give the path of a file.' });
  if (!old.isFile()) {
    const hint = 'Only regular files are written.';
    throw new FileError('not_regular', `${given} is not a regular file.`, { hint });
  }
  // A rename needs no permission on the file itself, so a write-protected file is refused here.
  accessSync(target.at, constants.W_OK);
};

interface Written {
  readonly temporary: string;
  readonly stats: BigIntStats;
}

/**
 * Renames the written file over the old one; with `create` and `append` only to a free name. After a failure the
 * written file is removed.
 *
 * @throws {FileError} `exists`, `changed` and others.
 */
const renameWritten = async (request: WriteRequest, { temporary, stats }: Written): Promise<WriteResult> => {
  const { target, old, given, options } = request;
  const { change } = options;
  try {
    await changeEntry(given, target, options, async (now, lock) => {
      if (options.ifStamp !== undefined && stampOf(now) !== options.ifStamp) throw errnoError('ELOOP');
      const original = await change?.store(target, now);
      try {
        lock.check();
        target.directory.within((prefix) => {
          const [from, to] = [prefix + temporary, prefix + target.name];
          if (options.mode === 'create' || options.mode === 'append') createOnly(request, from, to);
          else renameSync(from, to);
        });
      } catch (error) {
        change?.release(target, original);
        throw error;
      }
      change?.record({ kind: 'content', path: target.path, left: stampOf(stats), original });
    });
    const bytes = Number(stats.size);
    return { path: target.path, bytes, created: old === undefined, state: stateAfter(target, stats) };
  } catch (error) {
    discard(target.directory, temporary);
    throw error;
  }
};

// If the directory cannot be found again, the temporary file stays.
const discard = (directory: Anchor, temporary: string): void => {
  try {
    directory.within((prefix) => rmSync(prefix + temporary, { force: true }));
  } catch {
    // The original error is reported.
  }
};

const fileExists = (given: string, cause?: unknown): FileError =>
  new FileError('exists', `${given} already exists; nothing was written.`, {
    hint: 'Read it first, or choose another name.',
    cause,
  });

const createOnly = ({ given, options }: WriteRequest, from: string, to: string): void => {
  try {
    linkOrRename(from, to);
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
    // Append to a file that another process has just created, instead of replacing it.
    throw options.mode === 'append' ? errnoError('ELOOP') : fileExists(given, error);
  }
};

// The rename has changed its change time. A file that has replaced it in the meantime is not the one written.
const stateAfter = (target: Target, written: BigIntStats): FileState => {
  const stats = target.stat();
  return toState(stats?.ino === written.ino ? stats : written);
};

const NEW_FILE_MODE = 0o666;

/**
 * Writes the new content to a temporary file beside its target.
 *
 * @throws {Error} of the file system, or the reason of the signal; nothing is left then.
 */
const writeTemporary = async ({ content, options, old, target }: WriteRequest): Promise<Written> => {
  const { permissions = NEW_FILE_MODE, times, signal } = options;
  const temporary = temporaryName();
  const like = old === undefined ? undefined : toState(old);
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
  // Never more accessible than the replaced file, not even for a moment.
  const first = like === undefined ? permissions : like.mode & 0o700;
  const descriptor = target.directory.within((prefix) => openSync(prefix + temporary, flags, first));
  try {
    return { temporary, stats: await fillNew(descriptor, content, { like, times, signal }) };
  } catch (error) {
    discard(target.directory, temporary);
    throw error;
  }
};
