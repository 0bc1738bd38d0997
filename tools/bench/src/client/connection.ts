// A fixture server as a child process, driven with ready-made lines; answers are counted, not parsed.
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { LineCounter } from './line-counter.ts';
import type { Answers } from './line-counter.ts';
import type { Batch } from './messages.ts';

export interface Launch {
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const patience = 60_000;
const endMs = 2000;

/** Starts Node with an environment that holds nothing of the one that this program runs in. */
export function spawnNode({ args, env = {} }: Launch): ChildProcessWithoutNullStreams {
  const path = process.env['PATH'] ?? '';
  return spawn(process.execPath, args, { env: { PATH: path, ...env }, stdio: 'pipe' });
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

  /** Sends a message that has no answer, or whose answer is awaited by `answer`. */
  send(line: string): void {
    this.#child.stdin.write(line);
  }

  /** One line from the server. */
  async answer(): Promise<string> {
    const answers = await this.#collect(1, () => {});
    return answers.first;
  }

  /** Sends a signal and returns the line that the server answers it with. */
  signal(name: NodeJS.Signals): Promise<string> {
    this.#child.kill(name);
    return this.answer();
  }

  /** Sends a batch with at most `inFlight` requests unanswered at a time. */
  exchange(batch: Batch, inFlight: number): Promise<Answers> {
    let sent = 0;
    return this.#collect(batch.count, (answered) => {
      const upTo = Math.min(answered + inFlight, batch.count);
      if (upTo === sent) return;
      this.#child.stdin.write(batch.lines(sent, upTo));
      sent = upTo;
    });
  }

  async #collect(count: number, onProgress: (answered: number) => void): Promise<Answers> {
    const counter = new LineCounter();
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        timer = setTimeout(
          () => reject(new Error(`No answer for ${patience} ms. ${this.#stderr}`)),
          patience,
        );
        this.#waiting = {
          fail: reject,
          receive(chunk) {
            counter.add(chunk);
            if (counter.lines >= count) resolve();
            else onProgress(counter.lines);
          },
        };
        onProgress(0);
      });
      return counter.finish();
    } finally {
      clearTimeout(timer);
      this.#waiting = undefined;
    }
  }

  /** Lets the process end by itself, which is when Node writes its compile cache. */
  async end(): Promise<void> {
    this.#child.stdin.end();
    await Promise.race([this.#exited, sleep(endMs)]);
    await this.close();
  }

  /** Ends the process at once: how a server shuts down is not measured here. */
  async close(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }
}
