// The keys of a repository's configuration that git gets: harmless ones, with values of a known type. All others,
// including those of newer versions of git and of other programs, have no effect.
import { refusal } from '../process/errors.ts';
import { quoted } from '../arguments/arguments.ts';

/** A key, as git lists it, and its value; undefined for a key without `=`. */
export type Entry = readonly [key: string, value: string | undefined];

/** Returns the value as git reads it, or undefined if it is not of the type. */
type Type = (value: string) => string | undefined;

const words =
  (...known: readonly string[]): Type =>
  (value) =>
    known.find((word) => word === value.toLowerCase());

const bool: Type = (value) => {
  if (/^(?:true|yes|on|1)$/i.test(value)) return 'true';
  return /^(?:false|no|off|0|)$/i.test(value) ? 'false' : undefined;
};

const or =
  (one: Type, other: Type): Type =>
  (value) =>
    one(value) ?? other(value);

const number: Type = (value) => (/^\d{1,9}$/.test(value) ? value : undefined);

const MAX_TEXT = 4096;

/** Text without line breaks. */
const line: Type = (value) =>
  value.length > MAX_TEXT || /[\p{Cc}\p{Cs}\uFFFD]/u.test(value) ? undefined : value;

const mode: Type = (value) => (/^0[0-7]{3}$/.test(value) ? value : undefined);

/** By key as git lists it, with section and name in lower case. */
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

/** Keys of a branch or a remote, whose name is between the first and the last dot. */
const NAMED = new Map<string, Type>([
  ['branch.remote', line],
  ['branch.merge', line],
  ['remote.url', line],
  ['remote.pushurl', line],
  ['remote.fetch', line],
]);

/** Keys that git may read from the configuration of a worktree (`extensions.worktreeConfig`). */
const OF_WORKTREE = new Set(['core.sparsecheckout', 'core.sparsecheckoutcone']);

/** Ignored keys that are not reported, because they change nothing here or only other programs read them. */
const SILENT =
  /^(?:core\.(?:bare|repositoryformatversion)|extensions\.(?:worktreeconfig|noop|noop-v1|relativeworktrees)|submodule\..*\.(?:url|active)|lfs\.(?:repositoryformatversion|.*\.(?:access|locksverify))|branch\..*\.(?:description|vscode-merge-base|gk-[\w-]+)|remote\..*\.gh-resolved)$/s;

/** Supported extensions, in addition to those in `KEYS`. */
const EXTENSIONS = /^extensions\.(?:worktreeconfig|noop|noop-v1|partialclone|relativeworktrees)$/;

/** The configuration as git gets it, and the keys that it does not get. */
export interface Allowed {
  /** In the order of the file. */
  readonly entries: readonly (readonly [key: string, value: string])[];
  /** Keys without effect. */
  readonly unused: readonly string[];
}

/**
 * Picks the harmless entries.
 *
 * @throws {GitError} for a repository with an unknown format, because nobody knows what git would read there.
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
  // A lone surrogate or a line break could not be written to the file.
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

/** Returns the text of a configuration file with these entries. */
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
