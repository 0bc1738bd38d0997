// PipeTransport: connects a page to a server process: out by POST, in by server-sent events.
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';

/** A transport of the official client, through the pipe at a path. */
export class PipeTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #path: string;
  #events: EventSource | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  start(): Promise<void> {
    const events = new EventSource(this.#path);
    this.#events = events;
    events.addEventListener('message', ({ data }: MessageEvent<string>) =>
      this.onmessage?.(JSON.parse(data) as JSONRPCMessage),
    );
    return new Promise((resolve, reject) => {
      events.addEventListener('open', () => resolve());
      events.addEventListener('error', () => reject(new Error('The server cannot be reached')));
    });
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const response = await fetch(this.#path, { method: 'POST', body: JSON.stringify(message) });
    if (!response.ok) throw new Error(`The server does not take messages: ${response.status}`);
  }

  close(): Promise<void> {
    this.#events?.close();
    this.onclose?.();
    return Promise.resolve();
  }
}
