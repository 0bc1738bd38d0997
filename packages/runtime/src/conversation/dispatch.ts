// Dispatch: runs one request through middleware and its feature, and turns what comes out into a result or an error.
import { runMiddleware } from '../define/middleware.ts';
import { ToolError } from '../define/tool-result.ts';
import { ErrorCode, RpcError, isTooLong, TOO_LONG } from '../jsonrpc/error.ts';
import type { JsonObject } from '../jsonrpc/json.ts';
import type { ResultBody } from '../jsonrpc/message.ts';
import { UrlElicitationRequiredError } from '../protocol/errors.ts';
import { methodRow } from '../protocol/methods.ts';
import { EncodedResult, type MethodHandler, type Reply } from './feature.ts';
import { isRetry, type Request } from './request.ts';

/**
 * Handles a request and returns its result; synchronously whenever the handler is.
 *
 * @throws {RpcError} in the spelling of the request's revision.
 */
export function dispatch(request: Request, method: MethodHandler): ResultBody | Promise<ResultBody> {
  const { params } = request;
  try {
    const reply = start(request, method, params);
    return reply instanceof Promise ? finishLater(request, method, reply) : finish(request, method, reply);
  } catch (error) {
    return fail(request, error);
  }
}

async function finishLater(
  request: Request,
  method: MethodHandler,
  reply: Promise<Reply>,
): Promise<ResultBody> {
  try {
    return await finish(request, method, await reply);
  } catch (error) {
    return fail(request, error);
  }
}

function start(request: Request, method: MethodHandler, params: JsonObject): Reply | Promise<Reply> {
  // A retry brings answers: they are checked before any author code runs.
  if (isRetry(params) && methodRow(request.call.method)?.asks === true && request.session === undefined) {
    return request.ask.resume().then(() => handle(request, method, params));
  }
  return handle(request, method, params);
}

function handle(request: Request, method: MethodHandler, params: JsonObject): Reply | Promise<Reply> {
  const middleware = request.conversation.engine.middlewareOf(request.call.method);
  if (middleware === undefined) return method.handle(request, params);
  return runMiddleware(middleware, request, () => {
    const reply = method.handle(request, params);
    return reply instanceof Promise ? reply.then(decode) : decode(reply);
  });
}

function decode(reply: Reply): JsonObject {
  return reply instanceof EncodedResult ? (JSON.parse(reply.text) as JsonObject) : reply;
}

function finish(request: Request, method: MethodHandler, reply: Reply): ResultBody | Promise<ResultBody> {
  const questions = request.finish();
  if (questions !== undefined) return ask(request, questions);
  const body = reply instanceof EncodedResult ? reply.text : request.wire.result(method.shape, reply);
  const pause = request.pause();
  return pause === undefined ? body : pause.then(() => body);
}

// A handler that was stopped by a question fails with it, so questions count before errors.
function fail(request: Request, error: unknown): Promise<ResultBody> {
  const questions = request.finish();
  if (questions !== undefined) return ask(request, questions);
  throw wireError(request, error);
}

function ask(request: Request, questions: Promise<JsonObject>): Promise<ResultBody> {
  return questions.then(
    (result) => request.wire.result('InputRequiredResult', result),
    (error: unknown) => {
      throw wireError(request, error);
    },
  );
}

function wireError(request: Request, error: unknown): RpcError {
  // Nobody waits for the answer: whatever failed is only the echo of the cancellation.
  if (request.call.settled) return new RpcError(ErrorCode.InternalError, 'Cancelled');
  if (error instanceof UrlElicitationRequiredError && !request.knowsUrlError) {
    return new RpcError(ErrorCode.InvalidParams, error.message);
  }
  return request.wire.error(toRpcError(error, request));
}

/**
 * THE converter of what handlers throw: protocol errors pass, author errors keep their text, bugs are masked. Tools
 * turn most of it into results before (`features/tools/call.ts`).
 */
function toRpcError(error: unknown, request: Request): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof ToolError) return new RpcError(ErrorCode.InternalError, error.message);
  if (isTooLong(error)) return new RpcError(ErrorCode.InternalError, TOO_LONG);
  return new RpcError(ErrorCode.InternalError, maskBug(error, request.method, request));
}

/** Reports a bug to the operator under a new id and returns the text that the client may see. */
export function maskBug(error: unknown, where: string, request: Request): string {
  const id = crypto.randomUUID().slice(0, 8);
  const { traceparent } = request.trace;
  const trace = traceparent === undefined ? {} : { trace: traceparent };
  request.conversation.engine.report({ level: 'error', message: `${where} failed`, id, ...trace, error });
  return `Internal error (${id}); the server's log has the details`;
}
