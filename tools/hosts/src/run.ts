// Runs a program until it exits or reaches the time limit.
import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';

const LIMIT_MS = 120_000;

/** Returns the stdout and stderr of the program. After its exit, or after two minutes, kills its process group. */
export const run = async (file: string, args: readonly string[], place: SpawnOptions): Promise<string> => {
  const child = spawn(file, args, { ...place, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const killAll = (): void => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // No process is left.
    }
  };
  const timer = setTimeout(killAll, LIMIT_MS);
  await once(child, 'exit').finally(() => clearTimeout(timer));
  killAll();
  return stripVTControlCharacters(output);
};
