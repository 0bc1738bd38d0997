// Makes a repository: the one command for which there is none yet.
import { dirname } from 'node:path';
import { toArguments, type Option } from './arguments.ts';
import { toEnvironment } from './environment.ts';
import { toFailure } from './errors.ts';
import { toPolicy } from './trust.ts';
import { runGit, type Limits } from './client.ts';

/**
 * Runs `git init` for a path that was checked. Nothing but the operator's own configuration has a say.
 *
 * @throws {ToolError} when git refuses.
 */
export const initialize = async (path: string, options: readonly Option[], limits: Limits): Promise<void> => {
  const { settings } = toPolicy('write', 'untrusted', []);
  const { code, errors } = await runGit(
    {
      args: [...toArguments({ name: 'init', options }), '--', path],
      cwd: dirname(path),
      env: toEnvironment('write', settings),
    },
    limits,
    () => true,
  );
  if (code !== 0) throw toFailure('init', errors);
};
