// Scopes over HTTP: decided before anything is answered, while a status and a challenge can still say what is missing.
import type { Answer } from '../../../jsonrpc/channel.ts';
import { isObject, type JsonObject } from '../../../jsonrpc/json.ts';
import { readMessage, type RequestId } from '../../../jsonrpc/message.ts';
import { InsufficientScopeError, McpErrorCode } from '../../../protocol/errors.ts';
import { hasScopes, readScopes } from '../../../protocol/scopes.ts';
import type { Exchange, Headers } from '../edge/exchange.ts';
import { statusOf } from '../stateless/headers.ts';
import { HttpRefusal } from './refusal.ts';

/** The scopes that a caller needs for a request. */
export type RequiredScopes = (method: string, params: JsonObject) => readonly string[];

/**
 * Finds out which scopes a body needs, and keeps them on the exchange. A batch needs those of all its requests.
 *
 * @throws {HttpRefusal} 403 when the caller lacks one: nothing of the body is done.
 */
export function checkScopes(value: unknown, exchange: Exchange, required: RequiredScopes): void {
  if (exchange.authorization === undefined) return;
  const scopes = new Set<string>();
  for (const message of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
    const incoming = readMessage(message);
    if (incoming.kind !== 'request') continue;
    for (const scope of required(incoming.method, incoming.params ?? {})) scopes.add(scope);
  }
  exchange.scopes = [...scopes];
  demandScopes(exchange, exchange.scopes, idOf(value));
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
  isStateless: boolean,
): { readonly status: number; readonly headers: Headers } {
  if (errorCode !== McpErrorCode.InsufficientScope || exchange.authorization === undefined)
    return { status: statusOf(errorCode, isStateless), headers: {} };
  const scopes = readScopes(isObject(errorData) ? errorData['requiredScopes'] : undefined);
  return { status: 403, headers: stepUp(exchange, scopes) };
}

function stepUp({ authorization, caller }: Exchange, scopes: readonly string[]): Headers {
  return authorization === undefined ? {} : { 'www-authenticate': authorization.stepUp(caller, scopes) };
}

function idOf(value: unknown): RequestId | undefined {
  const message = readMessage(value);
  return message.kind === 'request' ? message.id : undefined;
}
