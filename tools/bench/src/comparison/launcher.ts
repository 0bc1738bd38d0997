// The raw tools: a server that starts a command for each call. A process of its own, because starting another takes the
// longer the more memory a process has.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { serveMinimal } from './minimal-loop.ts';

interface Arguments {
  readonly command: readonly string[];
}

/** Answers when the last byte of the output has come. */
async function run({ command: [program = '', ...args] }: Arguments): Promise<{ code: unknown }> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.resume();
  const [code] = await once(child, 'close');
  return { code };
}

serveMinimal<Arguments>({ run });
