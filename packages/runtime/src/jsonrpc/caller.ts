// Caller: who sends what comes in on a channel.
import type { JsonObject } from './message.ts';

/** Who sends a message, as the transport has found out from its credentials. */
export interface Caller {
  /** The user or machine that the credentials belong to; unique together with `issuer`. */
  readonly subject: string;
  /** Who says so: the URL of the authorization server, or a name of our own for other credentials. */
  readonly issuer: string;
  /** The OAuth client that acts for the subject, if it is known. */
  readonly clientId: string | undefined;
  /** What the caller may do. */
  readonly scopes: readonly string[];
  /** When the credentials end, in milliseconds since 1970; undefined for never. */
  readonly expiresAt: number | undefined;
  /** Everything that the credentials say. */
  readonly claims: JsonObject;
}

/** What tells callers apart. */
type Identity = Pick<Caller, 'subject' | 'issuer'>;

/** Whether two messages come from the same subject. Without credentials all callers are the same. */
export function isSameCaller(one: Identity | undefined, other: Identity | undefined): boolean {
  return one?.subject === other?.subject && one?.issuer === other?.issuer;
}
