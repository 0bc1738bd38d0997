// The stdio transport: one message per line on stdin and stdout (basic/transports, "stdio").
import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { Channel, Open } from '../../jsonrpc/channel.ts';
import { ErrorCode } from '../../jsonrpc/error.ts';
import { writeError } from '../../jsonrpc/message.ts';
import { LineReader } from './lines.ts';

/** The part of a writable stream that is used. */
export interface ByteSink {
  /** False when the reader does not keep up; `drain` follows. */
  write(text: string, done?: () => void): boolean;
  on(event: 'drain' | 'error' | 'close', listener: () => void): unknown;
}

/** How a stdio connection behaves. */
export interface StdioSettings {
  readonly stdin: Readable;
  readonly stdout: ByteSink;
  /** Longest accepted message, in bytes. */
  readonly maxMessageBytes: number;
  /** Milliseconds that accepted requests have to finish when the connection ends. */
  readonly drainMs: number;
}

/** A running stdio connection. */
export interface StdioConnection {
  /** Resolves when the connection is over and everything is flushed. */
  readonly closed: Promise<void>;
  /** Whether the end has begun. */
  readonly isClosing: boolean;
  /** Stops reading, answers what was accepted, flushes. */
  close(): Promise<void>;
}

/**
 * Connects a conversation to a pair of streams, one message per line (basic/transports, "stdio"). Lines that are too
 * long or not UTF-8 are answered with an error. Ends by itself when stdin ends or stdout breaks.
 */
export function connectStdio(open: Open, settings: StdioSettings): StdioConnection {
  const { stdin, stdout, maxMessageBytes, drainMs } = settings;
  const output = new Output(stdout);
  const { peer } = open(output);
  const refuse = (code: number, message: string): void =>
    output.send(writeError(undefined, { code, message }));
  const lines = new LineReader(
    {
      line: (text) => peer.receive(text, output),
      tooLong: () =>
        refuse(
          ErrorCode.InvalidRequest,
          `Invalid request: the message is longer than ${maxMessageBytes} bytes`,
        ),
      notUtf8: () => refuse(ErrorCode.ParseError, 'Parse error: the message is not UTF-8'),
    },
    maxMessageBytes,
    isUtf8,
  );

  const onData = (chunk: Buffer): void => {
    lines.push(chunk);
    const wait = peer.ready() ?? output.drained();
    if (wait === undefined) return;
    stdin.pause();
    void wait.then(() => stdin.resume());
  };

  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closing ??= (async () => {
      stdin.off('data', onData);
      stdin.pause();
      await peer.drain(drainMs);
      await output.flush();
      finished();
    })();
    return closing;
  };
  let finished = (): void => {};
  const closed = new Promise<void>((resolve) => (finished = resolve));

  stdin.on('data', onData);
  stdin.on('end', () => {
    lines.end();
    void close();
  });
  stdin.on('error', () => void close());
  output.onBroken(() => void close());
  return {
    closed,
    close,
    get isClosing() {
      return closing !== undefined;
    },
  };
}

/** Writes messages to a stream: all messages of one turn of the event loop in one write. */
class Output implements Channel {
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
