// HTTP+SSE client made of raw requests, and its server.
import { hello, type Message, open, rpc, send, type Shot, type Wire } from '@mcp/raw-http';
import { serveHttp, type HttpServeOptions, type HttpServing } from '../../src/transports/http/serve.ts';
import { httpSse } from '../../src/http-sse.ts';
import type { McpServer } from '../../src/index.ts';

const EVENT_STREAM = { accept: 'text/event-stream' };

/** Serves with HTTP+SSE until the end of the block. */
export async function servingSse(
  server: McpServer,
  options: HttpServeOptions = {},
): Promise<HttpServing & AsyncDisposable & { at: (path: string) => string }> {
  const http = await serveHttp(server, { transports: [httpSse()], ...options });
  return {
    ...http,
    at: (path) => new URL(path, http.url).href,
    [Symbol.asyncDispose]: () => http.close(0),
  };
}

type Headers = NonNullable<Shot['headers']>;

/** A client of this transport. */
export class Client {
  readonly stream: Wire;
  readonly url: string;

  constructor(stream: Wire, url: string) {
    this.stream = stream;
    this.url = url;
  }

  /** Opens the stream and reads where messages go. */
  static async open(url: string, headers: Headers = {}): Promise<Client> {
    const stream = await open(url, { method: 'GET', headers: { ...EVENT_STREAM, ...headers } });
    const [first] = await stream.until(({ events }) => events.length > 0 && events);
    const endpoint = first?.find((line) => line.startsWith('data: '))?.slice(6) ?? '';
    return new Client(stream, new URL(endpoint, url).href);
  }

  /** The whole handshake. */
  static async begin(url: string, revision: string, capabilities: Message = {}): Promise<Client> {
    const client = await Client.open(url);
    await client.post(hello(revision, capabilities));
    await client.messages(1);
    await client.post(rpc(undefined, 'notifications/initialized'));
    return client;
  }

  /** Sends a message. */
  post(body: unknown, headers: Headers = {}): Promise<Wire> {
    return send(this.url, { body, headers });
  }

  /** Resolves with the messages once there are this many. */
  async messages(count: number): Promise<readonly Message[]> {
    return this.stream.until(({ events }) => {
      const messages = events.filter(([name]) => name === 'event: message');
      return (
        messages.length >= count && messages.map(([, data = '']) => JSON.parse(data.slice(6)) as Message)
      );
    });
  }
}
