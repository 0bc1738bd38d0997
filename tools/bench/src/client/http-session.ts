// MCP over HTTP: a fixture server as a child process, and clients with a keep-alive connection and a session each.
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'undici';
import { resultOf } from './check-answers.ts';
import { Connection, type Launch } from './connection.ts';
import { Driver, type Load } from './driver.ts';
import { Batch, initialize, initialized, modernRevision, type Dialect, type Request } from './messages.ts';
import { residentMegabytes } from './process-usage.ts';

/** Memory in kilobytes (of 1000 bytes). */
export interface MemoryUse {
  readonly resident: number;
  /** What is alive in the heap of V8 and in its buffers, after a garbage collection. */
  readonly heap: number;
}

type Headers = Record<string, string>;

const settleMs = 300;

/** A keep-alive connection, and in the legacy era the session that `initialize` opened last. */
export class HttpClient {
  readonly #dialect: Dialect;
  readonly #connection: Client;
  #session: Headers = {};

  private constructor(port: number, dialect: Dialect) {
    this.#dialect = dialect;
    this.#connection = new Client(`http://127.0.0.1:${port}`);
  }

  /** Connects; in the legacy era also through the handshake. */
  static async open(port: number, dialect: Dialect): Promise<HttpClient> {
    const client = new HttpClient(port, dialect);
    if (dialect.era === 'legacy') await client.openSession();
    return client;
  }

  /** Opens a session, also when there is one: the server then has both. */
  async openSession(): Promise<void> {
    const hello = await this.#post(initialize(this.#dialect.revision), {});
    const { result } = resultOf(finalMessage(hello), 'legacy');
    this.#session = { 'mcp-protocol-version': String(result['protocolVersion']) };
    if (hello.session !== undefined) this.#session['mcp-session-id'] = hello.session;
    const { status } = await this.#post(initialized, this.#session);
    if (status !== 202) throw new Error(`Status ${status} to a notification`);
  }

  /** Sends a request and returns the message that ends its response. */
  async request(request: Request, body: Buffer): Promise<string> {
    const headers = this.#dialect.era === 'legacy' ? this.#session : modernHeaders(request);
    return finalMessage(await this.#post(body, headers));
  }

  close(): Promise<void> {
    return this.#connection.destroy();
  }

  async #post(body: Buffer | string, more: Headers): Promise<Answer> {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...more,
    };
    const answer = await this.#connection.request({ method: 'POST', path: '/mcp', headers, body });
    const { 'mcp-session-id': session, 'content-type': type } = answer.headers;
    return {
      status: answer.statusCode,
      isStream: String(type).startsWith('text/event-stream'),
      session: session?.toString(),
      text: await answer.body.text(),
    };
  }
}

interface Answer {
  readonly status: number;
  readonly isStream: boolean;
  readonly session: string | undefined;
  readonly text: string;
}

function modernHeaders({ method, params }: Request): Headers {
  const name = params !== undefined && 'name' in params ? { 'mcp-name': String(params.name) } : {};
  return { 'mcp-protocol-version': modernRevision, 'mcp-method': method, ...name };
}

/** The body, or the data of the last event that has any. */
function finalMessage({ status, isStream, text }: Answer): string {
  const message = isStream ? /[^]*^data: ?(.+)$/m.exec(text)?.[1] : text;
  if (status === 200 && message !== undefined) return message;
  throw new Error(`Status ${status}: ${text.slice(0, 300)}`);
}

/** A fixture server that listens on a port of its own choice. */
export class HttpServer {
  readonly port: number;
  readonly #process: Connection;

  private constructor(process: Connection, port: number) {
    this.#process = process;
    this.port = port;
  }

  static async start(launch: Launch): Promise<HttpServer> {
    const process = new Connection(launch);
    const url = await process.answer();
    return new HttpServer(process, Number(new URL(url).port));
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** The server must have been started with `--expose-gc`. */
  async memory(): Promise<MemoryUse> {
    // Sockets that were closed a moment ago are given up first, and the collector gives pages back a little later.
    await sleep(settleMs);
    await this.#process.signal('SIGUSR2');
    await sleep(settleMs);
    const line = await this.#process.signal('SIGUSR2');
    const { heapUsed, external }: { heapUsed: number; external: number } = JSON.parse(line);
    return { resident: residentMegabytes(this.pid) * 1048.576, heap: (heapUsed + external) / 1000 };
  }

  async openClients(dialect: Dialect, count: number): Promise<readonly HttpClient[]> {
    const clients: HttpClient[] = [];
    while (clients.length < count) clients.push(await HttpClient.open(this.port, dialect));
    return clients;
  }

  close(): Promise<void> {
    return this.#process.close();
  }
}

/** Load over HTTP: batches of one request spread over some clients. */
export class HttpSession extends Driver {
  readonly #server: HttpServer;
  readonly #clients: readonly HttpClient[];
  readonly #dialect: Dialect;
  #requests = 0;

  private constructor(server: HttpServer, clients: readonly HttpClient[], dialect: Dialect) {
    super();
    this.#server = server;
    this.#clients = clients;
    this.#dialect = dialect;
  }

  static async open(launch: Launch, dialect: Dialect, connections: number): Promise<HttpSession> {
    const server = await HttpServer.start(launch);
    return new HttpSession(server, await server.openClients(dialect, connections), dialect);
  }

  get pid(): number {
    return this.#server.pid;
  }

  /** Each connection has one request in flight. Every answer is checked; `inFlight` of the load plays no part. */
  async run({ request, check }: Load, count: number): Promise<number> {
    const { era } = this.#dialect;
    const batch = new Batch(era, request, { count, skip: this.#requests });
    this.#requests += count;
    let next = 0;
    const work = async (client: HttpClient): Promise<void> => {
      while (next < count) {
        const index = next;
        next += 1;
        const message = await client.request(request, batch.lines(index, index + 1));
        const { id, result } = resultOf(message, era);
        if (id !== batch.firstId + index || !check(result))
          throw new Error(`Wrong answer: ${message.slice(0, 300)}`);
      }
    };
    const start = performance.now();
    await Promise.all(this.#clients.map(work));
    return performance.now() - start;
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
    await this.#server.close();
  }
}
