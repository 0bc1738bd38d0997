// introspectionVerifier: asks the authorization server about each token (RFC 7662).
import type { Caller } from '../jsonrpc/channel.ts';
import { isObject, type JsonObject } from '../jsonrpc/json.ts';
import { FETCH_TIMEOUT_MS, fetchJson } from './bounded-fetch.ts';
import { CLOCK_TOLERANCE_MS, readClaims } from './claims.ts';
import { InvalidTokenError, type TokenVerifier } from './protect.ts';
import { secureUrl } from './uri.ts';

/** Whom to ask about tokens, and how long to believe the answer. */
export interface IntrospectionOptions {
  /** The introspection endpoint of the authorization server. */
  readonly endpoint: string;
  /** The credentials of this server there, sent as HTTP Basic. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** The authorization server: who the callers come from. An answer that names another one is refused. */
  readonly issuer: string;
  /** What the answer must name in `aud`, one of several. Default: the resource. An answer without `aud` is refused. */
  readonly audience?: string | readonly string[];
  /** Milliseconds that a good answer is believed, never longer than the token is good. Default 10,000; 0 for never. */
  readonly cacheMs?: number;
  /** Maximum number of cached positive answers. Default 1000. */
  readonly maxCached?: number;
  /** Milliseconds that clocks may differ. Default 5000. */
  readonly clockToleranceMs?: number;
  /** Milliseconds for each answer of the authorization server. Default 5000. */
  readonly timeoutMs?: number;
}

const CACHE_MS = 10_000;
const MAX_CACHED = 1000;

interface Kept {
  readonly caller: Promise<Caller>;
  /** On the clock of `performance.now`. */
  readonly until: number;
}

/**
 * Creates a verifier that asks the authorization server about each token. A revoked token is refused after at most
 * `cacheMs`.
 *
 * @throws {TypeError} when a URL is not `https:`.
 */
export function introspectionVerifier(options: IntrospectionOptions): TokenVerifier {
  const endpoint = secureUrl('endpoint', options.endpoint);
  secureUrl('issuer', options.issuer);
  const { cacheMs = CACHE_MS, maxCached = MAX_CACHED } = options;
  const kept = new Map<string, Kept>();
  return async (token, resource) => {
    const key = await hash(`${resource} ${token}`);
    const known = kept.get(key);
    if (known !== undefined && known.until > performance.now()) return known.caller;
    const caller = introspect(endpoint, token, { ...options, audience: options.audience ?? resource });
    if (cacheMs <= 0) return caller;
    kept.delete(key);
    kept.set(key, { caller, until: performance.now() + cacheMs });
    for (const oldest of kept.keys()) if (kept.size > maxCached) kept.delete(oldest);
    // Only positive answers are cached: a token may become valid later, and a failed server may recover.
    caller.catch(() => kept.get(key)?.caller === caller && kept.delete(key));
    return caller;
  };
}

async function introspect(endpoint: URL, token: string, options: IntrospectionOptions): Promise<Caller> {
  const { clientId, clientSecret, issuer, audience = [], timeoutMs = FETCH_TIMEOUT_MS } = options;
  const answer = await fetchJson(endpoint, timeoutMs, {
    method: 'POST',
    headers: { accept: 'application/json', authorization: basic(clientId, clientSecret) },
    body: new URLSearchParams({ token, token_type_hint: 'access_token' }),
  });
  if (!isObject(answer)) throw new Error('the introspection endpoint did not answer with an object');
  if (answer['active'] !== true) throw new InvalidTokenError('The token is not valid, or not any more');
  checkType(answer);
  return readClaims(answer, {
    issuer,
    audience: typeof audience === 'string' ? [audience] : audience,
    clockToleranceMs: options.clockToleranceMs ?? CLOCK_TOLERANCE_MS,
  });
}

// The member is optional. Some servers say "access_token" here, which RFC 7662 does not define but is unambiguous.
function checkType({ token_type: type = 'Bearer' }: JsonObject): void {
  if (typeof type === 'string' && /^(?:bearer|access_token)$/i.test(type)) return;
  throw new InvalidTokenError('The token is not a bearer token');
}

// RFC 6749, section 2.3.1: both are form-encoded before they are joined.
function basic(clientId: string, clientSecret: string): string {
  const encode = (text: string): string => new URLSearchParams({ a: text }).toString().slice(2);
  return `Basic ${btoa(`${encode(clientId)}:${encode(clientSecret)}`)}`;
}

// The cache must not contain readable tokens.
async function hash(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
