// The stdio transport: one message per line on stdin and stdout (basic/transports, "stdio").
import type { Readable } from 'node:stream';
import type { Open, Receiver } from '../../jsonrpc/channel.ts';
import { ErrorCode } from '../../jsonrpc/error.ts';
import { writeError } from '../../jsonrpc/message.ts';
import { LineReader, type LineHandler } from './lines.ts';
import { Output, type ByteSink, type OutputFailure } from './output.ts';

// An import of node:buffer loads all that it exports, File and Blob too: 6 ms of each start.
const isUtf8 = (bytes: Uint8Array): boolean => process.getBuiltinModule('node:buffer').isUtf8(bytes);

/** How a stdio connection behaves. */
export interface StdioSettings {
  readonly stdin: Readable;
  readonly stdout: ByteSink;
  /** Longest accepted message, in bytes. */
  readonly maxMessageBytes: number;
  /** Milliseconds that accepted requests have to finish when the connection ends. */
  readonly drainMs: number;
  /** Takes the news that stdout failed while its reader was there, in words that say what was lost. */
  readonly failed: (message: string, error: Error) => void;
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
 * long or not UTF-8 are answered with an error without an id. Ends by itself when stdin ends or stdout breaks.
 */
export function connectStdio(open: Open, settings: StdioSettings): StdioConnection {
  const { stdin, stdout, maxMessageBytes, drainMs, failed } = settings;
  const output = new Output(stdout);
  const { peer } = open(output);
  const lines = new LineReader(handleLines(peer, output, maxMessageBytes), maxMessageBytes, isUtf8);

  const onData = (chunk: Buffer): void => {
    lines.push(chunk);
    const wait = peer.ready() ?? output.inputDrained();
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
  output.onBroken((failure) => {
    if (failure !== undefined) failed(describeFailure(failure, peer.unanswered), failure.error);
    peer.cancelWaiting('The client does not read any more');
    void close();
  });
  return {
    closed,
    close,
    get isClosing() {
      return closing !== undefined;
    },
  };
}

function handleLines(peer: Receiver, output: Output, maxMessageBytes: number): LineHandler {
  const refuse = (code: number, message: string): void =>
    output.send(writeError(undefined, { code, message }));
  return {
    line: (text) => peer.receive(text, output),
    tooLong: () =>
      refuse(
        ErrorCode.InvalidRequest,
        `Invalid request: the message is longer than ${maxMessageBytes} bytes; send less at once`,
      ),
    notUtf8: () => refuse(ErrorCode.ParseError, 'Parse error: the message is not UTF-8'),
  };
}

function describeFailure({ error, messages }: OutputFailure, unanswered: number): string {
  return `stdout failed (${error.message}): up to ${messages} messages were not written whole, and ${unanswered} requests more get no answer`;
}
