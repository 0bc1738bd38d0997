// The system trash. On Linux it follows https://specifications.freedesktop.org/trash-spec with anchors, so that a link
// in place of the trash is never followed. Other systems are asked.
import { existsSync, lstatSync, mkdirSync, rmSync, writeFileSync, type BigIntStats } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { isNetworkPath } from '@mcp/directories/windows-paths';
import { errnoError, errorCode, FileError, toFailure } from '../file-error.ts';
import type { Anchor } from '../sandbox/anchor.ts';
import { anchorReal, type AnchoringKind } from '../sandbox/anchoring.ts';
import { homeTrash } from '../sandbox/names.ts';
import type { Target } from '../sandbox/resolve.ts';
import { renameToNew } from './exclusive.ts';

/**
 * Moves a path to the trash of Windows or macOS. Calls `check` immediately before, which throws if the path leads
 * elsewhere by now.
 */
export type Recycle = (path: string, check: () => void) => Promise<unknown>;

export interface Trashed {
  /** The real path of the trash, which contains the folders `files` and `info`. */
  readonly trash: string;
  readonly name: string;
}

/**
 * Moves an entry into the trash.
 *
 * @returns its location, or undefined if only the system knows it.
 * @throws {Error} ENOSYS if there is no trash for it; others of the file system.
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
      // Other errors mean that this trash cannot be used, because it is on another disk or not writable.
      const code = errorCode(error);
      if (error instanceof FileError || code === undefined || FULL.has(code)) throw error;
    }
  }
  throw errnoError('ENOSYS');
};

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/** A trash that exists or can be created. */
interface Candidate {
  readonly path: string;
  /** Base of the paths in it; absent in the user's home trash. */
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

// Nobody looks into the trash of a container, unless it is mounted.
const isContainer = (): boolean => ['/.dockerenv', '/run/.containerenv'].some((path) => existsSync(path));

/** @throws {Error} ENOSYS unless it is a folder that only this user can change. */
const openTrash = (kind: AnchoringKind, { path, top }: Candidate): Anchor => {
  if (!existsSync(path)) {
    if (isContainer()) throw errnoError('ENOSYS');
    mkdirSync(path, { recursive: top === undefined, mode: 0o700 });
  }
  const isOurs = ({ uid, mode }: BigIntStats): boolean =>
    Number(uid) === (process.getuid?.() ?? 0) && (mode & 0o022n) === 0n;
  return requireFolder(anchorReal(kind, path), isOurs);
};

const requireFolder = (folder: Anchor, isGood: (stats: BigIntStats) => boolean = () => true): Anchor => {
  if (folder.stats.isDirectory() && isGood(folder.stats)) return folder;
  folder[Symbol.dispose]();
  throw errnoError('ENOSYS');
};

/** Opens `files` or `info`, and creates it if it is missing. */
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
    // Errors concern the original, unless the trash is on another disk.
    throw errorCode(error) === 'EXDEV' ? error : toFailure(target.path, error);
  }
  return { trash: trash.path, name };
};

const MAX_NAME_BYTES = 200;

/** Writes the original location under a free name in the trash; returns the name. */
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
 * Restores an entry from the trash to a free name.
 *
 * @throws {Error} EEXIST, ENOENT if it has left the trash, and others of the file system.
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
