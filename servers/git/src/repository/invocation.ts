// How git is started for a command in a repository: its arguments, its directory, its environment.
import { join, relative } from 'node:path';
import { withPaths } from './arguments.ts';
import type { Invocation } from './client.ts';
import { toEnvironment, type Access, type Setting } from './environment.ts';
import type { HeldPlace } from './held.ts';
import type { Repository } from './repository.ts';
import type { Room } from './sandbox.ts';
import type { View } from './view.ts';
import type { Work } from './work.ts';

/** What an invocation is made of. */
export interface Shown {
  readonly access: Access;
  readonly settings: readonly Setting[];
  readonly place: HeldPlace;
  readonly view: View | undefined;
  readonly room?: Room | undefined;
}

export const toInvocation = (
  repository: Pick<Repository, 'commonDir' | 'isBare' | 'options'>,
  work: Work,
  { access, settings, place, view, room }: Shown,
): Invocation => {
  const env = toEnvironment(access, settings);
  const commonDir = view?.path ?? place.commonDir;
  const inner = relative(place.commonDir, place.gitDir);
  // Named here, so that git looks for nothing by itself, and core.worktree has no say. The directory of a linked worktree
  // is below the common one for git, as it is on disk.
  env['GIT_DIR'] = inner === '' || inner.startsWith('..') ? place.gitDir : join(commonDir, inner);
  if (view !== undefined || inner !== '') env['GIT_COMMON_DIR'] = commonDir;
  // Without a work tree for git either, when there is none.
  env[repository.isBare ? 'GIT_IMPLICIT_WORK_TREE' : 'GIT_WORK_TREE'] = repository.isBare ? '0' : '.';
  if (repository.options.trust === 'trusted') delete env['GIT_LFS_SKIP_SMUDGE'];
  const { args, input: paths, isLiteral } = withPaths(work);
  if (work.hasPathspecs === true || !isLiteral) delete env['GIT_LITERAL_PATHSPECS'];
  const input = work.input ?? paths;
  return {
    args,
    cwd: place.directory,
    env,
    share: repository.commonDir,
    ...(input === undefined ? {} : { input }),
    ...(room === undefined ? {} : { room }),
  };
};
