// Rate limit: limits the tool calls of each caller (server/tools, "Security Considerations").
import { forMethods, ToolError, type Middleware } from '../index.ts';
import { RateLimits, type Rate, type RateLimit } from '../limits/token-bucket.ts';
import { amount, defaultKey, duration, toolName, type KeyOf } from './answer.ts';

/** Rate limits for tool calls, overall and per tool. */
export interface RateLimitOptions extends Rate {
  /** Tools that have their own rate in addition to the common one. */
  readonly tools?: { readonly [tool: string]: Rate };
  /** Default: each client has its own limit, by its credentials, its connection or its address. */
  readonly key?: KeyOf;
  /** Maximum number of tracked callers. The least recently seen is evicted first. Default 10,000. */
  readonly maxKeys?: number;
}

/**
 * Limits `tools/call` with a token bucket per caller. A call above the limit gets a `ToolError` with the time to wait.
 * Every request counts, including the retry with the answer to a question, because it runs the tool again.
 *
 * @throws {TypeError} for a rate that would never let anything through.
 */
export function rateLimit(options: RateLimitOptions): Middleware {
  const { key: keyOf = defaultKey, maxKeys } = options;
  const all = new RateLimits(options, maxKeys);
  const byTool = new Map(
    Object.entries(options.tools ?? {}).map(([tool, rate]) => [
      tool,
      { rate, buckets: new RateLimits(rate, maxKeys) },
    ]),
  );
  return forMethods(['tools/call'], async (request, next) => {
    const key = keyOf(request);
    const name = toolName(request);
    const own = byTool.get(name);
    if (own !== undefined) {
      const bucket = own.buckets.of(key);
      if (!bucket.take()) throw tooMany(own.rate, bucket, `of ${name}`);
    }
    const bucket = all.of(key);
    if (bucket.take()) return next();
    throw tooMany(options, bucket, 'of tools');
  });
}

function tooMany({ burst, perSecond }: Rate, bucket: RateLimit, what: string): ToolError {
  // The time until an empty bucket is full.
  const perMs = Math.round((burst / perSecond) * 1000);
  const limit = `${amount(burst)} calls ${what} in ${duration(perMs)}`;
  return new ToolError(`Rate limit: at most ${limit}. Try again in ${duration(bucket.waitMs())}.`);
}
