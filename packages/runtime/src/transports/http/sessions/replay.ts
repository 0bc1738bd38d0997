// Replay: how the events of a session get into the store and out of it (basic/transports, up to 2025-11-25).
import type { Awaitable } from '../../../stores/nonce-store.ts';
import type { ReplayStore, StoredEvent } from '../../../stores/replay-store.ts';
import { HttpRefusal } from '../entry/refusal.ts';
import type { HttpSettings } from '../settings.ts';

/** The place of an event: `<stream>_<number>` on the wire, so an id is unique and tells the stream. */
export interface EventPlace {
  readonly stream: string;
  readonly number: number;
}

/** The id of an event. */
export function eventId(stream: string, number: number): string {
  return `${stream}_${number}`;
}

/** The place that an event id names; undefined when it is not an event id. */
export function readEventId(id: string): EventPlace | undefined {
  const [, stream, number] = /^(.+)_(\d{1,15})$/.exec(id) ?? [];
  return stream === undefined ? undefined : { stream, number: Number(number) };
}

const MAX_WAITING = 1000;
const PATIENCE_MS = 5000;

/** Where events are kept, and how the operator hears of a store that fails. */
type ReplayHome = Pick<HttpSettings, 'replay' | 'report'>;

/**
 * The events of one session. Nothing waits for a slow store; what comes too fast for it is not kept. A store that fails
 * costs an event, never the call.
 */
export class ReplayLog {
  readonly #home: ReplayHome;
  readonly #session: string;
  // The last write that is not done. Without it the store is up to date.
  #last: Promise<unknown> | undefined;
  #waiting = 0;

  constructor(home: ReplayHome, session: string) {
    this.#home = home;
    this.#session = session;
  }

  /** Keeps an event for `ttlMs`. */
  append(stream: string, event: StoredEvent, ttlMs: number): void {
    this.#write((store) => store.append({ session: this.#session, stream }, event, ttlMs));
  }

  /**
   * The events of a stream after a number, with all that was kept before the call; undefined when there is no such
   * stream.
   *
   * @throws {HttpRefusal} 503 when the store fails at once. Rejects with it when the store fails later, or takes more than
   *   five seconds.
   */
  read(stream: string, after: number): Promise<readonly StoredEvent[] | undefined> {
    const read = (): Awaitable<readonly StoredEvent[] | undefined> =>
      this.#home.replay.read({ session: this.#session, stream }, after);
    try {
      const answer = inTime(this.#last === undefined ? read() : this.#last.then(read));
      return answer.catch((error: unknown) => this.#refuse(error));
    } catch (error) {
      return this.#refuse(error);
    }
  }

  delete(stream: string): void {
    this.#write((store) => store.delete({ session: this.#session, stream }));
  }

  clear(): void {
    this.#write((store) => store.deleteSession(this.#session));
  }

  /** Resolves when all is written. */
  async flushed(): Promise<void> {
    await this.#last;
  }

  #write(write: (store: ReplayStore) => Awaitable<void>): void {
    if (this.#waiting >= MAX_WAITING) return this.#home.report(`${MAX_WAITING} events wait for the store`);
    const written =
      this.#last === undefined ? this.#attempt(write) : this.#last.then(() => this.#attempt(write));
    // A store in memory is done at once.
    if (!(written instanceof Promise)) return;
    this.#waiting++;
    this.#last = written;
    void this.#settle(written);
  }

  async #settle(written: Promise<unknown>): Promise<void> {
    await written;
    this.#waiting--;
    if (this.#last === written) this.#last = undefined;
  }

  #attempt(write: (store: ReplayStore) => Awaitable<void>): Promise<unknown> | undefined {
    try {
      const done = write(this.#home.replay);
      return done instanceof Promise
        ? inTime(done).catch((error: unknown) => this.#failed(error))
        : undefined;
    } catch (error) {
      this.#failed(error);
      return undefined;
    }
  }

  #refuse(error: unknown): never {
    this.#failed(error);
    throw new HttpRefusal(503, 'the events of the session cannot be read now; try again later');
  }

  #failed(error: unknown): void {
    this.#home.report('the replay store failed', error);
  }
}

async function inTime<T>(answer: Awaitable<T>): Promise<T> {
  if (!(answer instanceof Promise)) return answer;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${PATIENCE_MS} ms`)), PATIENCE_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
