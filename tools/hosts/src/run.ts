// Runs a program to its end, or to the limit of time.
import { spawn } from 'node:child_process';

const LIMIT_MS = 120_000;

/** What a program wrote to both of its outputs, and its exit code; null if a signal ended it. */
export interface Ended {
  readonly output: string;
  readonly code: number | null;
}

/** Resolves when the program has ended. Then, or after two minutes, everything that it started is killed. */
export const run = (
  program: string,
  args: readonly string[],
  { cwd, environment }: { readonly cwd: string; readonly environment: NodeJS.ProcessEnv },
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    // A group of its own, so that its servers can be killed with it.
    const child = spawn(program, args, { cwd, env: environment, stdio: [...stdio], detached: true });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
    const killAll = (): void => {
      if (child.pid === undefined) return;
      try {
        process.kill(-child.pid, 'SIGKILL');
      } catch {
        // The group has ended.
      }
    };
    const timer = setTimeout(killAll, LIMIT_MS);
    child.on('error', reject);
    child.on('exit', (code) => {
      clearTimeout(timer);
      killAll();
      resolve({ output, code });
    });
  });
