// A server as a child process that listens on a port of its own choice.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Command, Listening } from './clients/driven.ts';

/** A child process that serves over HTTP; ended when it is disposed of. */
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

  /** Starts it. Rejects with what it wrote when it ends before it listens. */
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

  /** Asks it to end, and tells its exit code. */
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
