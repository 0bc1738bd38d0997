// A server as a child process, driven with prepared lines; answers are counted as they arrive and read afterwards.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Batch } from './messages.ts';

export interface Launch {
  readonly args: readonly string[];
}

const patience = 60_000;
const endMs = 2000;
const newline = 0x0a;

/** Starts Node with only `PATH` from this program's environment. */
export function spawnNode({ args }: Launch): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, args, { env: { PATH: process.env['PATH'] ?? '' }, stdio: 'pipe' });
}

function countLines(chunk: Buffer): number {
  let count = 0;
  for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) count += 1;
  return count;
}

interface Waiting {
  receive(chunk: Buffer): void;
  fail(error: Error): void;
}

export class Connection {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #exited: Promise<void>;
  #waiting: Waiting | undefined;
  #stderr = '';

  constructor(launch: Launch) {
    this.#child = spawnNode(launch);
    this.#exited = new Promise((resolve) => {
      this.#child.once('close', () => {
        resolve();
        this.#waiting?.fail(new Error(`The server ended. ${this.#stderr}`));
      });
    });
    this.#child.stdin.on('error', () => {});
    this.#child.stdout.on('data', (chunk: Buffer) => this.#waiting?.receive(chunk));
    this.#child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr = (this.#stderr + chunk.toString()).slice(0, 2000);
    });
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('Node could not be started');
    return this.#child.pid;
  }

  /** Sends a message that has no answer or whose answer `answer` returns. */
  send(line: string): void {
    this.#child.stdin.write(line);
  }

  /** Waits for one line from the server. */
  async answer(): Promise<string> {
    return Buffer.concat(await this.#collect(1, () => {})).toString();
  }

  /** Sends a signal and returns the line with which the server answers it. */
  signal(name: NodeJS.Signals): Promise<string> {
    this.#child.kill(name);
    return this.answer();
  }

  /** Sends a batch with at most `inFlight` unanswered requests at a time, and returns the raw answers. */
  exchange(batch: Batch, inFlight: number): Promise<readonly Buffer[]> {
    let sent = 0;
    return this.#collect(batch.count, (answered) => {
      const upTo = Math.min(answered + inFlight, batch.count);
      if (upTo === sent) return;
      this.#child.stdin.write(batch.lines(sent, upTo));
      sent = upTo;
    });
  }

  async #collect(count: number, onProgress: (answered: number) => void): Promise<readonly Buffer[]> {
    const chunks: Buffer[] = [];
    let lines = 0;
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        const late = (): void => reject(new Error(`No answer for ${patience} ms. ${this.#stderr}`));
        timer = setTimeout(late, patience);
        this.#waiting = {
          fail: reject,
          receive(chunk) {
            chunks.push(chunk);
            lines += countLines(chunk);
            if (lines >= count) resolve();
            else onProgress(lines);
          },
        };
        onProgress(0);
      });
      return chunks;
    } finally {
      clearTimeout(timer);
      this.#waiting = undefined;
    }
  }

  /** Lets the process exit normally, because only then Node writes its compile cache. */
  async end(): Promise<void> {
    this.#child.stdin.end();
    await Promise.race([this.#exited, sleep(endMs)]);
    await this.close();
  }

  /** Kills the process, because shutdown is not measured. */
  async close(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }
}
