// Arguments of git. What a client sends becomes an operand of a checked type, or the value of an option that is written
// in our code. It can never become an option.
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
/** A refspec: `+refs/heads/*:refs/remotes/origin/*`. */
export type Refspec = string & { readonly [kind]: 'refspec' };
/** A checked absolute path of a new directory. */
export type Directory = string & { readonly [kind]: 'directory' };

/** An option from our code, with its value in the same argument: `--since=${value}`. */
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

/** Lets tests observe the commands that are issued. */
export const observer: { onCommand?: (command: Command) => void } = {};

/**
 * Returns the arguments of a command, without the program.
 *
 * @throws {GitError} for a name that is not UTF-8, because arguments cannot contain it.
 */
export const toArguments = (command: Command): string[] => {
  observer.onCommand?.(command);
  const { name, options = [], operands = [] } = command;
  const odd = operands.find(hasBytes);
  if (odd !== undefined) throw notUtf8(odd);
  return ['--no-pager', ...name.split(' '), ...options, ...operands];
};

/** Such names are shown, and can be used only as part of a folder. */
const notUtf8 = (name: string): GitError =>
  refusal(
    'unsupported',
    `${shownName(name)} is not UTF-8: such a name is shown, but no tool takes it.`,
    'Name its folder, or ask the user to rename the file.',
  );

const MAX_LENGTH = 4096;

/** Shortens a text of a client to the length of a message. */
export const shortened = (text: string, most = MAX_SHOWN): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;

/** Quotes it, with escapes for characters that are invisible or move the text around them. */
export const quoted = (text: string, most = MAX_SHOWN): string =>
  JSON.stringify(shortened(text, most)).replaceAll(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );

const MAX_SHOWN = 300;

/**
 * Checks a text that becomes the value of an option or standard input.
 *
 * @throws {GitError} if it has a control character or is too long.
 */
export const toValue = (text: string, argument: string): string => {
  // Git would receive a lone surrogate as another character.
  if (/[\p{Cc}\p{Cs}]/u.test(text))
    throw new GitError(`${argument} has a control character, or half a character. Leave it out.`);
  if (text.length > MAX_LENGTH)
    throw new GitError(`${argument} has ${text.length} characters; ${MAX_LENGTH} are the most.`);
  return text;
};

/**
 * Checks the form of a revision, not its existence.
 *
 * @throws {GitError} if it is empty, starts with `-`, or has a control character.
 */
export const toRevision = (given: string, argument: string): Revision => {
  const text = toValue(readName(given), argument);
  if (text.trim() === '')
    throw new GitError(`${argument} is empty. Give a branch, tag or commit, like HEAD~1.`);
  // Git checks each argument as a whole, so the start of a range could be an option too.
  if (text.startsWith('-'))
    throw new GitError(
      `${argument} is ${quoted(text)}, which begins with "-". Give a branch, tag or commit.`,
    );
  return text as Revision;
};

/** The commit that is checked out. */
export const HEAD: Revision = 'HEAD' as Revision;

/**
 * Checks a path, plain or quoted, and returns it relative to the top level.
 *
 * @throws {GitError} if it is outside, inside `.git`, or not a valid file name.
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

/** Returns the path for a command that does not read paths literally. */
export const toPathspec = (path: Operand): TreePath =>
  `:(top,literal)${path === '.' ? '' : path}` as TreePath;

/** Whether file systems may read a name as `.git`. */
export const isGitFolder = (segment: string): boolean =>
  /^(?:\.git|git~1)[ .]*(?:[:\\].*)?$/is.test(segment.replaceAll(IGNORED, ''));

/** Characters that HFS+ ignores. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** Matches characters and sequences that branch names cannot have (git-check-ref-format). */
const isBranch = (text: string): boolean =>
  text !== '' &&
  text.length <= 255 &&
  !/[\p{Cc}\p{Cs} ~^:?*[\\]|\.\.|@\{|\/\/|^[-/.]|\/\.|\.lock(?:\/|$)|[/.]$|^@$|^HEAD$/u.test(text);

/**
 * Checks the name of a new branch.
 *
 * @throws {GitError} if git would refuse it.
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
 * Checks the name of a remote, which becomes part of ref names.
 *
 * @throws {GitError} if it is not valid.
 */
export const toRemoteName = (text: string, argument: string): RemoteName => {
  if (!/^[\w.][\w.+-]*(?:\/[\w.+-]+)*$/.test(text) || !isBranch(text))
    throw new GitError(
      `${argument} is ${quoted(text)}, which is not the name of a remote. Look with git_remotes.`,
    );
  return text as RemoteName;
};
