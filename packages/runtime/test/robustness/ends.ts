// The two ways to reach the server under fire: streams in this process, and a child process. Both keep what comes out.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { PassThrough, type Writable } from 'node:stream';
import { serveStdio } from '../../src/stdio.ts';
import { createFixture } from './fixture.ts';

/** A parsed message. */
export interface Message {
  readonly [member: string]: unknown;
}

export const isMessage = (value: unknown): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Everything the server wrote to stdout, line by line. */
export class Inbox {
  /** What was JSON, in order; an answer to a batch is an array. */
  readonly parsed: unknown[] = [];
  /** What was not JSON. */
  readonly broken: string[] = [];
  #rest = '';
  #closed: string | undefined;
  #waiters: (() => void)[] = [];

  take(chunk: string): void {
    const lines = (this.#rest + chunk).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#takeLine(line);
    for (const wake of this.#waiters.splice(0)) wake();
  }

  /** All messages, those of batches one by one. */
  messages(): Message[] {
    return this.parsed.flat().filter(isMessage);
  }

  /** The answers so far, by id. */
  answers(): Map<unknown, Message[]> {
    const answers = new Map<unknown, Message[]>();
    for (const message of this.messages()) {
      const id = message['id'];
      answers.set(id, [...(answers.get(id) ?? []), message]);
    }
    return answers;
  }

  /** The first answer to this id, once there is one. */
  async answer(id: unknown): Promise<Message> {
    for (;;) {
      const found = this.messages().find((message) => !('method' in message) && message['id'] === id);
      if (found !== undefined) return found;
      if (this.#closed !== undefined) throw new Error(`no answer to ${JSON.stringify(id)}: ${this.#closed}`);
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    }
  }

  /** No more will come. */
  close(why: string): void {
    this.#closed = why;
    for (const wake of this.#waiters.splice(0)) wake();
  }

  /** Text after the last line. */
  get rest(): string {
    return this.#rest;
  }

  #takeLine(line: string): void {
    try {
      this.parsed.push(JSON.parse(line));
    } catch {
      this.broken.push(line);
    }
  }
}

/** One end of a connection. */
export interface End {
  readonly inbox: Inbox;
  /** Writes bytes as they are; waits when the server does not read. */
  write(bytes: string | Uint8Array): Promise<void>;
  /** Ends the input; resolves when the server is done. */
  end(): Promise<void>;
}

const writeTo = async (stream: Writable, bytes: string | Uint8Array): Promise<void> => {
  if (!stream.write(bytes)) await once(stream, 'drain');
};

/** The server in this process. */
export const inProcess = (maxMessageBytes: number): End => {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const inbox = new Inbox();
  stdout.setEncoding('utf8').on('data', (chunk: string) => inbox.take(chunk));
  const served = serveStdio(createFixture({ report: () => {} }), { stdin, stdout, maxMessageBytes });
  return {
    inbox,
    write: (bytes) => writeTo(stdin, bytes),
    end: () => {
      stdin.end();
      return served;
    },
  };
};

/** How a process is: its calls that run, ran at once at most and were cancelled, and its memory in bytes. */
export interface State {
  readonly running: number;
  readonly most: number;
  readonly cancelled: number;
  readonly rss: number;
  readonly polluted: boolean;
}

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** The server in a process of its own. Killed when the test is over, however it went. */
export class Child implements End, AsyncDisposable {
  readonly inbox = new Inbox();
  readonly process: ChildProcessWithoutNullStreams;
  readonly exited: Promise<Exit>;
  #stderr = '';

  constructor(...args: readonly (string | number)[]) {
    this.process = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args.map(String)]);
    this.exited = new Promise((resolve) =>
      this.process.on('close', (code, signal) => {
        this.inbox.close(`the process ended with ${signal ?? code}; stderr: ${this.#stderr}`);
        resolve({ code, signal });
      }),
    );
    this.process.stdout.setEncoding('utf8').on('data', (chunk: string) => this.inbox.take(chunk));
    this.process.stderr.setEncoding('utf8').on('data', (chunk: string) => (this.#stderr += chunk));
    // A server that is gone is seen by its exit.
    this.process.stdin.on('error', () => {});
  }

  get stderr(): string {
    return this.#stderr;
  }

  write(bytes: string | Uint8Array): Promise<void> {
    return writeTo(this.process.stdin, bytes);
  }

  /** Sends messages, one per line. */
  send(...messages: readonly object[]): Promise<void> {
    return this.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  }

  /** Calls a tool and resolves with its text. */
  async call(id: number | string, name: string, args: object = {}): Promise<string> {
    await this.send(callOf(id, name, args));
    return textOf(await this.inbox.answer(id));
  }

  /** What the tool of that name says of the process. */
  async state(id: string): Promise<State> {
    return JSON.parse(await this.call(id, 'state')) as State;
  }

  /** The handshake. */
  async initialize(revision = '2025-11-25'): Promise<void> {
    await this.write(handshake(revision));
    await this.inbox.answer('init');
  }

  async end(): Promise<void> {
    this.process.stdin.end();
    await this.exited;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.process.kill('SIGKILL');
    await this.exited;
  }
}

/** A request that calls a tool. */
export const callOf = (id: unknown, name: string, args: object = {}): Message => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: args },
});

/** The lines that open a session. */
export const handshake = (protocolVersion: string): string =>
  [
    {
      jsonrpc: '2.0',
      id: 'init',
      method: 'initialize',
      params: { protocolVersion, capabilities: {}, clientInfo: { name: 'attacker', version: '1' } },
    },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
  ]
    .map((message) => `${JSON.stringify(message)}\n`)
    .join('');

/** The text of a tool result; of an error answer its JSON. */
export const textOf = (answer: Message): string => {
  const { result } = answer;
  const content: unknown = isMessage(result) ? result['content'] : undefined;
  const block: unknown = Array.isArray(content) ? content[0] : undefined;
  const text = isMessage(block) ? block['text'] : undefined;
  return typeof text === 'string' ? text : JSON.stringify(answer);
};
