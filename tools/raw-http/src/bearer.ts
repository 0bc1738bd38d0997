// Bearer tokens: the header with a token, and the challenge of a server that requires one.
import type { Wire } from './wire.ts';

/** Returns the header with a token. */
export const bearer = (token: string): { readonly authorization: string } => ({
  authorization: `Bearer ${token}`,
});

/** Returns the parameters of a challenge, in order. Throws if it is not one valid Bearer challenge. */
export function readChallenge(wire: Wire): { readonly [name: string]: string } {
  const header = String(wire.headers['www-authenticate']);
  if (!/^Bearer (?:[a-z_]+="[^"\\]*"(?:, |$))+$/.test(header)) throw new Error(`not a challenge: ${header}`);
  return Object.fromEntries(
    [...header.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
}
