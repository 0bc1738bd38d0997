// Which commits only this repository has: they may be taken off a protected branch, since nobody else builds on them.
import type { Option, Revision } from '../repository/arguments.ts';
import { refusal } from '../repository/errors.ts';
import { shownName } from '../repository/names.ts';
import type { Repository } from '../repository/repository.ts';
import type { Run } from '../repository/work.ts';

/**
 * Refuses to take these commits off a protected branch, if a remote branch has one of them.
 *
 * @throws {ToolError} for such a commit.
 */
export const checkUnpublished = async (
  repository: Repository,
  run: Run,
  removed: Revision,
): Promise<void> => {
  const { branch } = await repository.head();
  try {
    repository.checkUnprotected(branch);
  } catch (error) {
    const count = async (options: readonly Option[]): Promise<number> =>
      Number((await run({ name: 'rev-list', options: ['--count', ...options], operands: [removed] })).text);
    const all = await count([]);
    if (all === (await count(['--not', '--remotes', '--not']))) return;
    throw branch === undefined
      ? error
      : refusal(
          'protected',
          `${shownName(branch)} is protected, and a remote branch has commits that this would remove.`,
          'git_revert undoes a commit with a new one. Or ask the user to start the server with other --protected-branches.',
        );
  }
};
