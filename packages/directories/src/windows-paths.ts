// Windows paths. Names with a special meaning are refused by rule, before any other rule sees them, because trying a
// name cannot reveal its meaning.
import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';

export interface PathRules {
  /** Default: this machine. The rules apply only to `win32`. */
  readonly platform?: NodeJS.Platform;
  /** Whether a path may be on another machine, as an allowed directory is. Default: no. */
  readonly isNetworkAllowed?: boolean;
}

const SEPARATORS = /[\\/]+/;
const DRIVE = /^[A-Za-z]:/;
/** `\\?\`, `\\.\` and `\??\`, with either separator: passed on unparsed, also to devices. */
const DEVICE_PATH = /^[\\/]{2}[?.](?:[\\/]|$)|^[\\/]\?\?(?:[\\/]|$)/;
const NETWORK_PATH = /^[\\/]{2}/;

/**
 * Device names, which exist in every directory, whatever follows the first dot or colon. Windows takes the superscript
 * digits for digits.
 */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[\d\u00b9\u00b2\u00b3])[ ]*(?:[.:]|$)/i;
/** Characters that names cannot contain. */
const FORBIDDEN = new Set('<>:"|?*');

/**
 * Returns why a file name is refused, to be read after the name: Windows would take it for another name or for a
 * device. Undefined if it is not refused.
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
    return 'has a character that Windows does not allow in names: one of < > " | ? * or a control character';
  if (/[. ]$/.test(name)) return 'ends with a dot or a space, which Windows drops';
  return undefined;
};

/** As `nameProblem`, for a path and every name in it. Call it before the path is resolved. */
export const pathProblem = (
  path: string,
  { platform = process.platform, isNetworkAllowed = false }: PathRules = {},
): string | undefined => {
  if (platform !== 'win32') return undefined;
  if (DEVICE_PATH.test(path)) return 'is a Windows device path; write it with a drive, like C:\\folder';
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

/** Whether a path is on another machine, on Windows. */
export const isNetworkPath = (path: string, platform: NodeJS.Platform = process.platform): boolean =>
  platform === 'win32' && NETWORK_PATH.test(path);

/**
 * Whether a name may be the short name that a volume adds to a longer one: `PROGRA~1`, on network disks and in Wine
 * also with letters. Only the disk knows what it stands for.
 */
export const mayBeShortName = (name: string, platform: NodeJS.Platform = process.platform): boolean =>
  platform === 'win32' && /^(?=[^.]{1,8}(?:\.|$))[^.]*~[\da-z]{1,6}(?:\.[^.]{0,3})?$/i.test(name);

/**
 * Whether a name in a directory is or could be a short name: it has the form, and the directory lists no such name.
 * Reads the disk only for names of that form.
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

/** Returns the long name for a short one; undefined for a link, for a missing entry, and if the disk does not know. */
export const longNameOf = (directory: string, name: string): string | undefined => {
  const path = join(directory, name);
  try {
    return lstatSync(path).isSymbolicLink() ? undefined : basename(realpathSync.native(path));
  } catch {
    return undefined;
  }
};

/**
 * Folds the case of a path like NTFS: character by character. Names that NTFS distinguishes stay different: it does not
 * fold the Kelvin sign to k, or a dotless i to I.
 */
export const foldCase = (path: string): string =>
  // Most paths are ASCII.
  /^[\x20-\x7e]*$/.test(path) ? path.toUpperCase() : Array.from(path, foldCharacter).join('');

const foldCharacter = (character: string): string => {
  const upper = character.toUpperCase();
  const isPlain = character <= '\u007f';
  return upper.length === character.length && (isPlain || upper > '\u007f') ? upper : character;
};
