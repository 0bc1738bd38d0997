// Baseline for the raw tools: a server that starts a command for each call. It runs in its own small process, because
// starting a command takes longer the more memory the parent has.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { serveMinimal } from './minimal-loop.ts';

interface Arguments {
  readonly command: readonly string[];
}

/** Resolves after the last byte of the output. */
async function run({ command: [program = '', ...args] }: Arguments): Promise<{ code: unknown }> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.resume();
  const [code] = await once(child, 'close');
  return { code };
}

serveMinimal<Arguments>({ run });
