// The smallest client that can talk to a server over stdio: one line per message, all messages kept.
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
  /** Results for the requests of the server, by method. */
  readonly answers?: Readonly<Record<string, JsonObject>>;
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
  /** Every message of the server that was read so far. */
  readonly received: JsonObject[] = [];
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #lines: AsyncIterator<string>;
  readonly #exit: Promise<unknown[]>;
  readonly #answers: Readonly<Record<string, JsonObject>>;
  #id = 0;
  #errors = '';

  constructor({ file, args, env, cwd, answers = {} }: Command) {
    this.#answers = answers;
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

  notify(method: string, params?: JsonObject): void {
    this.#send({ method, params });
  }

  /** Sends a request without reading on, and gives its id. */
  start(method: string, params: JsonObject): number {
    this.#id += 1;
    this.#send({ id: this.#id, method, params });
    return this.#id;
  }

  /** The result of a request. Throws on an error answer, on silence and on output that is not JSON-RPC. */
  async request(method: string, params: JsonObject): Promise<JsonObject> {
    const id = this.start(method, params);
    const answer = await this.until(method, (message) => message['id'] === id && !('method' in message));
    if (answer['result'] === undefined) throw new Error(`${method}: ${JSON.stringify(answer)}`);
    return answer['result'] as JsonObject;
  }

  /** Reads up to the first message that fits, and answers the requests of the server that come before it. */
  async until(what: string, fits: (message: JsonObject) => boolean): Promise<JsonObject> {
    for (;;) {
      const message = await this.#next(what);
      if (message === undefined) throw new Error(`${what}: the server left. It said: ${this.errors}`);
      if (fits(message)) return message;
    }
  }

  /** Closes stdin, which ends a well-behaved server, reads what it still says and gives its exit code. */
  async end(): Promise<number | null> {
    this.#child.stdin.end();
    while ((await this.#next('exit')) !== undefined);
    const [code] = await within(this.#exit, 'exit');
    return code as number | null;
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#child.kill('SIGKILL');
    return Promise.resolve();
  }

  async #next(what: string): Promise<JsonObject | undefined> {
    const { done, value } = await within(this.#lines.next(), what);
    if (done === true) return undefined;
    const message = JSON.parse(value) as JsonObject;
    this.received.push(message);
    if (typeof message['method'] === 'string' && 'id' in message)
      this.#answer(message['method'], message['id']);
    return message;
  }

  #answer(method: string, id: unknown): void {
    const result = this.#answers[method];
    this.#send(
      result === undefined ? { id, error: { code: -32601, message: `no ${method} here` } } : { id, result },
    );
  }

  #send(message: JsonObject): void {
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  }
}
