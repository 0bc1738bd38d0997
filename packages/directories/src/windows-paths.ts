// What Windows takes a path for. Names that mean something else there than they say are refused by rule, before any
// other rule looks at them: whether a name is one of those cannot be found out by trying.
import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Where a path is used. */
export interface PathRules {
  /** Default: this machine. Only `win32` has these rules. */
  readonly platform?: NodeJS.Platform;
  /** Whether a path may name another machine: when an allowed directory does. Default: no. */
  readonly isNetworkAllowed?: boolean;
}

const SEPARATORS = /[\\/]+/;
/** A drive and what follows it. */
const DRIVE = /^[A-Za-z]:/;
/** `\\?\`, `\\.\` and `\??\`, with either separator: paths that are handed on unread, also to devices. */
const DEVICE_PATH = /^[\\/]{2}[?.](?:[\\/]|$)|^[\\/]\?\?(?:[\\/]|$)/;
const NETWORK_PATH = /^[\\/]{2}/;

/**
 * Names of devices in every directory, whatever comes after the first dot or colon. The superscript digits are digits
 * to Windows.
 */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d\u00b9\u00b2\u00b3])[ ]*(?:[.:]|$)/i;
/** Characters that no name has. */
const FORBIDDEN = new Set('<>:"|?*');

/**
 * Why a name of a file or directory is refused, to be read after the name: Windows would take it for another one, or
 * for a device. Undefined when it is not.
 */
export const nameProblem = (
  name: string,
  platform: NodeJS.Platform = process.platform,
): string | undefined => {
  if (platform !== 'win32' || name === '.' || name === '..') return undefined;
  if (DEVICE.test(name)) return 'is the name of a device on Windows';
  if (name.includes(':'))
    return 'has a colon, which on Windows stands for a drive or a second stream of a file';
  if (Array.from(name).some((character) => FORBIDDEN.has(character) || character < ' '))
    return 'has a character that no name has on Windows: one of < > " | ? * or a control character';
  if (/[. ]$/.test(name)) return 'ends with a dot or a space, which Windows drops';
  return undefined;
};

/** As `nameProblem`, for a path and every name in it. Asked before the path is resolved. */
export const pathProblem = (
  path: string,
  { platform = process.platform, isNetworkAllowed = false }: PathRules = {},
): string | undefined => {
  if (platform !== 'win32') return undefined;
  if (DEVICE_PATH.test(path))
    return 'is a path of a device of Windows; write it with a drive, like C:\\folder';
  if (NETWORK_PATH.test(path) && !isNetworkAllowed)
    return 'is a path on another machine, and no allowed directory is';
  if (DRIVE.test(path) && !/^[\\/]/.test(path.slice(2)))
    return 'has no slash after the drive, so it depends on where a program works; write it in full, like C:\\folder';
  for (const name of path.replace(DRIVE, '').split(SEPARATORS)) {
    const problem = nameProblem(name, platform);
    if (problem !== undefined)
      return name === path ? problem : `has the part ${JSON.stringify(name)}, which ${problem}`;
  }
  return undefined;
};

/** Whether a path names another machine on Windows. */
export const isNetworkPath = (path: string, platform: NodeJS.Platform = process.platform): boolean =>
  platform === 'win32' && NETWORK_PATH.test(path);

/**
 * Whether a name may be the second, short one that a volume gives to a file with a longer name: `PROGRA~1`, on network
 * disks and in Wine also with letters. Then only the disk can say what it names.
 */
export const mayBeShortName = (name: string, platform: NodeJS.Platform = process.platform): boolean =>
  platform === 'win32' && /^(?=[^.]{1,8}(?:\.|$))[^.]*~[\da-z]{1,6}(?:\.[^.]{0,3})?$/i.test(name);

/**
 * Whether a name in a directory is the short one of something, or could be: it has the form, and the directory lists
 * nothing of that name. Looks at the disk for names of that form only.
 */
export const isShortName = (
  directory: string,
  name: string,
  platform: NodeJS.Platform = process.platform,
): boolean => {
  if (!mayBeShortName(name, platform)) return false;
  try {
    return !readdirSync(directory).some((entry) => foldCase(entry) === foldCase(name));
  } catch {
    return true;
  }
};

/**
 * The long name of what a directory has under a short one; undefined when nothing has it, for a link, and where the
 * disk does not tell.
 */
export const longNameOf = (directory: string, name: string): string | undefined => {
  const path = join(directory, name);
  try {
    return lstatSync(path).isSymbolicLink() ? undefined : basename(realpathSync.native(path));
  } catch {
    return undefined;
  }
};

/**
 * A path without differences of case as NTFS has them: character by character. Two that it takes for different stay
 * so: it does not fold the Kelvin sign to k, or a dotless i to I.
 */
export const foldCase = (path: string): string =>
  // Most paths are plain.
  /^[\x20-\x7e]*$/.test(path) ? path.toUpperCase() : Array.from(path, foldCharacter).join('');

const foldCharacter = (character: string): string => {
  const upper = character.toUpperCase();
  const isPlain = character <= '\u007f';
  return upper.length === character.length && (isPlain || upper > '\u007f') ? upper : character;
};
