// Whether git is new enough. Older ones do not know the variables by which the trust policy is set, and would ignore it.
import { tmpdir } from 'node:os';
import { ToolError } from '@mcp/runtime';
import { gitVersion } from './client.ts';
import { toEnvironment } from './environment.ts';

/** The first with GIT_CONFIG_COUNT, and with first-parent diffs of merges. */
const LEAST = [2, 31] as const;

let version: ReturnType<typeof gitVersion> | undefined;

/**
 * Checks the version of git, once.
 *
 * @throws {ToolError} when it is too old.
 */
export const checkVersion = async (): Promise<void> => {
  version ??= gitVersion({ cwd: tmpdir(), env: toEnvironment('read', []) }).catch((error: unknown) => {
    version = undefined;
    throw error;
  });
  const [major, minor] = await version;
  if (major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1]))
    throw new ToolError(
      `git ${major}.${minor} is too old; ${LEAST.join('.')} is the least. Ask the user to update it.`,
    );
};
