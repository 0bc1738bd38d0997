// protect: makes a server an OAuth 2.1 resource server (basic/authorization; RFC 9728).
import type { Caller } from '../jsonrpc/channel.ts';
import { scopeProblem } from '../protocol/scopes.ts';
import { canonicalResource, secureUrl } from './uri.ts';

/** What is protected, who issues tokens for it, and how they are checked. */
export interface ProtectOptions {
  /** The URL of the endpoint as clients use it: behind a proxy the public one. */
  readonly resource: string;
  /** Issuer URLs of the authorization servers whose tokens `verify` takes; at least one. */
  readonly authorizationServers: readonly string[];
  /** Checks a token, see `jwtVerifier` and `introspectionVerifier`. */
  readonly verify: TokenVerifier;
  /** Scopes that every request needs. Others belong to tools, prompts and resources. Default: none. */
  readonly scopes?: readonly string[];
  /** Scopes that include others: `{ 'files:write': ['files:read'] }`. */
  readonly implies?: { readonly [scope: string]: readonly string[] };
  /** For people, in the metadata. */
  readonly resourceName?: string;
  /** The URL of a page for developers, in the metadata. */
  readonly documentation?: string;
}

/** Where metadata of protected resources is, before the path of the resource (RFC 9728, section 3). */
export const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/**
 * Protects a server with OAuth: for the option `authorization` of `serveHttp` and `createFetchHandler`.
 *
 * @throws {TypeError} for options that are not safe or not legal.
 */
export function protect(options: ProtectOptions): Authorization {
  return new Authorization(options);
}

/** A protected resource: checks tokens, and says how to get a better one. Made by `protect`. */
export class Authorization {
  /** The canonical URI of the resource. */
  readonly resource: string;
  /** Scopes that every request needs. */
  readonly scopes: readonly string[];
  /** The metadata document (RFC 9728, section 2), as JSON. */
  readonly metadata: string;
  /** The paths of the metadata: that of the resource first, then the root. */
  readonly metadataPaths: readonly string[];
  readonly #metadataUrl: string;
  readonly #verify: TokenVerifier;
  readonly #hierarchy: ScopeHierarchy;

  constructor(options: ProtectOptions) {
    const { scopes = [], implies = {}, authorizationServers } = options;
    this.resource = canonicalResource(options.resource);
    checkOptions(options);
    this.scopes = [...new Set(scopes)];
    this.#hierarchy = new ScopeHierarchy(implies);
    this.#verify = options.verify;
    const { origin, pathname } = new URL(this.resource);
    const path = WELL_KNOWN + (pathname === '/' ? '' : pathname);
    this.#metadataUrl = origin + path;
    this.metadataPaths = [...new Set([path, WELL_KNOWN])];
    this.metadata = JSON.stringify({
      resource: this.resource,
      authorization_servers: authorizationServers,
      ...(scopes.length === 0 ? {} : { scopes_supported: this.scopes }),
      bearer_methods_supported: ['header'],
      resource_name: options.resourceName,
      resource_documentation: options.documentation,
    });
  }

