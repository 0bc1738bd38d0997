// One MCP client over HTTP: a keep-alive connection, and in the legacy era the session that `initialize` opened.
import { resultOf } from './check-answers.ts';
import { HttpConnection } from './http-connection.ts';
import { initialize, initialized } from './messages.ts';
import type { Dialect, Request } from './messages.ts';
import type { HttpAnswer } from './response-reader.ts';
import { messagesIn } from './response-reader.ts';

const modernRevision = '2026-07-28';

type Headers = Readonly<Record<string, string | undefined>>;

export class HttpClient {
  readonly #port: number;
  readonly #dialect: Dialect;
  #connection: HttpConnection;
  #session: Headers = {};

  private constructor(port: number, dialect: Dialect) {
    this.#port = port;
    this.#dialect = dialect;
    this.#connection = new HttpConnection(port);
  }

  /** Connects; in the legacy era also through the handshake. */
  static async open(port: number, dialect: Dialect): Promise<HttpClient> {
    const client = new HttpClient(port, dialect);
    if (dialect.era === 'legacy') await client.openSession();
    return client;
  }

  /** Opens a session, also when there is one: the server then has both. */
  async openSession(): Promise<void> {
    this.#session = {};
    const hello = initialize(this.#dialect.revision);
    const answer = await this.#connection.exchange(this.#head(undefined, hello.length), hello);
    const { result } = resultOf(finalMessage(answer), 'legacy');
    this.#session = {
      'Mcp-Session-Id': answer.headers.get('mcp-session-id'),
      'MCP-Protocol-Version': String(result['protocolVersion']),
    };
    const head = this.#head(undefined, initialized.length);
    const { status } = await this.#connection.exchange(head, initialized);
    if (status !== 202) throw new Error(`Status ${status} to a notification`);
  }

  /** The headers of a POST with this request, for all of its bodies of one length. */
  head(request: Request, length: number): string {
    return this.#head(request, length);
  }

  /** Sends a POST and returns the message that ends its response. */
  async post(head: string, body: Buffer | string): Promise<string> {
    return finalMessage(await this.#connection.exchange(head, body));
  }

  /** Sends a POST and waits until there is enough of its response. */
  begin(head: string, body: Buffer | string, isEnough: (answer: HttpAnswer) => boolean): Promise<HttpAnswer> {
    return this.#connection.until(isEnough, head, body);
  }

  /** Opens the stream of the session, or goes on with the one of an event. */
  listen(lastEventId: string | undefined, isEnough: (answer: HttpAnswer) => boolean): Promise<HttpAnswer> {
    const headers = { Accept: 'text/event-stream', 'Last-Event-ID': lastEventId, ...this.#session };
    return this.#connection.until(isEnough, toHead('GET', this.#port, headers));
  }

  /** Leaves the connection at once and makes another one; the session stays. */
  async reconnect(): Promise<void> {
    await this.#connection.close();
    this.#connection = new HttpConnection(this.#port);
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #head(request: Request | undefined, length: number): string {
    return toHead('POST', this.#port, {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'Content-Length': String(length),
      ...(this.#dialect.era === 'legacy' ? this.#session : modernHeaders(request)),
    });
  }
}

function modernHeaders(request: Request | undefined): Headers {
  const name = request?.params !== undefined && 'name' in request.params ? request.params.name : undefined;
  return {
    'MCP-Protocol-Version': modernRevision,
    'Mcp-Method': request?.method,
    'Mcp-Name': typeof name === 'string' ? name : undefined,
  };
}

function toHead(method: string, port: number, headers: Headers): string {
  const lines = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}\r\n`],
  );
  return `${method} /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${lines.join('')}\r\n`;
}

function finalMessage(answer: HttpAnswer): string {
  const message = messagesIn(answer).at(-1);
  if (answer.status === 200 && message !== undefined) return message;
  throw new Error(`Status ${answer.status}: ${answer.body.slice(0, 300)}`);
}
