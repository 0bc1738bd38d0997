// An MCP conversation with a fixture server over stdio: the handshake of its era, then batches of one request.
import { checkAnswers, resultOf } from './check-answers.ts';
import { Connection, type Launch } from './connection.ts';
import { Driver, type Load } from './driver.ts';
import { Batch, type Era, initialize, initialized } from './messages.ts';

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
      connection.send(initialize);
      resultOf(await connection.answer(), era);
      connection.send(initialized);
    }
    return new Session(connection, era);
  }

  get pid(): number {
    return this.#connection.pid;
  }

  /** Sends one batch and returns its duration in milliseconds. */
  async run({ request, check, inFlight }: Load, count: number): Promise<number> {
    const batch = new Batch(this.#era, request, { count, skip: this.#requests });
    this.#requests += count;
    const start = performance.now();
    const answers = await this.#connection.exchange(batch, inFlight);
    const elapsed = performance.now() - start;
    checkAnswers(answers, batch, { era: this.#era, check });
    return elapsed;
  }

  async runFor(load: Load, milliseconds: number): Promise<{ count: number; elapsed: number }> {
    const size = load.batch ?? Math.max(256, 8 * load.inFlight);
    let [count, elapsed] = [0, 0];
    for (; elapsed < milliseconds; count += size) elapsed += await this.run(load, size);
    return { count, elapsed };
  }

  /** Lets the process exit normally, because only then Node writes its compile cache. */
  end(): Promise<void> {
    return this.#connection.end();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#connection.close();
  }
}
