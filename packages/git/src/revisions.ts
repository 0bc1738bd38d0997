// Revisions, as git reads them: the names of objects that they stand for, and HEAD.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { GitError } from './git-error.ts';
import { HEAD, quoted, toRevision, type Revision } from './arguments/arguments.ts';
import { refusal } from './process/errors.ts';
import { toBytes } from './arguments/names.ts';
import type { ReadingWork } from './process/work.ts';
import type { Head, Opened } from './opened.ts';

const MAX_BYTES = 65_536;

// Its exit code is 1 when HEAD is no symbolic ref.
const READ: ReadingWork = { name: 'symbolic-ref', options: ['--quiet'], operands: [HEAD], answers: [1] };

/** @throws {GitError} when git refuses. */
export const currentHead = async (repository: Opened): Promise<Head> => {
  const stats = lstatSync(join(repository.gitDir, 'HEAD'), { throwIfNoEntry: false });
  if (stats !== undefined && stats.size > MAX_BYTES)
    throw new GitError('HEAD is no file of git: it is too large.');
  const ref = (await repository.read(READ)).text.replace(/\n$/, '');
  if (ref.startsWith('refs/heads/')) return { branch: ref.slice(11) };
  const commit = await repository.find(HEAD, 'HEAD');
  return commit === undefined ? {} : { commit };
};

/** The name of an object, by SHA-1 or SHA-256. */
const OBJECT = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** The names of the objects that revisions stand for, from one process; undefined for one that stands for none. */
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

/** Revisions, by the arguments that they are from. */
export type Given<Argument extends string> = { readonly [argument in Argument]: string };

/** @throws {GitError} when one stands for no object. */
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

/** Where to look for a revision that is not there. */
const PLACES: readonly (readonly [kind: RegExp, hint: string])[] = [
  [/^stash@/, 'Look with git_stash with action: list.'],
  [/^HEAD$/, 'There is no commit yet: make one with git_add and git_commit.'],
  [/^/, 'Look with git_branch or git_log.'],
];

/** A revision that is not there. */
export const noRevision = (revision: string, argument: string): GitError => {
  const name = revision.replace(/\^\{\w*\}$/, '');
  const [, hint] = PLACES.find(([kind]) => kind.test(name)) ?? [];
  return refusal('not_found', `${argument}: there is no ${quoted(name)} in this repository.`, hint);
};
