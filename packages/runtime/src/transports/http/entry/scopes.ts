// Status and challenge: the scopes that a request needs, and the answer if some are missing.
import type { Answer } from '../../../jsonrpc/channel.ts';
import { ErrorCode } from '../../../jsonrpc/error.ts';
import { isObject } from '../../../jsonrpc/json.ts';
import type { Messages, RequestId } from '../../../jsonrpc/message.ts';
import { InsufficientScopeError, McpErrorCode } from '../../../protocol/errors.ts';
import { hasScopes, readScopes } from '../../../protocol/scopes.ts';
import type { McpServer } from '../../../server.ts';
import type { Exchange, Headers } from '../edge/exchange.ts';
import { HttpRefusal } from './refusal.ts';

/**
 * Determines the scopes that a body needs, and stores them in the exchange. A batch needs those of all its requests.
 *
 * @throws {HttpRefusal} 403 when the caller lacks one: nothing of the body is done.
 */
export function checkScopes({ messages, isBatch }: Messages, exchange: Exchange, server: McpServer): void {
  if (exchange.authorization === undefined) return;
  const requests = messages.filter((message) => message.kind === 'request');
  const scopes = requests.flatMap(({ method, params = {} }) =>
    server.transport.requiredScopes(method, params),
  );
  exchange.scopes = [...new Set(scopes)];
  demandScopes(exchange, exchange.scopes, isBatch ? undefined : requests[0]?.id);
}

/** @throws {HttpRefusal} 403 with a challenge, when the caller lacks one of these scopes. */
export function demandScopes(exchange: Exchange, scopes: readonly string[], id?: RequestId): void {
  if (hasScopes(exchange.caller, scopes)) return;
  throw new HttpRefusal(403, new InsufficientScopeError(scopes), id, stepUp(exchange, scopes));
}

/** Status and own headers of a response that is one answer. Scopes that a handler asks for make it a challenge. */
export function headOf(
  exchange: Exchange,
  { errorCode, errorData }: Answer,
  showsFaults: boolean,
): { readonly status: number; readonly headers: Headers } {
  if (errorCode !== McpErrorCode.InsufficientScope || exchange.authorization === undefined)
    return { status: statusOf(errorCode, showsFaults), headers: {} };
  const scopes = readScopes(isObject(errorData) ? errorData['requiredScopes'] : undefined);
  return { status: 403, headers: stepUp(exchange, scopes) };
}

function stepUp({ authorization, caller }: Exchange, scopes: readonly string[]): Headers {
  return authorization === undefined ? {} : { 'www-authenticate': authorization.stepUp(caller, scopes) };
}

// With `showsFaults`, errors that matter to a gateway have their own status. All others have 200.
function statusOf(code: number | undefined, showsFaults: boolean): number {
  if (code === ErrorCode.ParseError || code === ErrorCode.InvalidRequest) return 400;
  if (!showsFaults || code === undefined) return 200;
  if (code === ErrorCode.MethodNotFound) return 404;
  return code <= -32020 && code >= -32022 ? 400 : 200;
}
