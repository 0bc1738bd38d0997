// Whether git is new enough. Older ones do not know the variables by which the trust policy is set, and would ignore it.
import { tmpdir } from 'node:os';
import { ToolError } from '@mcp/runtime';
import { toEnvironment } from './environment.ts';
import { runGit, type Limits } from './process.ts';

/** The first with GIT_CONFIG_COUNT, and with first-parent diffs of merges. */
const LEAST = [2, 31] as const;

let version: Promise<string> | undefined;

/**
 * Checks the version of git, once.
 *
 * @throws {ToolError} when it is too old.
 */
export const checkVersion = async ({ timeoutMs }: Limits): Promise<void> => {
  version ??= ask(timeoutMs).catch((error: unknown) => {
    version = undefined;
    throw error;
  });
  const found = await version;
  const [major = 0, minor = 0] = found.split('.').map(Number);
  if (major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1]))
    throw new ToolError(
      `git ${found} is too old; ${LEAST.join('.')} is the least. Ask the user to update it.`,
    );
};

const ask = async (timeoutMs: number): Promise<string> => {
  let text = '';
  await runGit(
    { args: ['version'], cwd: tmpdir(), env: toEnvironment('read', []) },
    { signal: new AbortController().signal, timeoutMs },
    (chunk) => (text += chunk.toString('latin1')).length < 1000,
  );
  return /\d+\.\d+/.exec(text)?.[0] ?? '0.0';
};
