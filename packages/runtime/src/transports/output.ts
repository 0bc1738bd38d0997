// Output: the messages of a connection on their way to its stream.
import type { Channel } from '../jsonrpc/channel.ts';

/** The part of a writable stream that is used. */
export interface ByteSink {
  /** False when the reader does not keep up; `drain` follows. */
  write(text: string, done?: () => void): boolean;
  on(event: 'drain' | 'error' | 'close', listener: () => void): unknown;
}

/** Writes messages to a stream: all messages of one turn of the event loop in one write. */
export class Output implements Channel {
  readonly #stream: ByteSink;
  #waiting = '';
  #scheduled = false;
  #broken = false;
  #full: Promise<void> | undefined;
  #release = (): void => {};

  constructor(stream: ByteSink) {
    this.#stream = stream;
    stream.on('drain', () => this.#drain());
  }

  send(text: string): void {
    if (this.#broken) return;
    this.#waiting += `${text}\n`;
    if (this.#scheduled) return;
    this.#scheduled = true;
    setImmediate(() => this.#write());
  }

  /** Undefined while the reader keeps up; else a promise that resolves when it has caught up. */
  drained(): Promise<void> | undefined {
    return this.#full;
  }

  /** Resolves when everything is handed to the operating system. */
  flush(): Promise<void> {
    this.#write();
    return new Promise((resolve) => {
      if (this.#broken) return resolve();
      this.#stream.write('', () => resolve());
    });
  }

  /** Calls `listener` when the reader is gone. */
  onBroken(listener: () => void): void {
    const broken = (): void => {
      this.#broken = true;
      this.#waiting = '';
      this.#drain();
      listener();
    };
    // An unhandled 'error' (EPIPE) would end the process.
    this.#stream.on('error', broken);
    this.#stream.on('close', broken);
  }

  #write(): void {
    this.#scheduled = false;
    if (this.#waiting === '' || this.#broken) return;
    const text = this.#waiting;
    this.#waiting = '';
    if (this.#stream.write(text) || this.#full !== undefined) return;
    this.#full = new Promise((resolve) => (this.#release = resolve));
  }

  #drain(): void {
    this.#full = undefined;
    this.#release();
  }
}
