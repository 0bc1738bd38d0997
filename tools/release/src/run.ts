// Runs programs until they exit.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Options for a program. */
export interface RunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Time limit in milliseconds. Default: none. */
  readonly timeout?: number;
}

const MOST_OUTPUT = 64_000_000;

/** Resolves with the stdout of a program. If the program fails, the error contains all of its output. */
export const run = async (file: string, args: readonly string[], options: RunOptions): Promise<string> => {
  try {
    const running = promisify(execFile)(file, args, { ...options, maxBuffer: MOST_OUTPUT });
    running.child.stdin?.end();
    return (await running).stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    throw new Error(`${file} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error });
  }
};