  /**
   * Returns the caller of a token, with all scopes that its scopes imply.
   *
   * @throws {InvalidTokenError} when the token is not good. Throws anything else when it cannot find out now.
   */
  async verify(token: string): Promise<Caller> {
    const caller = await this.#verify(token, this.resource);
    if (caller.expiresAt !== undefined && caller.expiresAt <= Date.now())
      throw new InvalidTokenError('The token has expired');
    return { ...caller, scopes: this.#hierarchy.expand(caller.scopes) };
  }

  /** The value of WWW-Authenticate. Without scopes it names those that every request needs. */
  challenge(challenge: Partial<Challenge> = {}): string {
    return writeChallenge({ scopes: this.scopes, metadataUrl: this.#metadataUrl, ...challenge });
  }

  /**
   * Returns the challenge for a caller that lacks scopes. It includes the caller's scopes, so that a client which
   * requests exactly these loses none (basic/authorization, "Scope Challenge Handling").
   */
  stepUp(caller: Caller | undefined, scopes: readonly string[]): string {
    const granted = (caller?.scopes ?? []).filter((scope) => scopeProblem(scope) === undefined);
    return this.challenge({
      error: 'insufficient_scope',
      description: 'The token does not have all scopes that this needs',
      scopes: this.#hierarchy.reduce([...this.scopes, ...scopes, ...granted]),
    });
  }
}

function checkOptions({
  authorizationServers,
  scopes = [],
  implies = {},
  documentation,
}: ProtectOptions): void {
  if (authorizationServers.length === 0)
    throw new TypeError('authorizationServers must name at least one authorization server');
  for (const server of authorizationServers) secureUrl('each of authorizationServers', server);
  if (documentation !== undefined) secureUrl('documentation', documentation);
  for (const scope of [...scopes, ...Object.keys(implies), ...Object.values(implies).flat()]) {
    const problem = scopeProblem(scope);
    if (problem !== undefined) throw new TypeError(`scope ${JSON.stringify(scope)}: ${problem}`);
  }
}

/**
 * Checks one token (basic/authorization, "Token Handling"). `resource` is the URI of this server: a verifier must
 * refuse tokens that were issued for another one. Throws `InvalidTokenError` for an invalid token. Any other error
 * means that the token cannot be checked now: the client gets 503.
 */
export type TokenVerifier = (token: string, resource: string) => Promise<Caller>;

/** The token is not good. Its message goes to the client as `error_description`: no secrets, no part of the token. */
export class InvalidTokenError extends Error {
  override readonly name = 'InvalidTokenError';
}

/** What a challenge says; undefined members are omitted. */
interface Challenge {
  readonly error?: 'invalid_request' | 'invalid_token' | 'insufficient_scope';
  readonly description?: string;
  readonly scopes: readonly string[];
  readonly metadataUrl: string;
}

/** The value of the header. Whatever the texts are, it is one legal header of one challenge. */
function writeChallenge({ error, description, scopes, metadataUrl }: Challenge): string {
  const parameters = [
    ['error', error],
    ['error_description', description],
    ['scope', scopes.length === 0 ? undefined : join(scopes)],
    ['resource_metadata', metadataUrl],
  ] as const;
  const written = parameters.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${plain(value)}"`],
  );
  return `Bearer ${written.join(', ')}`;
}

// RFC 6750 allows neither quotes nor backslashes inside of its quoted strings, not even escaped.
function plain(text: string): string {
  return text
    .replaceAll(/["\\]/g, "'")
    .replaceAll(/[^\x20-\x7E]/g, '?')
    .slice(0, MAX_CHALLENGE_CHARACTERS);
}

const MAX_CHALLENGE_CHARACTERS = 4096;

// Headers have a length limit, and a truncated scope would be another scope.
function join([first = '', ...others]: readonly string[]): string {
  let joined = first;
  for (const scope of others) {
    if (joined.length + 1 + scope.length > MAX_CHALLENGE_CHARACTERS) break;
    joined += ` ${scope}`;
  }
  return joined;
}

/** Which scopes include which others, over any number of steps. */
class ScopeHierarchy {
  readonly #implied = new Map<string, ReadonlySet<string>>();

  constructor(implies: { readonly [scope: string]: readonly string[] }) {
    const direct = new Map(Object.entries(implies));
    for (const scope of direct.keys()) {
      const found = new Set<string>();
      const open = [scope];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        for (const implied of direct.get(next) ?? []) {
          if (implied === scope || found.has(implied)) continue;
          found.add(implied);
          open.push(implied);
        }
      }
      this.#implied.set(scope, found);
    }
  }

  /** The scopes with all that they include. */
  expand(scopes: readonly string[]): readonly string[] {
    if (this.#implied.size === 0) return scopes;
    return [...new Set(scopes.flatMap((scope) => [scope, ...(this.#implied.get(scope) ?? [])]))];
  }

  /** The scopes without those that another one of them includes. */
  reduce(scopes: readonly string[]): readonly string[] {
    const kept = new Set(scopes);
    for (const scope of scopes) {
      // Of two scopes that include each other, one must stay.
      if ([...kept].some((other) => other !== scope && this.#implied.get(other)?.has(scope) === true))
        kept.delete(scope);
    }
    return [...kept];
  }
}
