// In-process transports of the test client: memory, and the real stdio transport over a pair of streams.
import { PassThrough, type Readable } from 'node:stream';
import type { Channel, Open } from '../jsonrpc/channel.ts';
import type { McpServer } from '../server.ts';
import { serveStdio } from '../stdio.ts';

/** The client's end of a connection in this process. */
interface Connection {
  /** Sends one message as text. */
  send(text: string): void;
  /** Ends the connection after accepted requests are answered. */
  close(): Promise<void>;
}

/** Serves a server on streams of this process; `onMessage` gets what it sends. */
export function connectStreams(server: McpServer, onMessage: (text: string) => void): Connection {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  readLines(stdout, onMessage);
  const served = serveStdio(server, { stdin, stdout, exit: false });
  return {
    send: (text) => stdin.write(`${text}\n`),
    close: () => {
      stdin.end();
      return served;
    },
  };
}

/** Calls `onLine` with each line that is not empty. */
export function readLines(stream: Readable, onLine: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') onLine(line);
  });
}

const DRAIN_MS = 5000;

/**
 * Connects a server's end (`open`) with `onMessage`, which gets what the server sends. Messages are delivered in
 * order, each in its own macrotask.
 */
export function connectMemory(open: Open, onMessage: (text: string) => void): Connection {
  const channel: Channel = { send: (text) => queueMicrotask(() => onMessage(text)) };
  const { peer } = open(channel);
  const inbox: string[] = [];
  let pumping: Promise<void> | undefined;

  const pump = async (): Promise<void> => {
    for (let text = inbox.shift(); text !== undefined; text = inbox.shift()) {
      peer.receive(text, channel);
      await peer.ready();
    }
    pumping = undefined;
  };

  return {
    send: (text) => {
      inbox.push(text);
      pumping ??= Promise.resolve().then(pump);
    },
    close: async () => {
      await pumping;
      await peer.drain(DRAIN_MS);
    },
  };
}
