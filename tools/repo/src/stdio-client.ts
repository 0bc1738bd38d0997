// The smallest client that can talk to a server over stdio: one request at a time, one line each.
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

export type JsonObject = Readonly<Record<string, unknown>>;

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
}

const patience = 15_000;

const within = async <T>(promise: Promise<T>, what: string): Promise<T> => {
  const timer = new AbortController();
  const late = new Promise<never>((_, reject) => {
    const timeout = setTimeout(() => reject(new Error(`${what}: nothing after ${patience} ms`)), patience);
    timer.signal.addEventListener('abort', () => clearTimeout(timeout));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    timer.abort();
  }
};

export class StdioClient implements AsyncDisposable {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #lines: AsyncIterator<string>;
  readonly #exit: Promise<unknown[]>;
  #id = 0;
  #errors = '';

  constructor({ file, args, env, cwd }: Command) {
    this.#child = spawn(file, args, { env, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#exit = once(this.#child, 'exit');
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#errors += text;
    });
    // A server that has left already is seen as a missing answer.
    this.#child.stdin.on('error', () => {});
  }

  /** What the server wrote to stderr so far. */
  get errors(): string {
    return this.#errors.trim();
  }

  notify(method: string): void {
    this.#send({ jsonrpc: '2.0', method });
  }

  /** The result of a request. Throws on an error answer, on silence and on output that is not JSON-RPC. */
  async request(method: string, params: JsonObject): Promise<JsonObject> {
    this.#id += 1;
    this.#send({ jsonrpc: '2.0', id: this.#id, method, params });
    for (;;) {
      const { done, value } = await within(this.#lines.next(), method);
      if (done === true) throw new Error(`${method}: the server left. It said: ${this.errors}`);
      const message = JSON.parse(value) as JsonObject;
      if (message['id'] !== this.#id) continue;
      if (message['result'] === undefined) throw new Error(`${method}: ${value}`);
      return message['result'] as JsonObject;
    }
  }

  /** Closes stdin, which ends a well-behaved server, and gives its exit code. */
  async end(): Promise<number | null> {
    this.#child.stdin.end();
    const [code] = await within(this.#exit, 'exit');
    return code as number | null;
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGKILL');
    return Promise.resolve();
  }

  #send(message: JsonObject): void {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
  }
}
