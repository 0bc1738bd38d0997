// Refusals: answers with their own HTTP status and a JSON-RPC error as the body.
import { ErrorCode, RpcError, toErrorObject } from '../../../jsonrpc/error.ts';
import { writeError, type RequestId } from '../../../jsonrpc/message.ts';
import { invalidRequest } from '../../../protocol/errors.ts';
import type { Exchange, Headers } from '../edge/exchange.ts';
import { JSON_TYPE } from '../media-type.ts';

/** A request that is refused with an HTTP status. */
export class HttpRefusal extends RpcError {
  readonly status: number;
  readonly id: RequestId | undefined;
  readonly headers: Headers;

  /** `reason` is a text, or the error that is the reason. `id` is that of the refused request, if it is known. */
  constructor(status: number, reason: unknown, id?: RequestId, headers: Headers = {}) {
    const { code, message, data } =
      typeof reason === 'string' ? invalidRequest(reason) : toErrorObject(reason);
    super(code, message, data);
    this.status = status;
    this.id = id;
    this.headers = headers;
  }
}

/** The refusal for whatever was thrown. Protocol errors are the client's; anything else is a bug of ours. */
export function toRefusal(error: unknown): HttpRefusal {
  if (error instanceof HttpRefusal) return error;
  return new HttpRefusal(error instanceof RpcError ? 400 : 500, error);
}

/** The refusal of an HTTP method. `allow` lists the methods that are served. */
export function notAllowed(method: string, allow = 'POST, GET, DELETE, OPTIONS'): HttpRefusal {
  return new HttpRefusal(405, `the method ${method} is not served here`, undefined, { allow });
}

/** The refusal of a body that ended before all of it came. The client broke it off, and may not read the answer. */
export function bodyIsCut(): HttpRefusal {
  return new HttpRefusal(400, 'the body ended early');
}

/** The refusal of a body that the program around the handler has read before. `advice` says how it gets through. */
export function bodyIsGone(advice: string): HttpRefusal {
  const problem = `Internal error: the body was read before it came to the MCP handler${advice}`;
  return new HttpRefusal(500, new RpcError(ErrorCode.InternalError, problem));
}

/** Answers with a refusal; `headers` are added to its own. */
export function refuse(exchange: Exchange, refused: HttpRefusal, headers: Headers = {}): void {
  const all = { ...JSON_TYPE, ...headers, ...refused.headers };
  exchange.respond(refused.status, all, writeError(refused.id, refused.toObject()));
}
