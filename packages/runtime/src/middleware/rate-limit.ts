// Rate limit: how many tool calls one caller may begin in a time (server/tools, "Security Considerations").
import { lookup } from '../core/lookup.ts';
import { forMethods, type Middleware, type MiddlewareRequest } from '../core/middleware.ts';
import { RateLimit } from '../jsonrpc/rate-limit.ts';
import { callerKey, type KeyOf } from './key.ts';
import { amount, duration, refuse, toolName } from './refusal.ts';

/** So many calls in so many milliseconds: all at once or evenly. */
export interface Rate {
  readonly calls: number;
  readonly perMs: number;
}

/** How tool calls are limited. */
export interface RateLimitOptions extends Rate {
  /** Tools with a rate of their own, which counts beside the common one. */
  readonly tools?: { readonly [tool: string]: Rate };
  /** Default: each caller or connection has its own limit, see `callerKey`. */
  readonly key?: KeyOf;
  /** Callers that are kept in mind; the one that was away longest is forgotten first. Default 10,000. */
  readonly maxKeys?: number;
}

const MAX_KEYS = 10_000;

/**
 * A token bucket per caller for `tools/call`. A call too many is a result with `isError` that says when to come back.
 * Every request counts, also the retry that brings the answer to a question: it runs the tool again.
 */
export function rateLimit(options: RateLimitOptions): Middleware {
  const { key: keyOf = callerKey, maxKeys = MAX_KEYS } = options;
  const all = new Buckets(options, maxKeys);
  const byTool = lookup(
    Object.fromEntries(
      Object.entries(options.tools ?? {}).map(([tool, rate]) => [tool, new Buckets(rate, maxKeys)]),
    ),
  );
  return forMethods(['tools/call'], (request, next) => {
    const key = keyOf(request);
    const name = toolName(request);
    const own = byTool[name];
    const isOver = own?.take(key) === false;
    if (isOver) return tooMany(request, own, key, `of ${name}`);
    if (!all.take(key)) return tooMany(request, all, key, 'of tools');
    return next();
  });
}

function tooMany(request: MiddlewareRequest, buckets: Buckets, key: string, what: string) {
  const { calls, perMs } = buckets.rate;
  const limit = `${amount(calls)} calls ${what} in ${duration(perMs)}`;
  return refuse(request, `Rate limit: at most ${limit}. Try again in ${duration(buckets.waitMs(key))}.`);
}

/** One bucket per key, and at most `maxKeys` of them. */
class Buckets {
  readonly rate: Rate;
  readonly #maxKeys: number;
  // In order of last use: a map keeps the order in which its entries were set.
  readonly #buckets = new Map<string, RateLimit>();
  #latest: string | undefined;

  constructor(rate: Rate, maxKeys: number) {
    this.rate = rate;
    this.#maxKeys = maxKeys;
  }

  take(key: string): boolean {
    return this.#bucket(key).take();
  }

  waitMs(key: string): number {
    return this.#bucket(key).waitMs();
  }

  #bucket(key: string): RateLimit {
    const { calls, perMs } = this.rate;
    const bucket = this.#buckets.get(key) ?? new RateLimit(calls, (calls / perMs) * 1000);
    if (key === this.#latest) return bucket;
    this.#latest = key;
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    const [oldest] = this.#buckets.size > this.#maxKeys ? this.#buckets.keys() : [];
    if (oldest !== undefined) this.#buckets.delete(oldest);
    return bucket;
  }
}
