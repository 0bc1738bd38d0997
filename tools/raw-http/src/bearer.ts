// Bearer tokens: the header that carries one, and the challenge of a server that wants one.
import type { Wire } from './wire.ts';

/** The header for a token. */
export const bearer = (token: string): { readonly authorization: string } => ({
  authorization: `Bearer ${token}`,
});

/** The parameters of a challenge, in order. Fails when it is not one legal Bearer challenge. */
export function readChallenge(wire: Wire): { readonly [name: string]: string } {
  const header = String(wire.headers['www-authenticate']);
  if (!/^Bearer (?:[a-z_]+="[^"\\]*"(?:, |$))+$/.test(header)) throw new Error(`not a challenge: ${header}`);
  return Object.fromEntries(
    [...header.matchAll(/([a-z_]+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
}
