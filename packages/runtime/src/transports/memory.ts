// Memory: two ends in one process, for tests and for hosts that embed a server.
import type { Channel, Open } from '../jsonrpc/channel.ts';

/** The client's end of an in-memory connection. */
export interface MemoryConnection {
  /** Sends one message as text. Messages are delivered in order, each in a task of its own. */
  send(text: string): void;
  /** Ends the connection after accepted requests are answered. */
  close(): Promise<void>;
}

const DRAIN_MS = 5000;

/** Connects a server's end (`open`) with `onMessage`, which gets what the server sends. */
export function connectMemory(open: Open, onMessage: (text: string) => void): MemoryConnection {
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
