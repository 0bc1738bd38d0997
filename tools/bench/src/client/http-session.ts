// MCP over HTTP: a fixture server as a child process, and clients with a keep-alive connection and a session each.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { resultOf } from './check-answers.ts';
import { Connection, type Launch } from './connection.ts';
import { Driver, type Load } from './driver.ts';
import { type Era, initialize, initialized, modernRevision, type Request, requestLine } from './messages.ts';
import { residentMegabytes } from './process-usage.ts';

type Headers = Readonly<Record<string, string>>;

interface Answer {
  readonly status: number;
  readonly isStream: boolean;
  readonly session: string | undefined;
  readonly text: string;
}

const settleMs = 300;

/** Returns the body, or the data of the last event that has data. */
function finalMessage({ status, isStream, text }: Answer): string {
  const message = isStream ? /[^]*^data: ?(.+)$/m.exec(text)?.[1] : text;
  if (status === 200 && message !== undefined) return message;
  throw new Error(`Status ${status}: ${text.slice(0, 300)}`);
}

function modernHeaders({ method, params }: Request): Headers {
  const name = params !== undefined && 'name' in params ? { 'mcp-name': String(params.name) } : {};
  return { 'mcp-protocol-version': modernRevision, 'mcp-method': method, ...name };
}

/** A keep-alive connection and, in the legacy era, its latest session. */
class HttpClient {
  readonly #connection: Client;
  #session: Headers = {};

  constructor(origin: string) {
    this.#connection = new Client(origin);
  }

  /** Opens a session in addition to the earlier ones. */
  async openSession(): Promise<void> {
    const hello = await this.#post(initialize, {});
    const { result } = resultOf(finalMessage(hello), 'legacy');
    const id = hello.session === undefined ? {} : { 'mcp-session-id': hello.session };
    this.#session = { 'mcp-protocol-version': String(result['protocolVersion']), ...id };
    const { status } = await this.#post(initialized, this.#session);
    if (status !== 202) throw new Error(`Status ${status} to a notification`);
  }

  /** Sends a request and checks its answer. */
  async request(era: Era, { request, check }: Load, id: number): Promise<void> {
    const headers = era === 'legacy' ? this.#session : modernHeaders(request);
    const message = finalMessage(await this.#post(requestLine(era, request, id), headers));
    const answer = resultOf(message, era);
    if (answer.id !== id || !check(answer.result)) throw new Error(`Wrong answer: ${message.slice(0, 300)}`);
  }

  close(): Promise<void> {
    return this.#connection.destroy();
  }

  async #post(body: string, more: Headers): Promise<Answer> {
    const accept = 'application/json, text/event-stream';
    const headers = { 'content-type': 'application/json', accept, ...more };
    const answer = await this.#connection.request({ method: 'POST', path: '/mcp', headers, body });
    const { 'mcp-session-id': session, 'content-type': type } = answer.headers;
    const isStream = String(type).startsWith('text/event-stream');
    const text = await answer.body.text();
    return { status: answer.statusCode, isStream, session: session?.toString(), text };
  }
}

export class HttpSession extends Driver {
  readonly #server: Connection;
  readonly #clients: readonly HttpClient[];
  readonly #era: Era;
  #requests = 0;

  private constructor(server: Connection, clients: readonly HttpClient[], era: Era) {
    super();
    this.#server = server;
    this.#clients = clients;
    this.#era = era;
  }

  /** Starts a server and connects to the URL that it prints; in the legacy era with a session per connection. */
  static async open(launch: Launch, era: Era, connections: number): Promise<HttpSession> {
    const server = new Connection(launch);
    const { origin } = new URL(await server.answer());
    const clients = Array.from({ length: connections }, () => new HttpClient(origin));
    const session = new HttpSession(server, clients, era);
    if (era === 'legacy') await session.openSessions(connections);
    return session;
  }

  get pid(): number {
    return this.#server.pid;
  }

  /** Opens this many more sessions, in parallel on all connections. */
  async openSessions(count: number): Promise<void> {
    let opened = 0;
    await this.#all(async (client) => {
      while (opened++ < count) await client.openSession();
    });
  }

  /** Sends requests on all connections, with one in flight per connection. */
  async runFor(load: Load, milliseconds: number): Promise<{ count: number; elapsed: number }> {
    const [start, before] = [performance.now(), this.#requests];
    await this.#all(async (client) => {
      while (performance.now() - start < milliseconds)
        await client.request(this.#era, load, this.#requests++);
    });
    return { count: this.#requests - before, elapsed: performance.now() - start };
  }

  /** Returns resident kilobytes (of 1000 bytes) after a garbage collection. The server needs `--expose-gc`. */
  async residentKilobytes(): Promise<number> {
    // The collector releases pages with a delay.
    for (let collection = 0; collection < 2; collection += 1) {
      await sleep(settleMs);
      await this.#server.signal('SIGUSR2');
    }
    return residentMegabytes(this.pid) * 1048.576;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#all((client) => client.close());
    await this.#server.close();
  }

  async #all(work: (client: HttpClient) => Promise<void>): Promise<void> {
    await Promise.all(this.#clients.map(work));
  }
}
