// Bus: tells other processes what happened in this one. Publish and subscribe, nothing is kept.
import type { JsonObject } from '../jsonrpc/json.ts';
import type { Awaitable } from './nonce-store.ts';

/** Takes a message of a topic. */
export type BusListener = (message: JsonObject) => void;

/**
 * Carries changes of resources and lists to other processes. Messages are plain data that JSON can carry. Methods may answer at once or with a promise. A message that is lost is not sent again.
 */
export interface Bus {
  /** Gives a message to every listener of a topic in all processes, this one included. Those of one process in order. */
  publish(topic: string, message: JsonObject): Awaitable<void>;
  /** Calls `listener` from then on. What it returns ends that. */
  subscribe(topic: string, listener: BusListener): Awaitable<() => void>;
}

/** A bus within this process: for several servers in one process, and for tests. */
export class MemoryBus implements Bus {
  readonly #topics = new Map<string, Set<BusListener>>();

  publish(topic: string, message: JsonObject): void {
    const listeners = this.#topics.get(topic);
    if (listeners === undefined) return;
    // Never within the call: who publishes must not be entered again before it is done.
    queueMicrotask(() => {
      for (const listener of listeners) listener(structuredClone(message));
    });
  }

  subscribe(topic: string, listener: BusListener): () => void {
    const listeners = this.#topics.get(topic) ?? new Set();
    this.#topics.set(topic, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0 && this.#topics.get(topic) === listeners) this.#topics.delete(topic);
    };
  }
}
