// What may stand on git's command line. What a client sends becomes an operand of a checked type, or the value of an
// option that is written in our code: it can never be an option itself.
import { isAbsolute, relative, sep } from 'node:path';
import { GitError } from '../git-error.ts';
import { refusal } from '../process/errors.ts';
import { hasBytes, readName, shownName } from './names.ts';

declare const kind: unique symbol;

/** The name of an object or a range, as git reads it: `HEAD~2`, `main..topic`, `v1.0:README.md`. */
export type Revision = string & { readonly [kind]: 'revision' };
/** A path below the top level of a repository, with slashes. It is taken literally. */
export type TreePath = string & { readonly [kind]: 'path' };
/** A name that git accepts for a new branch. */
export type BranchName = string & { readonly [kind]: 'branch' };
/** The name of a remote, like `origin`. */
export type RemoteName = string & { readonly [kind]: 'remote' };
/** An address that was checked (`remote/url.ts`). */
export type RemoteUrl = string & { readonly [kind]: 'url' };
/** What goes where in a transfer: `+refs/heads/*:refs/remotes/origin/*`. */
export type Refspec = string & { readonly [kind]: 'refspec' };
/** An absolute path that was checked: a new directory. */
export type Directory = string & { readonly [kind]: 'directory' };

/** An option that code wrote, with its value in the same argument: `--since=${value}`. */
export type Option = `-${string}`;
/** What follows the options. */
export type Operand =
  | Revision
  | TreePath
  | BranchName
  | RemoteName
  | RemoteUrl
  | Refspec
  | Directory
  | '--'
  | '--end-of-options';

/** One git command. */
export interface Command {
  /** With its subcommand, if it has one: `worktree list`. */
  readonly name: string;
  readonly options?: readonly Option[];
  readonly operands?: readonly Operand[];
}

/** Tests see here which commands the code issues. */
export const witness: { onCommand?: (command: Command) => void } = {};

/**
 * The arguments of a command, without the program.
 *
 * @throws {GitError} for a name that is not UTF-8: no argument can have its bytes.
 */
export const toArguments = (command: Command): string[] => {
  witness.onCommand?.(command);
  const { name, options = [], operands = [] } = command;
  const odd = operands.find(hasBytes);
  if (odd !== undefined) throw notUtf8(odd);
  return ['--no-pager', ...name.split(' '), ...options, ...operands];
};

/** Such names are shown, and taken as parts of folders only. */
const notUtf8 = (name: string): GitError =>
  refusal(
    'unsupported',
    `${shownName(name)} is not UTF-8: such a name is shown, but no tool takes it.`,
    'Name its folder, or ask the user to rename the file.',
  );

const MAX_LENGTH = 4096;

/** A text of a client, not longer than a message should be. */
export const shortened = (text: string, most = MAX_SHOWN): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;

/** The same in quotes, with escapes for all that does not show or moves what stands around it. */
export const quoted = (text: string, most = MAX_SHOWN): string =>
  JSON.stringify(shortened(text, most)).replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );

const MAX_SHOWN = 300;

/**
 * Checks a text that becomes the value of an option or of standard input.
 *
 * @throws {GitError} when it has a control character, or is too long.
 */
export const toValue = (text: string, argument: string): string => {
  // Half a character (a lone surrogate) would reach git as another one.
  if (/[\p{Cc}\p{Cs}]/u.test(text))
    throw new GitError(`${argument} has a control character, or half a character. Leave it out.`);
  if (text.length > MAX_LENGTH)
    throw new GitError(`${argument} has ${text.length} characters; ${MAX_LENGTH} are the most.`);
  return text;
};

/**
 * Checks a revision. Whether it exists, git finds out.
 *
 * @throws {GitError} when it is empty, begins with `-`, or has a control character.
 */
export const toRevision = (given: string, argument: string): Revision => {
  const text = toValue(readName(given), argument);
  if (text.trim() === '')
    throw new GitError(`${argument} is empty. Give a branch, tag or commit, like HEAD~1.`);
  // An outside range would be an option too: git looks at each argument as a whole only.
  if (text.startsWith('-'))
    throw new GitError(
      `${argument} is ${quoted(text)}, which begins with "-". Give a branch, tag or commit.`,
    );
  return text as Revision;
};

/** The commit that is checked out. */
export const HEAD: Revision = 'HEAD' as Revision;

/**
 * Checks a path, plain or in quotes as tools show some, and makes it relative to the top level.
 *
 * @throws {GitError} when it is outside, inside `.git`, or cannot be the name of a file.
 */
export const toTreePath = (given: string, topLevel: string, argument = 'path'): TreePath => {
  const text = readName(given);
  if (text === '')
    throw new GitError(`${argument} is empty. Give a path below the top level of the repository.`);
  if (given.includes('\0') || /\p{Cs}/u.test(given) || text.length > MAX_LENGTH)
    throw new GitError(
      `${argument} cannot be the path of a file. Give a path below the top level of the repository.`,
    );
  if (hasBytes(text)) throw notUtf8(text);
  const inner = isAbsolute(text) ? relative(topLevel, text) : text;
  const segments = inner
    .split(sep === '\\' ? /[\\/]/ : '/')
    .filter((segment) => segment !== '' && segment !== '.');
  if (isAbsolute(inner) || segments.includes('..'))
    throw new GitError(
      `${shortened(given)} is outside the repository. Give a path relative to its top level, without "..".`,
    );
  if (segments.some((segment) => isGitFolder(segment)))
    throw new GitError(`${shortened(given)} is inside .git, which belongs to git itself.`);
  return (segments.join('/') || '.') as TreePath;
};

/** The path for a command that does not take paths literally. */
export const toPathspec = (path: Operand): TreePath =>
  `:(top,literal)${path === '.' ? '' : path}` as TreePath;

/** Whether a name is that of a git directory, also in the forms that file systems take for the same name. */
export const isGitFolder = (segment: string): boolean =>
  /^(?:\.git|git~1)[ .]*(?:[:\\].*)?$/is.test(segment.replaceAll(IGNORED, ''));

/** What HFS+ does not look at in a name. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Without the characters and sequences that no branch name has (git-check-ref-format). */
const isBranch = (text: string): boolean =>
  text !== '' &&
  text.length <= 255 &&
  !/[\p{Cc}\p{Cs} ~^:?*[\\]|\.\.|@\{|\/\/|^[-/.]|\/\.|\.lock(?:\/|$)|[/.]$|^@$|^HEAD$/u.test(text);

/**
 * Checks the name of a new branch.
 *
 * @throws {GitError} when git would refuse it.
 */
export const toBranchName = (given: string, argument: string): BranchName => {
  const text = readName(given);
  if (!isBranch(text))
    throw new GitError(
      `${argument} is ${quoted(text)}, which is not a name for a branch or tag. Use letters, digits, "-", "_" and "/".`,
    );
  return text as BranchName;
};

/**
 * Checks the name of a remote: it becomes a part of the names of refs.
 *
 * @throws {GitError} when it cannot be one.
 */
export const toRemoteName = (text: string, argument: string): RemoteName => {
  if (!/^[\w.][\w.+-]*(?:\/[\w.+-]+)*$/.test(text) || !isBranch(text))
    throw new GitError(
      `${argument} is ${quoted(text)}, which is not the name of a remote. Look with git_remotes.`,
    );
  return text as RemoteName;
};
