// The keys of an authorization server: found through its issuer (RFC 8414; OpenID Connect Discovery 1.0) and cached.
import type { JWK, JWTVerifyGetKey } from 'jose';
import { isObject, type JsonObject } from '../jsonrpc/json.ts';
import { boundedFetch, fetchJson } from './bounded-fetch.ts';
import type * as Jose from './jose.ts';
import { secureUrl } from './uri.ts';

/** Where the keys of one authorization server are. */
export interface KeyLocation {
  readonly issuer: string;
  readonly jwksUri?: string;
  readonly jwks?: { readonly keys: readonly JsonObject[] };
  readonly timeoutMs: number;
  readonly keyCooldownMs?: number;
}

const COOLDOWN_MS = 30_000;
const RETRY_MS = 1000;

/**
 * Finds the key of a token by its `kid` and `alg`. Keys in a token, or to which it points, are ignored.
 *
 * @throws {TypeError} when `jwksUri` is not secure.
 */
export function keySource(jose: typeof Jose, place: KeyLocation): JWTVerifyGetKey {
  if (place.jwks !== undefined)
    return jose.createLocalJWKSet({ keys: place.jwks.keys.map((key) => ({ ...key })) as JWK[] });
  const uri = place.jwksUri === undefined ? undefined : secureUrl('jwksUri', place.jwksUri);
  const find =
    uri === undefined
      ? retrying(async () => remoteKeys(jose, await discoverKeys(place.issuer, place.timeoutMs), place))
      : once(remoteKeys(jose, uri, place));
  return async (header, token) => {
    const keys = await find();
    try {
      return await keys(header, token);
    } catch (error) {
      // Only these errors concern the token. Others mean that the keys are not available.
      const { JWKSNoMatchingKey, JWKSMultipleMatchingKeys } = jose.errors;
      if (error instanceof JWKSNoMatchingKey || error instanceof JWKSMultipleMatchingKeys) throw error;
      throw new Error(`the keys of ${place.issuer} cannot be used`, { cause: error });
    }
  };
}

function remoteKeys(jose: typeof Jose, uri: URL, { timeoutMs, keyCooldownMs }: KeyLocation): JWTVerifyGetKey {
  return jose.createRemoteJWKSet(uri, {
    cooldownDuration: keyCooldownMs ?? COOLDOWN_MS,
    timeoutDuration: timeoutMs,
    [jose.customFetch]: (url, init) => boundedFetch(url, timeoutMs, { headers: init.headers }),
  });
}

function once<T>(value: T): () => Promise<T> {
  const made = Promise.resolve(value);
  return () => made;
}

// Failures are cached briefly, so that unknown tokens do not cause a request each.
function retrying<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  let failedAt: number | undefined;
  return () => {
    if (failedAt !== undefined && performance.now() - failedAt >= RETRY_MS) made = failedAt = undefined;
    made ??= make().catch((error: unknown) => {
      failedAt = performance.now();
      throw error;
    });
    return made;
  };
}

/**
 * Reads the `jwks_uri` of an issuer from the first well-known URL that has its metadata.
 *
 * @throws {Error} when none has metadata of this very issuer.
 */
async function discoverKeys(issuer: string, timeoutMs: number): Promise<URL> {
  const problems: string[] = [];
  for (const url of metadataUrlsOf(issuer)) {
    try {
      return readMetadata(await fetchJson(url, timeoutMs), issuer);
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(`no metadata of the issuer ${issuer}: ${problems.join('; ')}`);
}

function metadataUrlsOf(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const urls = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  return [...new Set(urls)];
}

// Metadata of another issuer would let it sign for this one.
function readMetadata(metadata: unknown, issuer: string): URL {
  const { issuer: named, jwks_uri: keys } = isObject(metadata) ? metadata : {};
  if (named !== issuer) throw new Error(`the metadata is of another issuer than ${issuer}`);
  if (typeof keys !== 'string') throw new Error(`the metadata of ${issuer} has no jwks_uri`);
  return secureUrl('jwks_uri', keys);
}
