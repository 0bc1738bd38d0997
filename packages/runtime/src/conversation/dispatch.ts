// Dispatch: runs one request through middleware and its feature, and turns what comes out into a result or an error.
import { runMiddleware, type Middleware } from '../define/middleware.ts';
import { ToolError } from '../define/tool-result.ts';
import { ErrorCode, isTooLong, RpcError, TOO_LONG } from '../jsonrpc/error.ts';
import { JsonText, type JsonObject } from '../jsonrpc/json.ts';
import { knowsUrlError } from '../protocol/capabilities.ts';
import { UrlElicitationRequiredError } from '../protocol/errors.ts';
import { readTrace } from '../protocol/meta.ts';
import { methodRow } from '../protocol/methods.ts';
import type { ShapeName } from '../protocol/wire/shapes.ts';
import { quote } from '../text/quote.ts';
import type { MethodHandler, Reply } from './feature.ts';
import { InterceptedRequest, isRetry, type Request } from './request.ts';

/** How a request is handled. */
export interface Route {
  readonly method: MethodHandler;
  /** Around the handler, outermost first. Undefined when there is none. */
  readonly middleware: readonly Middleware[] | undefined;
}

/**
 * Handles a request and returns its result.
 *
 * @throws {RpcError} in the spelling of the request's revision.
 */
export async function dispatch(request: Request, route: Route): Promise<JsonText> {
  try {
    const reply = await run(request, route);
    if (!(reply instanceof JsonText) && reply.value['isError'] === true)
      request.host.resultFailed(request.call);
    const body = reply instanceof JsonText ? reply : request.wire.result(reply.shape, reply.value);
    const pause = request.pause();
    if (pause !== undefined) await pause;
    return body;
  } catch (error) {
    throw wireError(request, error);
  }
}

/** A result in the newest revision's form, or its text in the request's own. */
type Written = JsonText | { readonly shape: ShapeName; readonly value: JsonObject };

async function run(request: Request, { method, middleware }: Route): Promise<Written> {
  let reply: Reply | undefined;
  let error: unknown;
  try {
    // A retry brings answers: they are checked before any author code runs.
    if (isRetry(request.params) && methodRow(request.method)?.asks === true) await request.questions.resume();
    reply = await (middleware === undefined
      ? method.handle(request, request.params)
      : runMiddleware(middleware, new InterceptedRequest(request), async () =>
          decode(await method.handle(request, request.params)),
        ));
  } catch (thrown) {
    error = thrown;
  }
  // A handler that was stopped by a question fails with it, so questions count before errors.
  const questions = request.finish();
  if (questions !== undefined) return { shape: 'InputRequiredResult', value: await questions };
  if (reply === undefined && !request.call.settled) reply = method.failure?.(error, request);
  if (reply === undefined) throw error;
  return reply instanceof JsonText ? reply : { shape: method.shape, value: reply };
}

function decode(reply: Reply): JsonObject {
  return reply instanceof JsonText ? (reply.toJSON() as JsonObject) : reply;
}

function wireError(request: Request, error: unknown): RpcError {
  // The call was cancelled and has no answer: the error is only the echo of the cancellation.
  if (request.call.settled) return new RpcError(ErrorCode.InternalError, 'Cancelled');
  if (error instanceof UrlElicitationRequiredError && !knowsUrlError(request)) {
    return new RpcError(ErrorCode.InvalidParams, error.message);
  }
  return request.wire.error(toRpcError(error, request));
}

/**
 * THE converter of what handlers and middleware throw, unless the method has results that say it (`MethodHandler.failure`):
 * protocol errors pass, author errors keep their text, bugs are masked.
 */
function toRpcError(error: unknown, request: Request): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof ToolError) return new RpcError(ErrorCode.InternalError, error.message);
  if (isTooLong(error)) return new RpcError(ErrorCode.InternalError, TOO_LONG);
  return new RpcError(ErrorCode.InternalError, maskBug(error, nameOf(request), request));
}

// What is called, for the operator: `tools/call of "add"`.
function nameOf({ method, params }: Request): string {
  const name = params['name'] ?? params['uri'];
  return typeof name === 'string' ? `${method} of ${quote(name)}` : method;
}

/** Reports a bug to the operator under a new id and returns the text that the client may see. */
export function maskBug(error: unknown, where: string, request: Request): string {
  const id = crypto.randomUUID().slice(0, 8);
  const { traceparent } = readTrace(request.meta);
  const trace = traceparent === undefined ? {} : { trace: traceparent };
  request.host.report({ level: 'error', message: `${where} failed`, id, ...trace, error });
  return `Internal error (${id}); the server's log has the details`;
}
