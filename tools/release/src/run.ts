// Runs programs to their end.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Where a program runs. */
export interface RunOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** In milliseconds, after which it is ended. Default: never. */
  readonly timeout?: number;
}

const MOST_OUTPUT = 64_000_000;

/** Resolves with what the program wrote to stdout. The error of a program that fails has everything that it wrote. */
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
