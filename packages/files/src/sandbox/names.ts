// Names with a meaning: of temporary files, of git, of the trash; and names as they are shown.
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const TEMPORARY = /^\.mcp-[\da-f-]{36}\.tmp$/;

/** Returns a unique name. A killed process leaves such files behind; they can be deleted at any time. */
export const temporaryName = (): string => `.mcp-${crypto.randomUUID()}.tmp`;

/** Name of a directory's lock. As a temporary name it is hidden, too. */
export const LOCK_NAME = '.mcp-00000000-0000-0000-0000-000000000000.tmp';

export const isTemporaryName = (name: string): boolean => name.startsWith('.mcp-') && TEMPORARY.test(name);

/** Returns the real path of the user's trash, whether it exists or not; undefined without a home. */
export const homeTrash = (): string | undefined => {
  const given = process.env['XDG_DATA_HOME'] ?? '';
  if (given.startsWith('/')) return join(real(given) ?? given, 'Trash');
  const home = real(homedir());
  if (home === undefined) return undefined;
  if (process.platform === 'darwin') return join(home, '.Trash');
  const data = join(home, '.local', 'share');
  return join(real(data) ?? data, 'Trash');
};

const real = (path: string): string | undefined => {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
};

export const isTrashName = (name: string): boolean => /^(?:\.Trash(?:es|-\d+)?|\$RECYCLE\.BIN)$/i.test(name);

// Most names are lower-case ASCII.
const IS_FOLDED = /^[\x20-\x40\x5b-\x7e]*$/;

/**
 * Folds case, Unicode normalization (NFKC) and invisible characters. Names that any file system considers equal come
 * out equal, and so do some that differ. For denying, not for searching.
 */
export const foldName = (name: string): string => {
  if (IS_FOLDED.test(name)) return name;
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  // HFS+ ignores these characters, and they are invisible everywhere. The expression is created here because V8 then
  // loads Unicode tables.
  return folded.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
};

/** Whether some file system treats a name as `.git`: by case, invisible characters, or the rules of Windows. */
export const isGitName = (name: string): boolean =>
  // Windows drops trailing dots and spaces, has streams after a colon, and short names.
  /^(?:\.git|git~\d+)[. ]*(?::.*)?$/s.test(foldName(name));

// Most names are printable ASCII.
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * Escapes hidden characters in a name or path like JSON does, as in `\u000a`. Otherwise "a\n[DIR] b" would look like
 * two entries of a list.
 */
export const oneLine = (name: string): string => {
  if (PLAIN.test(name)) return name;
  // Includes line ends, direction marks and invisible characters, but not the joiners that belong to words and emoji.
  // The expression is created here because V8 then loads Unicode tables.
  return name.replaceAll(/(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, toEscapes);
};

const toEscapes = (character: string): string =>
  Array.from({ length: character.length }, (_, i) => {
    const code = character.charCodeAt(i).toString(16).padStart(4, '0');
    return `\\u${code}`;
  }).join('');
