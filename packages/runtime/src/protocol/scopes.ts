// Scopes: what OAuth allows as the name of a permission, and how lists of them are read (RFC 6749, section 3.3).
import type { Caller } from '../jsonrpc/channel.ts';
import { InsufficientScopeError } from './errors.ts';

const SCOPE = /^[\x21\x23-\x5B\x5D-\x7E]{1,256}$/;
const MAX_SCOPES = 256;

/** Asks the authorization server for a refresh token; means nothing to a resource server. */
const OFFLINE_ACCESS = 'offline_access';

/** Why a scope may not be required, or undefined when it may. */
export function scopeProblem(scope: unknown): string | undefined {
  if (typeof scope !== 'string' || !SCOPE.test(scope))
    return 'a scope is 1 to 256 printable ASCII characters without space, " and \\';
  if (scope === OFFLINE_ACCESS) return 'offline_access is between the client and its authorization server';
  return undefined;
}

/** The scopes in a text with spaces or in a list. Invalid scopes are dropped, and so are those after the 256th. */
export function readScopes(value: unknown): string[] {
  const parts: readonly unknown[] =
    typeof value === 'string' ? value.split(' ') : Array.isArray(value) ? value : [];
  const scopes = parts
    .filter((part) => typeof part === 'string')
    .filter((part) => scopeProblem(part) === undefined);
  return [...new Set(scopes)].slice(0, MAX_SCOPES);
}

/** Whether a caller has all of these scopes. Without authorization every caller has all. */
export function hasScopes(caller: Caller | undefined, scopes: readonly string[]): boolean {
  return caller === undefined || scopes.every((scope) => caller.scopes.includes(scope));
}

/** @throws {InsufficientScopeError} when the caller does not have all of these scopes. */
export function requireScopes(caller: Caller | undefined, scopes: readonly string[]): void {
  if (!hasScopes(caller, scopes)) throw new InsufficientScopeError(scopes);
}
