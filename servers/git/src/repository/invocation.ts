// How git is started for a command in a repository: its arguments, its directory, its environment.
import { dirname, join, relative } from 'node:path';
import { withPaths, type Option } from './arguments.ts';
import type { Invocation } from './client.ts';
import { toEnvironment, type Access, type Setting } from './environment.ts';
import { withFixedOptions } from './fixed-options.ts';
import type { Repository } from './repository.ts';
import type { Room, Unconfined } from './sandbox.ts';
import { toObjectVariables } from './scratch.ts';
import type { View } from './view.ts';
import type { Work } from './work.ts';

/** What an invocation is made of. */
export interface Shown {
  readonly access: Access;
  readonly settings: readonly Setting[];
  readonly view: View | undefined;
  readonly room: Room | Unconfined;
  /** The file that takes the place of the index. */
  readonly index?: string | undefined;
  /** How much git may look at submodules. */
  readonly submodules?: Option | undefined;
}

/**
 * The variables that name the directories, so that git looks for nothing by itself, and core.worktree has no say. Git works
 * at the top of the files, if there are some.
 */
export const toVariables = (
  { isBare }: Pick<Repository, 'isBare'>,
  { gitDir, commonDir: real }: Pick<Repository, 'gitDir' | 'commonDir'>,
  view: View | undefined,
): NodeJS.ProcessEnv => {
  const commonDir = view?.path ?? real;
  const inner = relative(real, gitDir);
  return {
    // The directory of a linked worktree is below the common one for git, as it is on disk.
    GIT_DIR: inner === '' || inner.startsWith('..') ? gitDir : join(commonDir, inner),
    ...(view === undefined && inner === '' ? {} : { GIT_COMMON_DIR: commonDir }),
    // Without a work tree for git either, when there is none.
    ...(isBare ? { GIT_IMPLICIT_WORK_TREE: '0' } : { GIT_WORK_TREE: '.' }),
  };
};

export const toInvocation = (
  repository: Pick<Repository, 'commonDir' | 'directory' | 'gitDir' | 'isBare' | 'options'>,
  work: Work,
  { access, settings, view, room, index, submodules }: Shown,
): Invocation => {
  const env = {
    ...toEnvironment(access, [...settings, ...(work.settings ?? [])]),
    ...toVariables(repository, repository, view),
  };
  if (index !== undefined) env['GIT_INDEX_FILE'] = index;
  if (work.makesObjects === true && work.scratch !== undefined)
    Object.assign(env, toObjectVariables(work.scratch, repository.commonDir));
  if (repository.options.trust === 'trusted') delete env['GIT_LFS_SKIP_SMUDGE'];
  const { args, input: paths, isLiteral } = withPaths(withFixedOptions(work, submodules));
  if (work.hasPathspecs === true || !isLiteral) delete env['GIT_LITERAL_PATHSPECS'];
  const input = work.input ?? paths;
  return {
    args,
    cwd: repository.directory,
    env,
    share: repository.commonDir,
    ...(input === undefined ? {} : { input }),
    room: typeof room === 'string' ? room : withOwn(room, view, [index && dirname(index), work.scratch]),
  };
};

/** A room with what was made for this command: nothing that was made for another one is in it. */
export const withOwn = (
  room: Room,
  view: View | undefined,
  scratch: readonly (string | undefined)[] = [],
): Room => ({
  ...room,
  directories: view === undefined ? room.directories : [...room.directories, view.path],
  scratch: [...room.scratch, ...scratch.filter((path) => path !== undefined)],
});
