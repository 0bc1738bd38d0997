// Names that mean something to the server or to others: of files that are being written, of git, of the trash; and
// names as they are shown.
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const TEMPORARY = /^\.mcp-[\da-f-]{36}\.tmp$/;

/** A name that nothing else has. A process that is killed leaves such a file behind; it can be deleted any time. */
export const temporaryName = (): string => `.mcp-${crypto.randomUUID()}.tmp`;

/** The name of the lock of a directory. It is one of them, so it is hidden too. */
export const LOCK_NAME = '.mcp-00000000-0000-0000-0000-000000000000.tmp';

/** Whether a name is such a name. */
export const isTemporaryName = (name: string): boolean => name.startsWith('.mcp-') && TEMPORARY.test(name);

/** The real path of the user's trash, as far as it is known without looking; undefined without a home. */
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

/** Whether a name is that of a trash on a disk. */
export const isTrashName = (name: string): boolean => /^(?:\.Trash(?:es|-\d+)?|\$RECYCLE\.BIN)$/i.test(name);

// Plain lower-case ASCII is most of all names.
const IS_FOLDED = /^[\x20-\x40\x5b-\x7e]*$/;

/**
 * A name without differences of case, of Unicode normalisation (NFKC) and of invisible characters. Two names that any
 * file system takes for the same come out equal; some that are different do too. Made for refusing, not for finding.
 */
export const foldName = (name: string): string => {
  if (IS_FOLDED.test(name)) return name;
  const folded = name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
  // HFS+ ignores these; to a reader they are invisible everywhere. Made here: V8 reads tables of Unicode for it.
  return folded.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');
};

/** Whether a name is `.git` to some file system: in other case, with invisible characters, or as Windows reads it. */
export const isGitName = (name: string): boolean =>
  // Windows drops dots and spaces at the end, has streams after a colon, and short names.
  /^(?:\.git|git~\d+)[. ]*(?::.*)?$/s.test(foldName(name));

// Most names have nothing else.
const PLAIN = /^[\x20-\x7e]*$/;

/**
 * A name or path for a line of text, where one like "a\n[DIR] b" would look like two entries of a list: hidden
 * characters as the escapes of JSON, like `\u000a`.
 */
export const oneLine = (name: string): string => {
  if (PLAIN.test(name)) return name;
  // Also what ends a line, turns its direction or is invisible, but not the joiners that belong to the spelling of
  // words and emoji. Made here: V8 reads tables of Unicode for it.
  return name.replaceAll(/(?![\u200C\u200D])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, toEscapes);
};

const toEscapes = (character: string): string =>
  Array.from({ length: character.length }, (_, i) => {
    const code = character.charCodeAt(i).toString(16).padStart(4, '0');
    return `\\u${code}`;
  }).join('');
