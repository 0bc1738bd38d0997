// @mcp/runtime/stdio: serves a server on this process's stdin and stdout.
import type { Readable, Writable } from 'node:stream';
import type { McpServer } from './server.ts';
import { connectStdio } from './transports/stdio/stdio.ts';
import { guardStdout } from './transports/stdio/stdout-guard.ts';

/** How a server is served over stdio. */
export interface StdioOptions {
  /** Default: this process's own, with the guard of stdout and with signals. */
  readonly stdin?: Readable;
  /** Default: this process's own. */
  readonly stdout?: Writable;
  /** Longest accepted message, in bytes. Default 16 MiB. */
  readonly maxMessageBytes?: number;
  /** Milliseconds that accepted requests have to finish when the connection ends. Default 5000. */
  readonly drainMs?: number;
  /**
   * Ends the process when the connection is over, so that forgotten timers keep no orphan. Default: true with the
   * process's own streams.
   */
  readonly exit?: boolean;
}

const SIXTEEN_MEBIBYTES = 16 * 1024 * 1024;
const FIVE_SECONDS = 5000;

/**
 * Serves on stdin and stdout (basic/transports, "stdio"; all revisions). Other output to stdout is redirected to
 * stderr.
 * At the end of input, on SIGTERM or SIGINT, accepted requests are answered, then the process exits with 0; a second
 * signal exits immediately with 1. If stdout fails although its reader exists, a report says what was lost and the
 * process exits with 1. Resolves when the connection has ended, and never rejects. With your own streams nothing is
 * guarded, no signal is handled, and the process continues.
 */
export async function serveStdio(server: McpServer, options: StdioOptions = {}): Promise<void> {
  const { maxMessageBytes = SIXTEEN_MEBIBYTES, drainMs = FIVE_SECONDS } = options;
  const isOwn = options.stdin === undefined && options.stdout === undefined;
  const { stdin = process.stdin, exit = isOwn } = options;
  const guard = isOwn
    ? guardStdout((message) => server.transport.report({ level: 'warning', message }))
    : undefined;
  const stdout = options.stdout ?? guard?.stdout ?? process.stdout;
  let exitCode = 0;
  const failed = (message: string, error: Error): void => {
    exitCode = 1;
    server.transport.report({ level: 'error', message, error });
  };
  const connection = connectStdio((channel) => server.transport.open(channel), {
    stdin,
    stdout,
    maxMessageBytes,
    drainMs,
    failed,
  });
  // While the connection is closing anyway, a signal says that there is no more time: clients send it 2 s after the end
  // of input, and kill the process 2 s later.
  const onSignal = (): void => {
    if (connection.isClosing) process.exit(1);
    void connection.close();
  };
  if (isOwn) process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
  // What a handler left behind must not take the other requests down with it.
  const onRejection = (error: unknown): void =>
    server.transport.report({ level: 'error', message: 'unhandled rejection', error });
  if (isOwn) process.on('unhandledRejection', onRejection);
  await connection.closed;
  guard?.restore();
  process.off('SIGTERM', onSignal).off('SIGINT', onSignal).off('unhandledRejection', onRejection);
  if (exit) process.exit(exitCode);
}
