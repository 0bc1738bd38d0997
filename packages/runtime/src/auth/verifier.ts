// TokenVerifier: what finds out whether a bearer token is good, and whose it is.
import type { Caller } from '../jsonrpc/caller.ts';

/**
 * Checks one token (basic/authorization, "Token Handling"). `resource` is the URI of this server: a verifier must refuse
 * tokens that were issued for another one. Throws `InvalidTokenError` for a token that is not good; anything else that
 * it throws means that nobody knows now, and the client gets 503.
 */
export type TokenVerifier = (token: string, resource: string) => Promise<Caller>;

/** The token is not good. Its message goes to the client as `error_description`: no secrets, no part of the token. */
export class InvalidTokenError extends Error {
  override readonly name = 'InvalidTokenError';
}
