// The raw tools: each call is a process.
import { join } from 'node:path';
import { Connection } from '../client/connection.ts';
import { endedChildrenMilliseconds } from '../client/process-usage.ts';

interface Ended {
  readonly result: { readonly code: number | null; readonly ms: number };
}

export class CommandRunner {
  readonly #launcher = new Connection({ args: [join(import.meta.dirname, 'launcher.ts')] });

  /**
   * Milliseconds from its start to the last byte of its output.
   *
   * @throws {Error} when it fails.
   */
  async run(command: readonly string[]): Promise<number> {
    const params = { name: 'run', arguments: { command } };
    this.#launcher.send(`${JSON.stringify({ id: 1, params })}\n`);
    const { code, ms } = (JSON.parse(await this.#launcher.answer()) as Ended).result;
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}`);
    return ms;
  }

  /** CPU time of the commands so far, in milliseconds; what it takes to start them not included. */
  cpuMilliseconds(): number {
    return endedChildrenMilliseconds(this.#launcher.pid);
  }

  close(): Promise<void> {
    return this.#launcher.close();
  }
}
