// Resolves revisions to object names, and HEAD to a branch.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { GitError } from './git-error.ts';
import { HEAD, quoted, toRevision, type Revision } from './arguments/arguments.ts';
import { refusal } from './process/errors.ts';
import { toBytes } from './arguments/names.ts';
import type { ReadingWork } from './process/work.ts';
import type { Head, Opened } from './opened.ts';

const MAX_BYTES = 65_536;

// Exit code 1 means that HEAD is detached.
const READ: ReadingWork = { name: 'symbolic-ref', options: ['--quiet'], operands: [HEAD], answers: [1] };

/** @throws {GitError} if git refuses. */
export const currentHead = async (repository: Opened): Promise<Head> => {
  const stats = lstatSync(join(repository.gitDir, 'HEAD'), { throwIfNoEntry: false });
  if (stats !== undefined && stats.size > MAX_BYTES)
    throw new GitError('HEAD was not written by git: it is too large.');
  const ref = (await repository.read(READ)).text.replace(/\n$/, '');
  if (ref.startsWith('refs/heads/')) return { branch: ref.slice(11) };
  const commit = await repository.find(HEAD, 'HEAD');
  return commit === undefined ? {} : { commit };
};

/** A SHA-1 or SHA-256 object name. */
const OBJECT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** Resolves revisions in one process. The result is undefined for each one that does not exist. */
export const findAll = async (
  repository: Opened,
  revisions: readonly Revision[],
): Promise<readonly (Revision | undefined)[]> => {
  const { text } = await repository.read({
    name: 'cat-file',
    options: ['--batch-check=%(objectname)'],
    input: toBytes(`${revisions.join('\n')}\n`),
  });
  return text.split('\n').map((line) => (OBJECT.test(line) ? toRevision(line, 'revision') : undefined));
};

/** Revisions by the arguments that contain them. */
export type Given<Argument extends string> = { readonly [argument in Argument]: string };

/** @throws {GitError} if one does not exist. */
export const resolveAll = async <const Argument extends string>(
  repository: Opened,
  revisions: Given<Argument>,
): Promise<{ readonly [argument in Argument]: Revision }> => {
  const given = Object.entries<string>(revisions);
  const found = await findAll(
    repository,
    given.map(([argument, revision]) => toRevision(revision, argument)),
  );
  const named = given.map(([argument, revision], index) => {
    const object = found[index];
    if (object === undefined) throw noRevision(revision, argument);
    return [argument, object] as const;
  });
  return Object.fromEntries(named) as { readonly [argument in Argument]: Revision };
};

const HINTS: readonly (readonly [kind: RegExp, hint: string])[] = [
  [/^stash@/, 'Look with git_stash with action: list.'],
  [/^HEAD$/, 'There is no commit yet: make one with git_add and git_commit.'],
  [/^/, 'Look with git_branch or git_log.'],
];

/** The error for a missing revision, with a hint for its kind. */
export const noRevision = (revision: string, argument: string): GitError => {
  const name = revision.replace(/\^\{\w*\}$/, '');
  const [, hint] = HINTS.find(([kind]) => kind.test(name)) ?? [];
  return refusal('not_found', `${argument}: there is no ${quoted(name)} in this repository.`, hint);
};
