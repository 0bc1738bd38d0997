// Dispatch: runs one request through middleware and its feature, and turns what comes out into a result or an error.
import { runMiddleware, type Middleware } from '../define/middleware.ts';
import { ToolError } from '../define/tool-result.ts';
import { ErrorCode, isTooLong, RpcError, TOO_LONG } from '../jsonrpc/error.ts';
import { JsonText, type JsonObject } from '../jsonrpc/json.ts';
import { knowsUrlError } from '../protocol/capabilities.ts';
import { UrlElicitationRequiredError } from '../protocol/errors.ts';
import { readTrace } from '../protocol/meta.ts';
import { methodRow } from '../protocol/methods.ts';
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
 * Handles a request and returns its result; synchronously when the handler is, so that a list or a ping costs no turn of
 * the event loop.
 *
 * @throws {RpcError} in the spelling of the request's revision.
 */
export function dispatch(request: Request, route: Route): JsonText | Promise<JsonText> {
  try {
    const reply = start(request, route);
    return reply instanceof Promise ? finishLater(request, route, reply) : finish(request, route, reply);
  } catch (error) {
    return fail(request, error);
  }
}

async function finishLater(request: Request, route: Route, reply: Promise<Reply>): Promise<JsonText> {
  try {
    return await finish(request, route, await reply);
  } catch (error) {
    return fail(request, error);
  }
}

function start(request: Request, route: Route): Reply | Promise<Reply> {
  // A retry brings answers: they are checked before any author code runs.
  if (isRetry(request.params) && methodRow(request.method)?.asks === true)
    return request.questions.resume().then(() => handle(request, route));
  return handle(request, route);
}

function handle(request: Request, { method, middleware }: Route): Reply | Promise<Reply> {
  if (middleware === undefined) return method.handle(request, request.params);
  return runMiddleware(middleware, new InterceptedRequest(request), async () =>
    decode(await method.handle(request, request.params)),
  );
}

function decode(reply: Reply): JsonObject {
  return reply instanceof JsonText ? (reply.toJSON() as JsonObject) : reply;
}

function finish(request: Request, { method }: Route, reply: Reply): JsonText | Promise<JsonText> {
  const questions = request.finish();
  if (questions !== undefined) return ask(request, questions);
  const body = reply instanceof JsonText ? reply : request.wire.result(method.shape, reply);
  const pause = request.pause();
  return pause === undefined ? body : pause.then(() => body);
}

// A handler that was stopped by a question fails with it, so questions count before errors.
function fail(request: Request, error: unknown): Promise<JsonText> {
  const questions = request.finish();
  if (questions !== undefined) return ask(request, questions);
  throw wireError(request, error);
}

async function ask(request: Request, questions: Promise<JsonObject>): Promise<JsonText> {
  try {
    return request.wire.result('InputRequiredResult', await questions);
  } catch (error) {
    throw wireError(request, error);
  }
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
 * THE converter of what handlers throw: protocol errors pass, author errors keep their text, bugs are masked. Tools
 * turn most of it into results before (`features/tools/tools.ts`).
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
