// Runs a server until it exits.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { root } from './workspace.ts';

/** The exit code and output of a server. */
export interface ServerRun {
  readonly code: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the sources of a server with empty input. */
export const runServer = (
  name: string,
  args: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env?: NodeJS.ProcessEnv },
): Promise<ServerRun> =>
  new Promise((resolve) => {
    const program = join(root, 'servers', name, 'src/main.ts');
    const options = { cwd, env: { ...process.env, ...env } };
    const child = execFile(process.execPath, [program, ...args], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
    child.stdin?.end();
  });
