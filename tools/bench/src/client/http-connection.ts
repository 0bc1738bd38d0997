// One keep-alive connection to a fixture server: a plain socket that sends ready-made requests, one at a time.
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { ResponseReader } from './response-reader.ts';
import type { HttpAnswer } from './response-reader.ts';

const patienceMs = 30_000;
/** Servers close a connection that nothing came on; node:http does so after 5 seconds. */
const idleMs = 2000;

interface Waiting {
  onData(answer: HttpAnswer | undefined, isComplete: boolean): void;
  fail(error: Error): void;
}

export class HttpConnection {
  readonly #port: number;
  #socket: Socket;
  #reader = new ResponseReader();
  #waiting: Waiting | undefined;
  #lastUsed = performance.now();

  constructor(port: number) {
    this.#port = port;
    this.#socket = this.#connect();
  }

  #connect(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    const fail = (error: Error): void => {
      if (this.#socket === socket) this.#waiting?.fail(error);
    };
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', fail);
    socket.on('close', () => fail(new Error('The server closed the connection')));
    socket.setTimeout(patienceMs, () => socket.destroy(new Error(`Nothing for ${patienceMs} ms`)));
    return socket;
  }

  #reconnectIfIdle(): void {
    if (performance.now() - this.#lastUsed < idleMs && !this.#socket.destroyed) return;
    this.#socket.destroy();
    this.#reader = new ResponseReader();
    this.#socket = this.#connect();
  }

  #receive(chunk: Buffer): void {
    this.#lastUsed = performance.now();
    try {
      const isComplete = this.#reader.push(chunk);
      this.#waiting?.onData(this.#reader.answer, isComplete);
    } catch (error) {
      this.#waiting?.fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Sends a request and waits for the whole response. */
  async exchange(...parts: readonly (Buffer | string)[]): Promise<HttpAnswer> {
    await this.until(() => false, ...parts);
    return this.#reader.take();
  }

  /** Sends a request and waits until the response is complete or `isEnough`. The response goes on after that. */
  until(
    isEnough: (answer: HttpAnswer) => boolean,
    ...parts: readonly (Buffer | string)[]
  ): Promise<HttpAnswer> {
    this.#reconnectIfIdle();
    return new Promise((resolve, reject) => {
      this.#waiting = {
        fail: reject,
        onData: (answer, isComplete) => {
          if (answer === undefined || !(isComplete || isEnough(answer))) return;
          this.#waiting = undefined;
          resolve(answer);
        },
      };
      this.#socket.cork();
      for (const part of parts) this.#socket.write(part);
      this.#socket.uncork();
    });
  }

  /** Leaves at once, whatever the server is sending. */
  close(): Promise<void> {
    this.#waiting = undefined;
    // The server may have been first.
    if (this.#socket.closed) return Promise.resolve();
    return new Promise((resolve) => {
      this.#socket.once('close', () => resolve());
      this.#socket.destroy();
    });
  }
}
