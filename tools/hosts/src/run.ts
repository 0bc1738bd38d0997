// Runs a program to its end, or to the limit of time.
import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';

const LIMIT_MS = 120_000;

/**
 * Returns what the program wrote to both of its outputs. When it has ended, or after two minutes, everything that it
 * started in its group of processes is killed.
 */
export const run = async (file: string, args: readonly string[], place: SpawnOptions): Promise<string> => {
  const child = spawn(file, args, { ...place, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const killAll = (): void => {
    try {
      process.kill(-(child.pid ?? 0), 'SIGKILL');
    } catch {
      // Everything has ended.
    }
  };
  const timer = setTimeout(killAll, LIMIT_MS);
  await once(child, 'exit').finally(() => clearTimeout(timer));
  killAll();
  return stripVTControlCharacters(output);
};
