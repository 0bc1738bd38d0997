// Claims: reads the claims of a token as a caller. The same names in JWTs and in introspection responses.
import type { Caller } from '../jsonrpc/channel.ts';
import type { JsonObject } from '../jsonrpc/json.ts';
import { readScopes } from '../protocol/scopes.ts';
import { InvalidTokenError } from './protect.ts';
import { isSameAudience } from './uri.ts';

/** What a token must say. */
export interface Expected {
  readonly issuer: string;
  /** One of these must be among the audiences of the token. */
  readonly audience: readonly string[];
  /** Milliseconds that clocks may differ. */
  readonly clockToleranceMs: number;
}

/** Milliseconds that clocks may differ, unless the options of a verifier say otherwise. */
export const CLOCK_TOLERANCE_MS = 5000;

/** @throws {InvalidTokenError} when the token is not for here or not for now. */
export function readClaims(claims: JsonObject, expected: Expected): Caller {
  const { iss, cnf } = claims;
  if (iss !== undefined && iss !== expected.issuer)
    throw new InvalidTokenError('The token is from another authorization server');
  checkAudience(claims['aud'], expected.audience);
  // A token that is bound to a key is invalid without proof of the key, which this verifier does not request.
  if (cnf !== undefined) throw new InvalidTokenError('The token is bound to a key; a bearer token is needed');
  const expiresAt = readTimes(claims, expected.clockToleranceMs);
  const clientId = firstText(claims['client_id'], claims['azp'], claims['appid']);
  return {
    subject: subjectOf(claims['sub'], clientId),
    issuer: expected.issuer,
    clientId,
    scopes: readScopes(claims['scope'] ?? claims['scp']),
    expiresAt,
    claims,
  };
}

function checkAudience(given: unknown, expected: readonly string[]): void {
  const audiences: readonly unknown[] = Array.isArray(given) ? given : [given];
  const isFor = (audience: unknown): boolean =>
    typeof audience === 'string' && expected.some((one) => isSameAudience(one, audience));
  if (!audiences.some(isFor)) throw new InvalidTokenError('The token was issued for another server');
}

// Returns when the token ends, in milliseconds since 1970.
function readTimes({ exp, nbf }: JsonObject, toleranceMs: number): number | undefined {
  const now = Date.now();
  if (nbf !== undefined && !(isTime(nbf) && nbf * 1000 <= now + toleranceMs))
    throw new InvalidTokenError('The token is not valid yet');
  if (exp === undefined) return undefined;
  if (!isTime(exp) || exp * 1000 + toleranceMs <= now) throw new InvalidTokenError('The token has expired');
  return exp * 1000 + toleranceMs;
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

// A client that acts for itself is not a user, whatever its name. Subjects of users and of clients never look alike.
function subjectOf(sub: unknown, clientId: string | undefined): string {
  const subject = firstText(sub);
  if (subject !== undefined) return KINDS.test(subject) ? `user:${subject}` : subject;
  if (clientId === undefined) throw new InvalidTokenError('The token does not say whose it is');
  return `client:${clientId}`;
}

const KINDS = /^(?:client|user):/;

function firstText(...values: readonly unknown[]): string | undefined {
  return values.find((value) => typeof value === 'string' && value !== '') as string | undefined;
}
