// The system's trash. On Linux as https://specifications.freedesktop.org/trash-spec says, from anchor to anchor: a
// link in the place of the trash is never followed. Elsewhere the system is asked.
import { existsSync, lstatSync, mkdirSync, rmSync, writeFileSync, type BigIntStats } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isNetworkPath } from '@mcp/directories/windows-paths';
import { errnoError, errorCode, FileError, toFailure } from '../file-error.ts';
import type { Anchor } from '../sandbox/anchor.ts';
import { holdReal, type AnchoringKind } from '../sandbox/hold.ts';
import { homeTrash } from '../sandbox/names.ts';
import type { Target } from '../sandbox/resolve.ts';
import { renameToNew } from './exclusive.ts';

/**
 * Asks the system to move a path to its trash, on Windows and macOS. Calls `check`, which throws when the path leads
 * elsewhere by now, right before.
 */
export type Recycle = (path: string, check: () => void) => Promise<unknown>;

/** Where something is in the trash. */
export interface Trashed {
  /** The real path of the trash, with the folders `files` and `info`. */
  readonly trash: string;
  readonly name: string;
}

/**
 * Moves something into the trash.
 *
 * @returns where it is; undefined where only the system knows.
 * @throws {Error} ENOSYS when there is no trash for it; others of the file system.
 */
export const moveToTrash = async (
  kind: AnchoringKind,
  target: Target,
  stats: BigIntStats,
  recycle: Recycle | undefined,
): Promise<Trashed | undefined> => {
  if (process.platform === 'win32' && isNetworkPath(target.path)) throw errnoError('ENOSYS');
  if (process.platform === 'win32' || process.platform === 'darwin') {
    await recycle?.(target.path, () => target.directory.checkUnmoved()).catch(() => {});
    if (target.stat() !== undefined) throw errnoError('ENOSYS');
    return undefined;
  }
  for (const candidate of candidatesFor(target.directory)) {
    try {
      using trash = openTrash(kind, candidate);
      return moveInto(trash, target, stats.isDirectory(), candidate.top);
    } catch (error) {
      // Any other error says that this user cannot use the trash for it, as it is on another disk or closed.
      const code = errorCode(error);
      if (error instanceof FileError || code === undefined || FULL.has(code)) throw error;
    }
  }
  throw errnoError('ENOSYS');
};

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/** A trash that may be there, or be made. */
interface Candidate {
  readonly path: string;
  /** What the paths in it are relative to; none in the trash of the user. */
  readonly top?: string;
}

const candidatesFor = ({ path, stats }: Anchor): Candidate[] => {
  const uid = process.getuid?.() ?? 0;
  let top = path;
  while (top !== dirname(top) && lstatSync(dirname(top), { bigint: true }).dev === stats.dev)
    top = dirname(top);
  const home = homeTrash();
  const shared = lstatSync(join(top, '.Trash'), { throwIfNoEntry: false });
  const isShared = shared?.isDirectory() === true && (shared.mode & 0o1000) !== 0;
  return [
    ...(home === undefined ? [] : [{ path: home }]),
    ...(isShared ? [{ path: join(top, '.Trash', `${uid}`), top }] : []),
    { path: join(top, `.Trash-${uid}`), top },
  ];
};

// Users do not look into the trash of a container, unless they have put one there.
const isContainer = (): boolean => ['/.dockerenv', '/run/.containerenv'].some((path) => existsSync(path));

/** @throws {Error} ENOSYS when it is not a folder that only this user can change. */
const openTrash = (kind: AnchoringKind, { path, top }: Candidate): Anchor => {
  if (!existsSync(path)) {
    if (isContainer()) throw errnoError('ENOSYS');
    mkdirSync(path, { recursive: top === undefined, mode: 0o700 });
  }
  const isOurs = ({ uid, mode }: BigIntStats): boolean =>
    Number(uid) === (process.getuid?.() ?? 0) && (mode & 0o022n) === 0n;
  return requireFolder(holdReal(kind, path), isOurs);
};

const requireFolder = (folder: Anchor, isGood: (stats: BigIntStats) => boolean = () => true): Anchor => {
  if (folder.stats.isDirectory() && isGood(folder.stats)) return folder;
  folder[Symbol.dispose]();
  throw errnoError('ENOSYS');
};

/** Holds `files` or `info`, which is made when it is missing. */
const openFolder = (trash: Anchor, name: string): Anchor => {
  try {
    trash.within((prefix) => mkdirSync(prefix + name, 0o700));
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
  return requireFolder(trash.child(name));
};

const INFO = '.trashinfo';

const moveInto = (trash: Anchor, target: Target, isDirectory: boolean, top?: string): Trashed => {
  using files = openFolder(trash, 'files');
  using info = openFolder(trash, 'info');
  const from = top === undefined ? target.path : relative(top, target.path);
  const name = writeInfo(info, files, target.name, from);
  try {
    renameToNew(target.at, files.at(name), isDirectory);
  } catch (error) {
    info.within((prefix) => rmSync(prefix + name + INFO));
    // Not about the trash, unless it is on another disk.
    throw errorCode(error) === 'EXDEV' ? error : toFailure(target.path, error);
  }
  return { trash: trash.path, name };
};

const MAX_NAME_BYTES = 200;

/** Writes where something was, under a name that nothing else in the trash has; returns the name. */
const writeInfo = (info: Anchor, files: Anchor, name: string, from: string): string => {
  const path = from.split('/').map(encodeURIComponent).join('/');
  const content = `[Trash Info]\nPath=${path}\nDeletionDate=${localTime(new Date())}\n`;
  const stem = Buffer.byteLength(name) > MAX_NAME_BYTES ? '' : name;
  for (const free of [stem, `${stem}.${crypto.randomUUID()}`]) {
    if (free === '' || lstatSync(files.at(free), { throwIfNoEntry: false }) !== undefined) continue;
    try {
      info.within((prefix) => writeFileSync(prefix + free + INFO, content, { flag: 'wx', mode: 0o600 }));
      return free;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') continue;
      info.within((prefix) => rmSync(prefix + free + INFO, { force: true }));
      throw error;
    }
  }
  throw errnoError('EEXIST');
};

const localTime = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19);

/**
 * Moves something from the trash to a name that nothing has.
 *
 * @throws {Error} EEXIST, ENOENT when it is not in the trash any more, and others of the file system.
 */
export const restoreFromTrash = (
  kind: AnchoringKind,
  { trash: path, name }: Trashed,
  target: Target,
): void => {
  using trash = openTrash(kind, { path });
  using files = openFolder(trash, 'files');
  using info = openFolder(trash, 'info');
  using there = files.child(name);
  renameToNew(files.at(name), target.at, there.stats.isDirectory());
  info.within((prefix) => rmSync(prefix + name + INFO, { force: true }));
};
