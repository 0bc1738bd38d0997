// The text of `git status`, made from what is known already: to let git write it too would read all files twice.
import type { Changed, Status } from './status.ts';

const LABELS = {
  added: 'new file:   ',
  modified: 'modified:   ',
  deleted: 'deleted:    ',
  renamed: 'renamed:    ',
  copied: 'copied:     ',
  'type-changed': 'typechange: ',
} as const;

/** Paths that git writes in quotes. */
const QUOTED = /["\\\p{Cc}]/u;

/**
 * The text, or undefined for the rarer states whose words depend on the version of git: it has to write them itself.
 */
export const toLongFormat = (status: Status, isOperation: boolean): string | undefined => {
  const { branch, apart, staged, unstaged, untracked } = status;
  const isPlain =
    !isOperation && branch !== undefined && status.conflicted.length === 0 && !isDiverged(apart);
  if (!isPlain || (status.upstream !== undefined && apart === undefined)) return undefined;
  const paths = [...staged, ...unstaged].flatMap(({ path, oldPath = '' }) => [path, oldPath]);
  if ([...paths, ...untracked].some((path) => QUOTED.test(path))) return undefined;
  const isInitial = status.commit === undefined;
  return [
    `On branch ${branch}\n${toTracking(status)}`,
    isInitial ? '\nNo commits yet\n\n' : '',
    section('Changes to be committed', [isInitial ? UNSTAGE_INITIAL : UNSTAGE], staged.map(toLine)),
    section(
      'Changes not staged for commit',
      [unstaged.some((file) => file.status === 'deleted') ? UPDATE_DELETED : UPDATE, DISCARD],
      unstaged.map(toLine),
    ),
    section('Untracked files', [INCLUDE], untracked),
    toSummary(status),
  ].join('');
};

const isDiverged = (apart: Status['apart']): boolean =>
  apart !== undefined && apart.ahead > 0 && apart.behind > 0;

const UNSTAGE = 'use "git restore --staged <file>..." to unstage';
const UNSTAGE_INITIAL = 'use "git rm --cached <file>..." to unstage';
const UPDATE = 'use "git add <file>..." to update what will be committed';
const UPDATE_DELETED = 'use "git add/rm <file>..." to update what will be committed';
const DISCARD = 'use "git restore <file>..." to discard changes in working directory';
const INCLUDE = 'use "git add <file>..." to include in what will be committed';

const section = (title: string, hints: readonly string[], lines: readonly string[]): string =>
  lines.length === 0
    ? ''
    : `${title}:\n${hints.map((hint) => `  (${hint})\n`).join('')}${lines.map((line) => `\t${line}\n`).join('')}\n`;

const toLine = ({ path, status, oldPath }: Changed): string =>
  `${LABELS[status]}${oldPath === undefined ? '' : `${oldPath} -> `}${path}`;

const toTracking = ({ upstream, apart, commit }: Status): string => {
  if (upstream === undefined || apart === undefined || commit === undefined) return '';
  const { ahead, behind } = apart;
  const count = Math.max(ahead, behind);
  const commits = count === 1 ? '1 commit' : `${count} commits`;
  if (count === 0) return `Your branch is up to date with '${upstream}'.\n\n`;
  if (behind > 0)
    return (
      `Your branch is behind '${upstream}' by ${commits}, and can be fast-forwarded.\n` +
      '  (use "git pull" to update your local branch)\n\n'
    );
  return `Your branch is ahead of '${upstream}' by ${commits}.\n  (use "git push" to publish your local commits)\n\n`;
};

const toSummary = ({ staged, unstaged, untracked, commit }: Status): string => {
  if (staged.length > 0) return '';
  if (unstaged.length > 0) return 'no changes added to commit (use "git add" and/or "git commit -a")\n';
  if (untracked.length > 0)
    return 'nothing added to commit but untracked files present (use "git add" to track)\n';
  return commit === undefined
    ? 'nothing to commit (create/copy files and use "git add" to track)\n'
    : 'nothing to commit, working tree clean\n';
};
