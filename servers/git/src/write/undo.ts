// Undo: finds the last operation in the reflog (commit, merge, rebase, reset, switch) and the command that undoes it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError } from '@mcp/runtime';
import { splitLines } from '../read/records.ts';
import { readReflog } from '../read/reflog.ts';
import { HEAD, shownName, toRevision, type Read, type Revision, type Work } from '@mcp/git';
import { refusal } from '../refusal.ts';
import type { Repository } from '../repositories.ts';
import { shortName } from '../read/refs.ts';
import { changedFiles } from './changed-files.ts';
import { spareFiles, writtenByReset } from './overwritten.ts';

/** One operation, and how it is undone. */
export interface Undo {
  /** As the reflog notes it: `commit: fix a typo`. */
  readonly operation: string;
  /** Where the branch or HEAD goes. */
  readonly target: Revision;
  /** `switch` goes back to another branch. `soft`, `mixed` and `keep` are those of `git reset`. */
  readonly mode: 'switch' | 'soft' | 'mixed' | 'keep';
}

const IN_PROGRESS = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply'];

/**
 * Finds the last operation of this worktree.
 *
 * @throws {ToolError} if there is none, another one is in progress, or undoing it would lose something.
 */
export const findUndo = async (repository: Repository, run: Read): Promise<Undo> => {
  if (IN_PROGRESS.some((name) => repository.has(name)))
    throw new ToolError(
      'An operation is in progress: give it up with abort: true. git_status names its tool.',
    );
  const [last] = await readReflog(repository, HEAD, ['--max-count=1']);
  const [, from] = /^checkout: moving from (\S+) to \S+$/.exec(last?.message ?? '') ?? [];
  if (last !== undefined && from !== undefined)
    return { operation: last.message, target: toRevision(from, 'reflog'), mode: 'switch' };
  const { branch } = await repository.head();
  // A rebase moves HEAD in many steps, and the branch once.
  const ref = branch === undefined ? HEAD : toRevision(`refs/heads/${branch}`, 'branch');
  const entries = await readReflog(repository, ref, ['--max-count=100']);
  const before = entries.findIndex(({ hash }) => hash !== entries[0]?.hash);
  const [made, target] = [entries[before - 1], entries[before]];
  // Another program made commits without a reflog. An older entry would drop those too.
  if (entries[0] !== undefined && entries[0].hash !== (await shortName(repository, HEAD)))
    throw refusal(
      'conflict',
      `The reflog does not know the last change of ${shownName(branch ?? 'HEAD')}, so it cannot be undone. Nothing was changed.`,
      'Look with git_log, then use git_revert or git_reset.',
    );
  if (made === undefined || target === undefined)
    throw refusal('not_found', `The reflog has no operation to undo on ${shownName(branch ?? 'HEAD')}.`);
  const to = toRevision(target.hash, 'reflog');
  await repository.protection.checkUnpublished(run, toRevision(`${to}..HEAD`, 'reflog'));
  return { operation: made.message, target: to, mode: await modeOf(repository, run, made.message, to) };
};

const modeOf = async (
  repository: Repository,
  run: Read,
  operation: string,
  target: Revision,
): Promise<Undo['mode']> => {
  // The files still have what was committed, so it is staged again.
  if (/^commit(?: \(amend\))?:/.test(operation)) return 'soft';
  const staged = await changedFiles(run, ['--cached']);
  const unstaged = await changedFiles(run, []);
  const added = await writtenByReset(run, target);
  const isLeft = (path: string): boolean => existsSync(join(repository.directory, path));
  if (operation.startsWith('reset:') && (staged.length + unstaged.length > 0 || added.some(isLeft))) {
    // Like `reset --soft`, or `--mixed`, which also keeps the files that the commit added.
    const left = staged.length === 0 ? [] : await changedFiles(run, ['--cached'], [target, '--']);
    if (left.length > 0) throw wouldLose('staged', staged);
    return 'mixed';
  }
  await checkNothingLost(repository, run, target);
  return 'keep';
};

/**
 * Refuses a reset of files that would lose uncommitted changes or files.
 *
 * @throws {ToolError} for staged changes, and for changed or untracked files that would be overwritten.
 */
export const checkNothingLost = async (
  repository: Repository,
  run: Read,
  target: Revision,
): Promise<void> => {
  const staged = await changedFiles(run, ['--cached']);
  if (staged.length > 0) throw wouldLose('staged', staged);
  const touched = new Set(await changedFiles(run, [], [HEAD, target, '--']));
  const lost = (await changedFiles(run, [])).filter((file) => touched.has(file));
  if (lost.length > 0) throw wouldLose('not committed', lost);
  await spareFiles(repository, run, await writtenByReset(run, target));
};

const wouldLose = (what: string, files: readonly string[]): ToolError =>
  refusal(
    'conflict',
    `Changes that are ${what} would be lost: ${files.slice(0, 20).join(', ')}${files.length > 20 ? ` and ${files.length - 20} more` : ''}. Nothing was changed.`,
    'Commit or git_stash them first.',
  );

/** Returns the command that undoes it. */
export const toCommand = ({ target, mode }: Undo): Work =>
  mode === 'switch'
    ? { name: 'checkout', options: ['--quiet', '--no-overwrite-ignore'], operands: [target, '--'] }
    : {
        name: 'reset',
        options: ['--quiet', `--${mode}`],
        operands: [target, '--'],
        dropsUnpublished: true,
      };

/** Lists the commits of HEAD that the target lacks, newest first, with short name and subject. */
export const listRemoved = async (run: Read, target: Revision): Promise<string[]> => {
  const { text } = await run({
    name: 'log',
    options: ['--format=%h %s', '--max-count=100'],
    operands: ['--end-of-options', toRevision(`${target}..HEAD`, 'revision'), '--'],
  });
  return splitLines(text);
};
