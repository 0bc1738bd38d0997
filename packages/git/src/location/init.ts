// Creates an empty repository.
import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { toArguments, type BranchName, type Directory, type Option } from '../arguments/arguments.ts';
import { fixedSettings, toEnvironment } from '../process/environment.ts';
import { refusal, toFailure } from '../process/errors.ts';
import { runOutside } from '../process/outside.ts';
import type { Limits } from '../process/work.ts';
import { readOperator } from '../view/operator.ts';

/** The repository to create. */
export interface InitQuery {
  /** The name of its first branch. */
  readonly branch: BranchName;
  readonly bare: boolean;
}

/**
 * Creates a repository with only the operator's own configuration.
 *
 * @throws {GitError} if the directory is not empty, or git refuses.
 */
export const init = async (path: Directory, { branch, bare }: InitQuery, limits: Limits): Promise<void> => {
  checkEmpty(bare ? path : join(path, '.git'));
  const options: Option[] = ['--quiet', `--initial-branch=${branch}`];
  if (bare) options.push('--bare');
  const cwd = dirname(path);
  const { configuration, templates } = await readOperator(limits);
  const ended = await runOutside(
    {
      args: toArguments({ name: 'init', options, operands: ['--', path] }),
      cwd,
      env: toEnvironment('write', fixedSettings('write', 'untrusted')),
      access: 'write',
      directories: [cwd],
      files: [...configuration, ...templates],
    },
    limits,
  );
  if (ended.code !== 0) throw toFailure('init', ended);
};

// Git would create its files through existing links, and use existing settings.
const checkEmpty = (gitDir: string): void => {
  const stats = lstatSync(gitDir, { throwIfNoEntry: false });
  if (stats === undefined || (stats.isDirectory() && readdirSync(gitDir).length === 0)) return;
  throw refusal(
    'conflict',
    `${gitDir} is there already, and no repository that can be used.`,
    'Give another directory, or ask the user to look at this one.',
  );
};
