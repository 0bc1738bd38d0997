// Discovery: finds the keys of an authorization server by its issuer (RFC 8414; OpenID Connect Discovery 1.0).
import { isObject } from '../jsonrpc/json.ts';
import { fetchJson } from './bounded-fetch.ts';
import { secureUrl } from './uri.ts';

/**
 * The `jwks_uri` of an issuer. Each well-known place is tried in turn.
 *
 * @throws {Error} when none has metadata of this very issuer.
 */
export async function discoverKeys(issuer: string, timeoutMs: number): Promise<URL> {
  const problems: string[] = [];
  for (const place of placesOf(issuer)) {
    try {
      return readMetadata(await fetchJson(place, timeoutMs), issuer);
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(`no metadata of the issuer ${issuer}: ${problems.join('; ')}`);
}

function placesOf(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, '');
  const places = [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
  return [...new Set(places)];
}

// Metadata of another issuer would let that one sign for this one.
function readMetadata(metadata: unknown, issuer: string): URL {
  const { issuer: named, jwks_uri: keys } = isObject(metadata) ? metadata : {};
  if (named !== issuer) throw new Error(`the metadata is of another issuer than ${issuer}`);
  if (typeof keys !== 'string') throw new Error(`the metadata of ${issuer} has no jwks_uri`);
  return secureUrl('jwks_uri', keys);
}
