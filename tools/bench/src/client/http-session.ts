// Load over HTTP: some clients with a keep-alive connection each, and batches of one request spread over them.
import { resultOf } from './check-answers.ts';
import type { Launch } from './connection.ts';
import type { Load } from './driver.ts';
import { Driver } from './driver.ts';
import { HttpClient } from './http-client.ts';
import { HttpServer } from './http-server.ts';
import { Batch } from './messages.ts';
import type { Dialect, Era } from './messages.ts';

export class HttpSession extends Driver {
  readonly #server: HttpServer;
  readonly #clients: readonly HttpClient[];
  readonly #era: Era;
  #requests = 0;

  private constructor(server: HttpServer, clients: readonly HttpClient[], era: Era) {
    super();
    this.#server = server;
    this.#clients = clients;
    this.#era = era;
  }

  static async open(launch: Launch, dialect: Dialect, connections: number): Promise<HttpSession> {
    const server = await HttpServer.start(launch);
    const clients: HttpClient[] = [];
    while (clients.length < connections) clients.push(await HttpClient.open(server.port, dialect));
    return new HttpSession(server, clients, dialect.era);
  }

  get pid(): number {
    return this.#server.pid;
  }

  /** Each connection has one request in flight. Every answer is checked; `inFlight` of the load plays no part. */
  async run({ request, check }: Load, count: number): Promise<number> {
    const batch = new Batch(this.#era, request, { count, skip: this.#requests });
    this.#requests += count;
    let next = 0;
    const work = async (client: HttpClient): Promise<void> => {
      const head = client.head(request, batch.lines(0, 1).length);
      while (next < count) {
        const index = next;
        next += 1;
        const message = await client.post(head, batch.lines(index, index + 1));
        const { id, result } = resultOf(message, this.#era);
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
