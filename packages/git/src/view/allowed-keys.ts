// What a command is told of the configuration of a repository: the keys that are known to be harmless, with values of
// a known type. Nothing else of it reaches git, so a key of a newer git, or of a program beside git, has no effect
// either.
import { refusal } from '../process/errors.ts';
import { quoted } from '../arguments/arguments.ts';

/** A key, as git lists it, and its value; undefined for a key without `=`. */
export type Entry = readonly [key: string, value: string | undefined];

/** The value in a form that git takes; undefined when it is not of the type. */
type Type = (value: string) => string | undefined;

const words =
  (...known: readonly string[]): Type =>
  (value) =>
    known.find((word) => word === value.toLowerCase());

const bool: Type = (value) => {
  if (/^(?:true|yes|on|1)$/i.test(value)) return 'true';
  return /^(?:false|no|off|0|)$/i.test(value) ? 'false' : undefined;
};

/** Either of both. */
const or =
  (one: Type, other: Type): Type =>
  (value) =>
    one(value) ?? other(value);

const number: Type = (value) => (/^\d{1,9}$/.test(value) ? value : undefined);

const MAX_TEXT = 4096;

/** Text that stands on one line. */
const line: Type = (value) =>
  value.length > MAX_TEXT || /[\p{Cc}\p{Cs}\uFFFD]/u.test(value) ? undefined : value;

const mode: Type = (value) => (/^0[0-7]{3}$/.test(value) ? value : undefined);

/** By key, as git lists it: the section and the name in small letters. */
const KEYS = new Map<string, Type>([
  ['core.filemode', bool],
  ['core.ignorecase', bool],
  ['core.symlinks', bool],
  ['core.precomposeunicode', bool],
  ['core.longpaths', bool],
  ['core.trustctime', bool],
  ['core.checkstat', words('default', 'minimal')],
  ['core.autocrlf', or(bool, words('input'))],
  ['core.eol', words('lf', 'crlf', 'native')],
  ['core.safecrlf', or(bool, words('warn'))],
  ['core.logallrefupdates', or(bool, words('always'))],
  ['core.sharedrepository', or(or(bool, mode), words('umask', 'group', 'all', 'world', 'everybody'))],
  ['core.prefersymlinkrefs', bool],
  ['core.sparsecheckout', bool],
  ['core.sparsecheckoutcone', bool],
  ['extensions.objectformat', words('sha1', 'sha256')],
  ['extensions.refstorage', words('files', 'reftable')],
  ['extensions.preciousobjects', bool],
  ['user.name', line],
  ['user.email', line],
  ['merge.conflictstyle', words('merge', 'diff3', 'zdiff3')],
  ['merge.ff', or(bool, words('only'))],
  ['merge.renames', or(bool, words('copy', 'copies'))],
  ['merge.renamelimit', number],
  ['diff.renames', or(bool, words('copy', 'copies'))],
  ['diff.renamelimit', number],
  ['diff.algorithm', words('default', 'myers', 'minimal', 'patience', 'histogram')],
]);

/** Keys of a branch or a remote, whose name stands between the first and the last dot. */
const NAMED = new Map<string, Type>([
  ['branch.remote', line],
  ['branch.merge', line],
  ['remote.url', line],
  ['remote.pushurl', line],
  ['remote.fetch', line],
]);

/** Keys that git reads from the configuration of a worktree, if the repository has that. */
const OF_WORKTREE = new Set(['core.sparsecheckout', 'core.sparsecheckoutcone']);

/** Keys that say what is so in any case, or that only other programs read: not worth a word. */
const SILENT =
  /^(?:core\.(?:bare|repositoryformatversion)|extensions\.(?:worktreeconfig|noop|noop-v1|relativeworktrees)|submodule\..*\.(?:url|active)|lfs\.(?:repositoryformatversion|.*\.(?:access|locksverify))|branch\..*\.(?:description|vscode-merge-base|gk-[\w-]+)|remote\..*\.gh-resolved)$/s;

/** Extensions with which this server can work, beside those that are passed on. */
const EXTENSIONS = /^extensions\.(?:worktreeconfig|noop|noop-v1|partialclone|relativeworktrees)$/;

/** What git is told, and what it is not told. */
export interface Allowed {
  /** In the order of the file. */
  readonly entries: readonly (readonly [key: string, value: string])[];
  /** Keys that have no effect, each once. */
  readonly unused: readonly string[];
}

/**
 * Picks what is harmless.
 *
 * @throws {GitError} for a repository of a format that is not known: it cannot be told what git would read there.
 */
export const pickAllowed = (common: readonly Entry[], worktree: readonly Entry[]): Allowed => {
  const entries: (readonly [string, string])[] = [];
  const unused = new Set<string>();
  for (const [key, value] of common) {
    const typed = typeOf(key)?.(value ?? 'true');
    if (typed !== undefined) entries.push([key, typed]);
    else if (isUnknownFormat(key, value)) throw unknownFormat(key, value);
    else if (!SILENT.test(key)) unused.add(key);
  }
  const hasWorktree = entriesOf(common, 'extensions.worktreeconfig').some((value) => bool(value) === 'true');
  for (const [key, value] of worktree) {
    const typed = hasWorktree && OF_WORKTREE.has(key) ? bool(value ?? 'true') : undefined;
    if (typed !== undefined) entries.push([key, typed]);
    else if (!SILENT.test(key)) unused.add(key);
  }
  return { entries, unused: [...unused] };
};

const entriesOf = (entries: readonly Entry[], wanted: string): string[] =>
  entries.flatMap(([key, value]) => (key === wanted ? [value ?? 'true'] : []));

const typeOf = (key: string): Type | undefined => {
  const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
  if (first === last) return KEYS.get(key);
  // Half of a character, or a line break, could not be written again.
  if (line(key) === undefined) return undefined;
  return NAMED.get(`${key.slice(0, first)}${key.slice(last)}`);
};

const isUnknownFormat = (key: string, value: string | undefined): boolean =>
  key === 'core.repositoryformatversion'
    ? !['0', '1'].includes(value ?? '')
    : key.startsWith('extensions.') && !EXTENSIONS.test(key);

const unknownFormat = (key: string, value = ''): Error =>
  refusal(
    'unsupported',
    `The repository has a format that this server does not know: ${quoted(key)} is ${quoted(value)}.`,
    'Ask the user to work on it with git itself.',
  );

/** The text of a configuration file with these entries. */
export const toConfigText = (entries: Allowed['entries']): string => {
  const isExtended = entries.some(([key]) => key.startsWith('extensions.'));
  const lines = entries.map(([key, value]) => {
    const [first, last] = [key.indexOf('.'), key.lastIndexOf('.')];
    const subsection = first === last ? '' : ` ${inQuotes(key.slice(first + 1, last))}`;
    return `[${key.slice(0, first)}${subsection}]\n\t${key.slice(last + 1)} = ${inQuotes(value)}\n`;
  });
  return `[core]\n\trepositoryFormatVersion = ${isExtended ? 1 : 0}\n${lines.join('')}`;
};

const inQuotes = (text: string): string => `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
