// One git process: no shell, no terminal, bounded in time, and gone when the call is cancelled.
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { ToolError } from '@mcp/runtime';
import { refusal } from './failure.ts';
import { findGit } from './program.ts';
import { Slots } from './slots.ts';

/** What to run, and where. */
export interface Invocation {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Standard input; none when left out. */
  readonly input?: string;
  /** Set for a transfer: takes what git says while it works. A transfer waits for others, not for other commands. */
  readonly watch?: (chunk: Buffer) => void;
}

/** When to give up. */
export interface Limits {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

/** Takes a piece of standard output. False: it is enough, git is stopped. */
export type Take = (chunk: Buffer) => boolean;

/** How a process ended. */
export interface Ended {
  /** The exit code; 0 also when the output was enough. */
  readonly code: number;
  readonly errors: string;
}

/** How long git may take to clean up when it is told to stop. */
const GRACE_MS = 500;
/** How long something that git started may keep its output open. */
const LINGER_MS = 1000;
const MAX_ERROR_BYTES = 16_384;

// More at once would only be slower; a client can send any number of calls.
const slots = new Slots(8);
// A remote can be slow, or hang on purpose.
const transferSlots = new Slots(4);

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * Runs git and gives its output to `take` as it comes. `onKilled` is called when it did not react to SIGTERM: it may
 * have left locks.
 *
 * @throws {ToolError} when git is not installed, cannot be started or takes longer than the limit.
 * @throws the reason of the signal when that is aborted. The process is gone then.
 */
export const runGit = async (
  invocation: Invocation,
  limits: Limits,
  take: Take,
  onKilled: () => void = () => {},
): Promise<Ended> => {
  const program = findGit();
  using slot = await (invocation.watch === undefined ? slots : transferSlots).take(limits.signal);
  void slot;
  const child = spawn(program, invocation.args, {
    cwd: invocation.cwd,
    env: invocation.env,
    stdio: ['pipe', 'pipe', 'pipe'],
    // A session of its own: without a terminal nothing can ask, and all that git starts can be stopped together.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const running = new Running(child, take, invocation.watch);
  try {
    return await running.end(invocation.input, limits);
  } finally {
    if (running.isKilled) onKilled();
  }
};

/** A process that runs. */
class Running {
  readonly #child: Child;
  #errors: Buffer[] = [];
  #errorBytes = 0;
  #isEnough = false;
  isKilled = false;
  #timers: NodeJS.Timeout[] = [];

  constructor(child: Child, take: Take, watch: Invocation['watch']) {
    this.#child = child;
    child.stdout.on('data', (chunk: Buffer) => {
      if (this.#isEnough || take(chunk)) return;
      this.#isEnough = true;
      this.#stop();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      watch?.(chunk);
      if (this.#errorBytes < MAX_ERROR_BYTES) this.#errors.push(chunk);
      this.#errorBytes += chunk.length;
    });
    // Git may end before it has read all of its input.
    child.stdin.on('error', () => {});
  }

  async end(input: string | undefined, { signal, timeoutMs }: Limits): Promise<Ended> {
    let isLate = false;
    const onAbort = (): void => this.#stop();
    signal.addEventListener('abort', onAbort);
    this.#after(timeoutMs, () => {
      isLate = true;
      this.#stop();
    });
    this.#child.stdin.end(input);
    try {
      if (signal.aborted) this.#stop();
      const code = await this.#closed();
      signal.throwIfAborted();
      if (isLate)
        throw refusal('timeout', `git took longer than ${timeoutMs / 1000} s and was stopped.`, ASK_LESS);
      const errors = Buffer.concat(this.#errors).toString('utf8', 0, MAX_ERROR_BYTES);
      return { code: this.#isEnough ? 0 : (code ?? 128), errors };
    } finally {
      signal.removeEventListener('abort', onAbort);
      for (const timer of this.#timers) clearTimeout(timer);
    }
  }

  #closed(): Promise<number | null> {
    return new Promise((resolve, reject) => {
      this.#child.on('error', (error) => reject(new ToolError(`git cannot be started: ${error.message}`)));
      this.#child.on('close', resolve);
      this.#child.on('exit', () => this.#after(LINGER_MS, () => this.#abandon()));
    });
  }

  #stop(): void {
    this.#signal('SIGTERM');
    this.#after(GRACE_MS, () => {
      this.isKilled = true;
      this.#signal('SIGKILL');
    });
  }

  /** Git is gone, but something that it started holds its output. */
  #abandon(): void {
    this.#signal('SIGKILL');
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
  }

  #signal(name: 'SIGTERM' | 'SIGKILL'): void {
    const { pid } = this.#child;
    if (pid === undefined) return;
    try {
      if (process.platform === 'win32') this.#child.kill(name);
      else process.kill(-pid, name);
    } catch {
      // It is gone already.
    }
  }

  #after(ms: number, action: () => void): void {
    this.#timers.push(setTimeout(action, ms));
  }
}

const ASK_LESS = 'Ask for less: fewer commits, or some paths only.';
