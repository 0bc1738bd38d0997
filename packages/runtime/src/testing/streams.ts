// The real stdio transport over a pair of streams in this process.
import { PassThrough } from 'node:stream';
import type { McpServer } from '../server.ts';
import { serveStdio } from '../stdio.ts';

/** Serves a server on streams of this process; `onMessage` gets what it sends. */
export function connectStreams(
  server: McpServer,
  onMessage: (text: string) => void,
): { send(text: string): void; close(): Promise<void> } {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  let rest = '';
  stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onMessage(line);
  });
  const served = serveStdio(server, { stdin, stdout, exit: false });
  return {
    send: (text) => stdin.write(`${text}\n`),
    close: () => {
      stdin.end();
      return served;
    },
  };
}
