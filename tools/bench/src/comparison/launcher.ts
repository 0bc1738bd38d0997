// Runs commands for `CommandRunner` and says how long they took. A process of its own, because starting another takes
// the longer the more memory a process has.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { serveMinimal } from './minimal-loop.ts';

interface Arguments {
  readonly command: readonly string[];
}

async function run({ command: [program = '', ...args] }: Arguments): Promise<{ code: unknown; ms: number }> {
  const start = performance.now();
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.resume();
  const [code] = await once(child, 'close');
  return { code, ms: performance.now() - start };
}

serveMinimal<Arguments>({ run });
