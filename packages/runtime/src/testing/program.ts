// A program under test: started as a host starts it, with messages over stdio.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { readLines } from './in-process.ts';

/** A server that runs as a program. */
export interface Program {
  /** An executable: a path, or a name that is looked up like in a shell. */
  readonly command: string;
  readonly args?: readonly string[];
  /** Environment variables in addition to those of this process. */
  readonly env?: { readonly [name: string]: string };
  /** Default: that of this process. */
  readonly cwd?: string;
}

/** How a program ended: its exit code, or the signal that ended it. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

// About the time that hosts allow before they kill a server.
const CLOSE_MS = 10_000;
const SHOWN_CHARACTERS = 2000;

/** A running program. */
export class RunningProgram {
  /** Resolves when the program has ended and all its output is read. */
  readonly exited: Promise<Exit>;
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #command: string;
  #stderr = '';
  #failure: Error | undefined;

  constructor({ command, args = [], env = {}, cwd }: Program, onMessage: (text: string) => void) {
    this.#command = [command, ...args].join(' ');
    const child = spawn(command, args, {
      env: { ...process.env, ...env },
      ...(cwd === undefined ? {} : { cwd }),
    });
    this.#child = child;
    // Its last output says more than a broken pipe.
    child.stdin.on('error', () => {});
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (this.#stderr += chunk));
    readLines(child.stdout, onMessage);
    this.exited = new Promise((resolve) => {
      child.on('error', (error) => {
        this.#failure = error;
        if (child.pid === undefined) resolve({ code: null, signal: null });
      });
      child.on('close', (code, signal) => resolve({ code, signal }));
    });
  }

  /** What it wrote to stderr so far. */
  get stderr(): string {
    return this.#stderr;
  }

  /** Rejects when the program ends, with how it ended and the end of its stderr. */
  async ended(): Promise<never> {
    const { code, signal } = await this.exited;
    const how =
      this.#failure?.message ?? (signal === null ? `it exited with code ${code}` : `${signal} ended it`);
    const said = this.#stderr === '' ? '' : `; stderr: ${this.#stderr.slice(-SHOWN_CHARACTERS)}`;
    throw new Error(`${this.#command} did not answer: ${how}${said}`);
  }

  send(text: string): void {
    this.#child.stdin.write(`${text}\n`);
  }

  /** Ends its input and resolves when it has ended. After ten seconds it is killed. */
  async close(): Promise<void> {
    this.#child.stdin.end();
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), CLOSE_MS);
    await this.exited;
    clearTimeout(timer);
  }
}
