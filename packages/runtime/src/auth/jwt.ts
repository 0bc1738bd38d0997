// jwtVerifier: checks access tokens that are signed JWTs (RFC 7519, RFC 9068), by jose.
import type { JWTVerifyGetKey, JWTVerifyResult } from 'jose';
import type { JsonObject } from '../jsonrpc/json.ts';
import { FETCH_TIMEOUT_MS } from './bounded-fetch.ts';
import { CLOCK_TOLERANCE_MS, readClaims } from './claims.ts';
import type * as Jose from './jose.ts';
import { keySource } from './keys.ts';
import { InvalidTokenError, type TokenVerifier } from './protect.ts';
import { secureUrl } from './uri.ts';

/** Whose tokens are taken, and how they are checked. */
export interface JwtOptions {
  /** The authorization server, as its tokens name it in `iss`. */
  readonly issuer: string;
  /** What tokens must name in `aud`, one of several. Default: the resource, which is what MCP clients ask for. */
  readonly audience?: string | readonly string[];
  /** Where the public keys are. Default: found by the metadata of the issuer, on first use. */
  readonly jwksUri?: string;
  /** The public keys themselves (RFC 7517), when nothing is to be fetched. */
  readonly jwks?: { readonly keys: readonly JsonObject[] };
  /** Signature algorithms. Default: all with a public key that jose knows from RFC 7518 and RFC 8037. */
  readonly algorithms?: readonly string[];
  /** True takes only tokens whose header says `at+jwt`. Default false: many servers write `JWT` or nothing. */
  readonly onlyAccessTokenType?: boolean;
  /** Milliseconds that clocks may differ. Default 5000. */
  readonly clockToleranceMs?: number;
  /** Milliseconds for each answer of the authorization server. Default 5000. */
  readonly timeoutMs?: number;
  /** Milliseconds before keys are fetched again because a token names an unknown one. Default 30,000. */
  readonly keyCooldownMs?: number;
}

const ASYMMETRIC = ['RS', 'PS', 'ES'].flatMap((kind) => ['256', '384', '512'].map((size) => kind + size));
const DEFAULT_ALGORITHMS: readonly string[] = [...ASYMMETRIC, 'EdDSA', 'Ed25519'];

/** Refuses tokens that are signed alike but are not access tokens. */
const TYPES = new Set(['at+jwt', 'application/at+jwt', 'jwt', 'application/jwt']);
const ACCESS_TOKEN_TYPES = new Set(['at+jwt', 'application/at+jwt']);

/**
 * Creates a verifier for signed access tokens. It checks the signature, `iss`, `aud`, `exp` (required) and `nbf`. It
 * needs the package `jose`, and rejects if it is not installed.
 *
 * @throws {TypeError} for options that are not safe: a secret-key algorithm, or a URL that is not `https:`.
 */
export async function jwtVerifier(options: JwtOptions): Promise<TokenVerifier> {
  const {
    issuer,
    audience,
    algorithms = DEFAULT_ALGORITHMS,
    clockToleranceMs = CLOCK_TOLERANCE_MS,
  } = options;
  secureUrl('issuer', issuer);
  for (const name of algorithms) {
    if (!/^(?:none|HS\d+)$/i.test(name)) continue;
    throw new TypeError(`the algorithm ${name} cannot be checked with a public key; leave it out`);
  }
  const jose = await loadJose();
  const key = keySource(jose, { ...options, timeoutMs: options.timeoutMs ?? FETCH_TIMEOUT_MS });
  const types = options.onlyAccessTokenType === true ? ACCESS_TOKEN_TYPES : TYPES;
  const settings = { issuer, algorithms: [...algorithms], clockTolerance: clockToleranceMs / 1000 };
  return async (token, resource) => {
    const { payload, protectedHeader } = await verify(jose, token, key, settings);
    const { typ = 'JWT' } = protectedHeader;
    if (typeof typ !== 'string' || !types.has(typ.toLowerCase()))
      throw new InvalidTokenError('The token is not an access token');
    return readClaims(payload, {
      issuer,
      audience: typeof audience === 'string' ? [audience] : (audience ?? [resource]),
      clockToleranceMs,
    });
  };
}

async function loadJose(): Promise<typeof Jose> {
  try {
    return await import('./jose.ts');
  } catch (cause) {
    throw new Error('jwtVerifier needs the package jose; install it: npm install jose', { cause });
  }
}

type VerifySettings = {
  readonly issuer: string;
  readonly algorithms: string[];
  readonly clockTolerance: number;
};

async function verify(
  jose: typeof Jose,
  token: string,
  key: JWTVerifyGetKey,
  settings: VerifySettings,
): Promise<JWTVerifyResult> {
  const options = { ...settings, requiredClaims: ['exp', 'iss', 'aud'] };
  try {
    return await jose.jwtVerify(token, key, options);
  } catch (error) {
    // A token that names no key may be signed with any of several.
    if (error instanceof jose.errors.JWKSMultipleMatchingKeys) {
      for await (const one of error) {
        const result = await jose.jwtVerify(token, one, options).catch(orUndefined(jose));
        if (result !== undefined) return result;
      }
      throw new InvalidTokenError('The token is signed with an unknown key');
    }
    throw error instanceof jose.errors.JOSEError ? new InvalidTokenError(describe(jose, error)) : error;
  }
}

// Another key may match the signature, but invalid claims are invalid with every key.
function orUndefined(jose: typeof Jose): (error: unknown) => undefined {
  return (error) => {
    if (error instanceof jose.errors.JWSSignatureVerificationFailed) return undefined;
    throw error instanceof jose.errors.JOSEError ? new InvalidTokenError(describe(jose, error)) : error;
  };
}

// These texts contain no part of the token, because they go to the client and its log.
function describe({ errors }: typeof Jose, error: Jose.errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired';
  if (error instanceof errors.JWTClaimValidationFailed)
    return CLAIMS[error.claim] ?? 'The token lacks a claim';
  if (error instanceof errors.JOSEAlgNotAllowed)
    return 'The token is signed with an algorithm that is not taken';
  if (error instanceof errors.JWKSNoMatchingKey) return 'The token is signed with an unknown key';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'The signature of the token is wrong';
  return 'The token is malformed';
}

const CLAIMS: { readonly [claim: string]: string | undefined } = {
  iss: 'The token is from another authorization server',
  aud: 'The token was issued for another server',
  exp: 'The token does not say when it expires',
  nbf: 'The token is not valid yet',
};
