// Middleware: functions around the handling of every request.
import type { JsonObject } from '../jsonrpc/message.ts';
import type { Context } from './context.ts';

/** A request as middleware sees it: past the checks of the protocol, before the feature handles it. */
export interface MiddlewareRequest {
  readonly method: string;
  /** As they came; the feature has not checked them yet. */
  readonly params: JsonObject;
  readonly ctx: Context;
}

/**
 * Handles a request itself, or calls `next` and may change its result (newest revision's form) or error. What it throws
 * is treated like what handlers throw. Each call of `next` runs the handler again.
 */
export type Middleware = (request: MiddlewareRequest, next: () => Promise<JsonObject>) => Promise<JsonObject>;

/** Runs the middleware, outermost first, around `handle`. */
export function runMiddleware(
  middleware: readonly Middleware[],
  request: MiddlewareRequest,
  handle: () => Promise<JsonObject>,
): Promise<JsonObject> {
  const run = (index: number): Promise<JsonObject> => {
    const current = middleware[index];
    return current === undefined ? handle() : current(request, () => run(index + 1));
  };
  return run(0);
}
