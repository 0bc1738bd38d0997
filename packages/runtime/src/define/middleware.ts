// Middleware: functions around the handling of requests.
import type { JsonObject } from '../jsonrpc/json.ts';
import type { Context } from './context.ts';
import type { AroundQuestion } from './question.ts';
import type { Tool } from './tool.ts';

/** A request as middleware sees it: past the checks of the protocol, before the feature handles it. */
export interface MiddlewareRequest {
  readonly method: string;
  /** As they came; the feature has not checked them yet. */
  readonly params: JsonObject;
  readonly ctx: Context;
  /** The called tool. Undefined for other methods and for unknown tools. */
  readonly tool: Tool | undefined;
  /** Names the connection that it came on; undefined when that one carries nothing else, as in stateless HTTP. */
  readonly connection: string | undefined;
  /**
   * Tells clients apart: by their credentials, else by their connection, else by their address. Undefined where
   * nothing does, as behind a web-standard handler that gets no addresses.
   */
  readonly sender: string | undefined;
  /** The client has cancelled it or is gone: there will be no answer. */
  readonly isCancelled: boolean;
  /** Aborts `ctx.signal`. The request is still answered, with what the middleware returns or throws. */
  abort(reason: DOMException): void;
  /**
   * Calls `listener` with true when the handler begins to wait for an answer of the client, and with false when it no
   * longer waits. Calls it immediately if the handler already waits.
   */
  onAsking(listener: (isAsking: boolean) => void): void;
  /**
   * Runs `around` for each question that is sent to the client, outermost middleware first. What it returns is the raw
   * answer; in 2026-07-28, where the question is a part of the result, `ask` rejects instead (see `isSuspension`).
   */
  aroundQuestions(around: AroundQuestion): void;
}

/** Goes on with the request: with other params, where they are given. */
export type Next = (params?: JsonObject) => Promise<JsonObject>;

/**
 * Handles a request itself, or calls `next` and may change its result, which is in the newest revision's form, or its
 * error. What it throws is treated like what handlers throw: a `ToolError` around `tools/call` becomes a result that
 * the model reads. Each call of `next` runs the handler again. `next` rejects with the handler's unmasked error;
 * check `isSuspension` before you treat it as a failure.
 */
export interface Middleware {
  (request: MiddlewareRequest, next: Next): Promise<JsonObject>;
  /** The only methods that it wraps. Default: all. The others cost nothing. */
  readonly methods?: readonly string[];
}

/** Middleware for these methods only. */
export function forMethods(methods: readonly string[], middleware: Middleware): Middleware {
  return Object.assign((...args: Parameters<Middleware>) => middleware(...args), { methods });
}

/** A request that middleware may change for what is inside of it. */
export interface ChangeableRequest extends MiddlewareRequest {
  with(params: JsonObject): ChangeableRequest;
}

/** Runs the middleware from `index` on, outermost first, around `handle`. */
export function runMiddleware(
  middleware: readonly Middleware[],
  request: ChangeableRequest,
  handle: (params: JsonObject) => Promise<JsonObject>,
  index = 0,
): Promise<JsonObject> {
  const current = middleware[index];
  if (current === undefined) return handle(request.params);
  // Authors without types may return a plain value.
  const next: Next = (params) =>
    runMiddleware(middleware, params === undefined ? request : request.with(params), handle, index + 1);
  return Promise.resolve(current(request, next));
}
