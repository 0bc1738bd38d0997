// Dispatch: runs one request through middleware and its feature, and turns what comes out into a result or an error.
import { runMiddleware, type Middleware } from '../define/middleware.ts';
import { isSuspension } from '../define/errors.ts';
import { ToolError } from '../define/tool-result.ts';
import { ErrorCode, isTooLong, RpcError, TOO_LONG } from '../jsonrpc/error.ts';
import { JsonText, type JsonObject } from '../jsonrpc/json.ts';
import { isUnknownUrlError, requireExtension } from '../protocol/capabilities.ts';
import { readTrace } from '../protocol/meta.ts';
import type { MethodRow } from '../protocol/methods.ts';
import { requireScopes } from '../protocol/scopes.ts';
import type { Shape } from '../protocol/wire/shapes.ts';
import { quote } from '../text/quote.ts';
import { ShapedReply, type MethodHandler, type Reply, type Runner } from './feature.ts';
import { InterceptedRequest } from './intercepted-request.ts';
import { isRetry } from './questions.ts';
import type { ServerRequest } from './request.ts';
import { requireStandalone } from './session.ts';

/**
 * Makes sure that the client may make a request that its revision has.
 *
 * @throws {RpcError} when a session is missing, an extension is not declared, or the caller lacks a scope.
 */
export function checkAllowed(request: ServerRequest, { row, handler }: Route): void {
  requireStandalone(request.session, request.method, row);
  if (row.extension !== undefined) requireExtension(request, row.extension);
  // Transports may refuse it earlier, with a status. That none can forget it is decided here.
  if (request.caller !== undefined && handler.scopes !== undefined)
    requireScopes(request.caller, handler.scopes(request.params));
}

/** How a request is handled. */
export interface Route {
  /** What the protocol says about the method. */
  readonly row: MethodRow;
  readonly handler: MethodHandler;
  /** Middleware around the handler, outermost first. */
  readonly middleware: readonly Middleware[] | undefined;
  /** Decide how the request runs, around all of it, outermost first. */
  readonly runners: readonly Runner[];
}

/**
 * Handles a request, and returns its result.
 *
 * @throws {RpcError} in the spelling of the request's revision, or a `Suspension` if another request asks for this one.
 */
export function dispatch(request: ServerRequest, route: Route): Promise<JsonText> {
  // A retry brings answers: they are checked before any author code runs.
  return route.row.asks === true && isRetry(request.params)
    ? resume(request, route)
    : runFrom(request, route);
}

async function resume(request: ServerRequest, route: Route): Promise<JsonText> {
  try {
    await request.rounds.resume?.();
  } catch (error) {
    throw wireError(request, error);
  }
  return runFrom(request, route);
}

function runFrom(request: ServerRequest, route: Route, index = 0): Promise<JsonText> {
  const runner = route.runners[index];
  if (runner === undefined) return run(request, route);
  const answer = runner(request, (execution) =>
    runFrom(execution === undefined ? request : request.on(execution), route, index + 1),
  );
  return answer === undefined
    ? runFrom(request, route, index + 1)
    : write(request, route.handler.shape, orQuestions(request, answer));
}

// A runner that was stopped by a question fails with it.
async function orQuestions(request: ServerRequest, answer: Promise<Reply>): Promise<Reply> {
  try {
    return await answer;
  } catch (error) {
    const questions = request.unanswered();
    if (questions === undefined) throw error;
    return new ShapedReply('InputRequiredResult', await questions);
  }
}

async function run(request: ServerRequest, route: Route): Promise<JsonText> {
  const body = await write(request, route.handler.shape, reply(request, route));
  const pause = request.pause();
  if (pause !== undefined) await pause;
  return body;
}

async function write(request: ServerRequest, shape: Shape, replying: Promise<Reply>): Promise<JsonText> {
  try {
    const given = await replying;
    if (given instanceof JsonText) return given;
    const { shape: named, value } = given instanceof ShapedReply ? given : new ShapedReply(shape, given);
    // What is not answered yet is answered with this.
    if (value['isError'] === true && !request.call.settled) request.host.resultFailed(request.call);
    return request.wire.result(named, value);
  } catch (error) {
    throw isSuspension(error) && request.isInside ? error : wireError(request, error);
  }
}

async function reply(request: ServerRequest, { handler, middleware }: Route): Promise<Reply> {
  let given: Reply | undefined;
  let error: unknown;
  try {
    given = await (middleware === undefined
      ? handler.handle(request, request.params)
      : intercept(middleware, handler, request));
  } catch (thrown) {
    error = thrown;
  }
  // A handler that was stopped by a question fails with it, so questions count before errors.
  const questions = request.finish();
  if (questions !== undefined) return new ShapedReply('InputRequiredResult', await questions);
  if (given === undefined && !request.execution.settled) given = handler.failure?.(error, request);
  if (given === undefined) throw error;
  return given;
}

// Middleware sees plain results. The shape that the handler named last is that of what middleware makes of it.
async function intercept(
  middleware: readonly Middleware[],
  handler: MethodHandler,
  request: ServerRequest,
): Promise<Reply> {
  let { shape } = handler;
  const result = await runMiddleware(
    middleware,
    new InterceptedRequest(request, (params) => handler.tool?.(params)),
    async (params) => {
      const given = await handler.handle(request, params);
      shape = given instanceof ShapedReply ? given.shape : handler.shape;
      return decode(given);
    },
  );
  return new ShapedReply(shape, result);
}

function decode(given: Reply): JsonObject {
  if (given instanceof ShapedReply) return given.value;
  return given instanceof JsonText ? (given.toJSON() as JsonObject) : given;
}

function wireError(request: ServerRequest, error: unknown): RpcError {
  // The call was cancelled and has no answer: the error is only the echo of the cancellation.
  if (request.execution.settled) return new RpcError(ErrorCode.InternalError, 'Cancelled');
  if (error instanceof RpcError && isUnknownUrlError(error, request))
    return new RpcError(ErrorCode.InvalidParams, error.message);
  return request.wire.error(toRpcError(error, request));
}

/**
 * THE converter of what handlers and middleware throw, unless the method has results that say it
 * (`MethodHandler.failure`): protocol errors pass, author errors keep their text, bugs are masked.
 */
function toRpcError(error: unknown, request: ServerRequest): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof ToolError) return new RpcError(ErrorCode.InternalError, error.message);
  if (isTooLong(error)) return new RpcError(ErrorCode.InternalError, TOO_LONG);
  return new RpcError(ErrorCode.InternalError, maskBug(error, nameOf(request), request));
}

// What is called, for the operator: `tools/call of "add"`.
function nameOf({ method, params }: ServerRequest): string {
  const name = params['name'] ?? params['uri'];
  return typeof name === 'string' ? `${method} of ${quote(name)}` : method;
}

/** Reports a bug to the operator under a new id and returns the text that the client may see. */
export function maskBug(error: unknown, where: string, request: ServerRequest): string {
  const id = crypto.randomUUID().slice(0, 8);
  const { traceparent } = readTrace(request.meta);
  const trace = traceparent === undefined ? {} : { trace: traceparent };
  request.host.report({ level: 'error', message: `${where} failed`, id, ...trace, error });
  return `Internal error (${id}); the server's log has the details`;
}
