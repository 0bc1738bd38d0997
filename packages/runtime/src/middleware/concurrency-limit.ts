// Concurrency limit: how many tool calls run at once, per caller and in all, with a short fair queue.
import {
  forMethods,
  type Middleware,
  type MiddlewareRequest,
  type MiddlewareResult,
} from '../define/middleware.ts';
import type { JsonObject } from '../jsonrpc/json.ts';
import { callerKey, type KeyOf, refuse } from './answer.ts';

/** How many calls run and wait. */
export interface ConcurrencyLimitOptions {
  /** Calls of one caller that run at once. */
  readonly calls: number;
  /** Calls of all callers that run at once. Default: no limit. */
  readonly total?: number;
  /** Calls of one caller that wait for a place. Default: as many as may run. */
  readonly queue?: number;
  /** Default: each caller or connection has its own limit, see `callerKey`. */
  readonly key?: KeyOf;
}

/**
 * Bounds the `tools/call` that run at once. The next ones wait; callers take turns, whoever has more waiting. A call that
 * finds the queue full is a result with `isError`. A cancelled call leaves the queue. A call that waits for the client's
 * answer to a question keeps its place.
 */
export function concurrencyLimit(options: ConcurrencyLimitOptions): Middleware {
  const { calls, total = Infinity, queue = calls, key: keyOf = callerKey } = options;
  const places = new Places(calls, total, queue);
  return forMethods(['tools/call'], (request, next) => {
    const key = keyOf(request);
    if (places.take(key)) return run(places, key, next);
    const turn = places.wait(key, request.ctx.signal);
    if (turn === undefined) return tooMany(request, calls, queue);
    return turn.then(() => run(places, key, next));
  });
}

function run(places: Places, key: string, next: () => MiddlewareResult): MiddlewareResult {
  let result: MiddlewareResult;
  try {
    result = next();
  } catch (error) {
    places.release(key);
    throw error;
  }
  if (result instanceof Promise) return result.finally(() => places.release(key));
  places.release(key);
  return result;
}

function tooMany(request: MiddlewareRequest, calls: number, queue: number): JsonObject {
  const busy = `${calls} calls at once and ${queue} that wait are the limit for one caller`;
  return refuse(request, `Too many calls: ${busy}. Try again when earlier calls are answered.`);
}

/** The calls of one caller. */
interface Lane {
  running: number;
  readonly waiting: Set<() => void>;
}

class Places {
  readonly #calls: number;
  readonly #total: number;
  readonly #queue: number;
  // Only callers that run or wait. In the order of their turns: who got a place goes to the end.
  readonly #lanes = new Map<string, Lane>();
  #running = 0;

  constructor(calls: number, total: number, queue: number) {
    this.#calls = calls;
    this.#total = total;
    this.#queue = queue;
  }

  /** Takes a place if one is free and nobody of the same caller waits for it. */
  take(key: string): boolean {
    const lane = this.#lanes.get(key);
    if (this.#running >= this.#total) return false;
    if (lane !== undefined && (lane.running >= this.#calls || lane.waiting.size > 0)) return false;
    this.#begin(key, lane ?? { running: 0, waiting: new Set() });
    return true;
  }

  /** Resolves with a place, rejects when the call is cancelled before; undefined when too many wait. */
  wait(key: string, signal: AbortSignal): Promise<void> | undefined {
    const lane = this.#lanes.get(key) ?? { running: 0, waiting: new Set() };
    if (lane.waiting.size >= this.#queue) return undefined;
    this.#lanes.set(key, lane);
    return new Promise((resolve, reject) => {
      const onTurn = (): void => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      const onAbort = (): void => {
        lane.waiting.delete(onTurn);
        this.#forget(key, lane);
        reject(signal.reason);
      };
      lane.waiting.add(onTurn);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Gives a place back; whoever is next takes it. */
  release(key: string): void {
    const lane = this.#lanes.get(key);
    if (lane === undefined) return;
    this.#running--;
    lane.running--;
    this.#forget(key, lane);
    this.#startNext();
  }

  #startNext(): void {
    if (this.#running >= this.#total) return;
    for (const [key, lane] of this.#lanes) {
      if (lane.running >= this.#calls) continue;
      const [onTurn] = lane.waiting;
      if (onTurn === undefined) continue;
      lane.waiting.delete(onTurn);
      this.#begin(key, lane);
      return onTurn();
    }
  }

  #begin(key: string, lane: Lane): void {
    this.#running++;
    lane.running++;
    this.#lanes.delete(key);
    this.#lanes.set(key, lane);
  }

  #forget(key: string, { running, waiting }: Lane): void {
    if (running === 0 && waiting.size === 0) this.#lanes.delete(key);
  }
}
