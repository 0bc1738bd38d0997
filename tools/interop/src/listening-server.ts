// A server as a child process that listens on a port that it chooses itself.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Command, Listening } from './clients/driven.ts';

/** A child process that serves over HTTP; disposing of it stops it. */
export class ListeningServer implements Listening, AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  readonly stderr: () => string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, url: string, stderr: () => string) {
    this.#child = child;
    this.url = url;
    this.pid = child.pid ?? 0;
    this.stderr = stderr;
  }

  /** Starts the server. Rejects with its output if it exits before it listens. */
  static async start({ args, cwd }: Command): Promise<ListeningServer> {
    const place = cwd === undefined ? {} : { cwd };
    const child = spawn(process.execPath, [...args], { stdio: ['ignore', 'ignore', 'pipe'], ...place });
    let written = '';
    const url = await new Promise<string>((resolve, reject) => {
      child.stderr.on('data', (chunk) => {
        written += String(chunk);
        const found = /listens at (\S+)/.exec(written)?.[1];
        if (found !== undefined) resolve(found);
      });
      child.once('exit', (code) => reject(new Error(`exit ${String(code)}: ${written}`)));
    });
    return new ListeningServer(child, url, () => written);
  }

  /** Stops the server and returns its exit code. */
  async stop(): Promise<number | null> {
    if (this.#child.exitCode !== null) return this.#child.exitCode;
    const exited = once(this.#child, 'exit');
    this.#child.kill();
    await exited;
    return this.#child.exitCode;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
