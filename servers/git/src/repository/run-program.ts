// Programs other than git, which the server itself asks something: ssh, ldd, bubblewrap.
/** How long a question may take: an answer takes milliseconds. */
const TIMEOUT_MS = 5000;

/**
 * What a program prints.
 *
 * @throws when it cannot be started, fails or takes too long.
 */
export const outputOf = async (
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string> => {
  const { execFile } = await import('node:child_process');
  // Not by `promisify`, which asks the function itself how: in the bundle it is one that loads the module first.
  return new Promise((resolve, reject) => {
    execFile(program, args, { env, timeout: TIMEOUT_MS }, (error, stdout) => {
      if (error === null) resolve(stdout);
      else reject(error);
    });
  });
};
