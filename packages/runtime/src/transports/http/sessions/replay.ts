// Replay: how the events of a session get into the store and out of it (basic/transports, up to 2025-11-25).
import type { Awaitable } from '../../../stores/awaitable.ts';
import type { ReplayStore, StoredEvent } from '../../../stores/replay-store.ts';
import type { Guarded } from './store-guard.ts';

/** The place of an event: `<stream>_<number>` on the wire, so an id is unique and tells the stream. */
export interface EventPlace {
  readonly stream: string;
  readonly number: number;
}

/** The id of an event. */
export function eventId(stream: string, number: number): string {
  return `${stream}_${number}`;
}

/** The place that an event id names; undefined for what is no event id. */
export function readEventId(id: string): EventPlace | undefined {
  const [, stream, number] = /^(.+)_(\d{1,15})$/.exec(id) ?? [];
  return stream === undefined ? undefined : { stream, number: Number(number) };
}

const MAX_WAITING = 1000;

/** The events of one session. Nothing waits for a slow store; what comes too fast for it is not kept. */
export class ReplayLog {
  readonly #store: ReplayStore;
  readonly #session: string;
  readonly #guarded: Guarded;
  // The last write that is not done. Without it the store is up to date.
  #last: Promise<unknown> | undefined;
  #waiting = 0;

  constructor(store: ReplayStore, session: string, guarded: Guarded) {
    this.#store = store;
    this.#session = session;
    this.#guarded = guarded;
  }

  /** Keeps an event for `ttlMs`. */
  append(stream: string, event: StoredEvent, ttlMs: number): void {
    this.#write(() => this.#store.append({ session: this.#session, stream }, event, ttlMs));
  }

  /**
   * The events of a stream after a number, with all that was kept before the call; undefined when there is no such
   * stream. Throws or rejects with a refusal when the store fails.
   */
  read(stream: string, after: number): Awaitable<readonly StoredEvent[] | undefined> {
    const read = (): Awaitable<readonly StoredEvent[] | undefined> =>
      this.#store.read({ session: this.#session, stream }, after);
    return this.#guarded.answer(this.#last === undefined ? read : () => this.#next(read));
  }

  /** Forgets a stream. */
  delete(stream: string): void {
    this.#write(() => this.#store.delete({ session: this.#session, stream }));
  }

  /** Forgets everything. */
  clear(): void {
    this.#write(() => this.#store.deleteSession(this.#session));
  }

  /** Resolves when all is written. */
  flushed(): Promise<unknown> | undefined {
    return this.#last;
  }

  #write(write: () => Awaitable<void>): void {
    if (this.#waiting >= MAX_WAITING) return this.#guarded.failed(`${MAX_WAITING} events wait for the store`);
    if (this.#last === undefined) {
      const written = this.#guarded.attempt(write);
      if (written instanceof Promise) this.#wait(written);
    } else {
      this.#wait(this.#next(() => this.#guarded.attempt(write)));
    }
  }

  #next<T>(step: () => Awaitable<T>): Promise<T> {
    return (this.#last ?? Promise.resolve()).then(step);
  }

  #wait(written: Promise<unknown>): void {
    this.#waiting++;
    this.#last = written;
    const settle = (): void => {
      this.#waiting--;
      if (this.#last === written) this.#last = undefined;
    };
    written.then(settle, settle);
  }
}
