// An MCP conversation with a fixture server over stdio: the opening of its era, then batches of one request.
import { checkAnswers, resultOf } from './check-answers.ts';
import type { Launch } from './connection.ts';
import { Connection } from './connection.ts';
import type { Load } from './driver.ts';
import { Driver } from './driver.ts';
import type { Era } from './messages.ts';
import { Batch, initialize, initialized } from './messages.ts';

export class Session extends Driver {
  readonly #connection: Connection;
  readonly #era: Era;
  #requests = 0;

  private constructor(connection: Connection, era: Era) {
    super();
    this.#connection = connection;
    this.#era = era;
  }

  static async open(launch: Launch, era: Era): Promise<Session> {
    const connection = new Connection(launch);
    if (era === 'legacy') {
      connection.send(initialize());
      resultOf(await connection.answer(), era);
      connection.send(initialized);
    }
    return new Session(connection, era);
  }

  get pid(): number {
    return this.#connection.pid;
  }

  async run(load: Load, count: number): Promise<number> {
    const batch = new Batch(this.#era, load.request, { count, skip: this.#requests });
    this.#requests += count;
    const start = performance.now();
    const answers = await this.#connection.exchange(batch, load.inFlight);
    const elapsed = performance.now() - start;
    checkAnswers(answers, batch, { era: this.#era, check: load.check });
    return elapsed;
  }

  end(): Promise<void> {
    return this.#connection.end();
  }

  close(): Promise<void> {
    return this.#connection.close();
  }
}
