// Fixture process: starts a fixture and exchanges lines with it.
import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Message } from './harness.ts';

/** A running fixture, its messages and other output. */
export class ServerProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly sent: unknown[] = [];
  /** Each line of standard output, parsed; as text if it is no JSON. */
  readonly received: unknown[] = [];
  stderr = '';
  readonly #exited: Promise<readonly unknown[]>;
  readonly #ended: Promise<unknown>;

  constructor(fixture: string, ...args: readonly string[]) {
    const path = join(import.meta.dirname, 'fixtures', fixture);
    this.child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path, ...args]);
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => (this.stderr += text));
    this.child.stdin.on('error', () => {});
    const lines = createInterface(this.child.stdout).on('line', (line) => this.received.push(parse(line)));
    this.#ended = once(lines, 'close');
    this.#exited = once(this.child, 'close');
  }

  send(message: Message): void {
    this.sent.push(message);
    this.child.stdin.write(`${JSON.stringify(message)}\n`);
  }

  /** Resolves with the answer to this request. */
  async exchange(request: Message): Promise<Message> {
    this.send(request);
    for (;;) {
      const answer = this.received.find((message) => Reflect.get(Object(message), 'id') === request['id']);
      if (answer !== undefined) return answer as Message;
      await Promise.race([once(this.child.stdout, 'data'), this.#ended]);
      if (this.child.stdout.readableEnded) throw new Error(`The server ended: ${this.stderr}`);
    }
  }

  /** Resolves with exit code and signal once the process has ended and all output is read. */
  async exit(): Promise<readonly unknown[]> {
    const outcome = await this.#exited;
    await this.#ended;
    return outcome;
  }
}

const parse = (line: string): unknown => {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
};
