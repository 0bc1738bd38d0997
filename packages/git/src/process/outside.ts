// Git commands outside of all repositories.
import type { Invocation } from './client.ts';
import type { Access } from './environment.ts';
import { confinementWith } from './sandbox.ts';
import { Collected, type Ended, type Limits } from './work.ts';

/** A git command outside of all repositories, and the content of its sandbox. */
interface Outside extends Pick<Invocation, 'args' | 'cwd' | 'env'> {
  readonly access: Access;
  readonly directories?: readonly string[];
  readonly files?: readonly string[];
}

/**
 * Runs a git command outside of all repositories and collects its output.
 *
 * @throws {GitError} if git cannot be started, or the operator requires a sandbox and there is none.
 */
export const runOutside = async (
  { access, directories = [], files = [], ...invocation }: Outside,
  limits: Limits,
): Promise<Ended & { readonly output: Collected }> => {
  const confinement = await confinementWith(limits.sandbox, access, directories, files);
  const output = new Collected(MAX_BYTES);
  const { runGit } = await import('./client.ts');
  return { ...(await runGit({ ...invocation, confinement }, limits, output.add)), output };
};

const MAX_BYTES = 1_000_000;
