// A static bearer token for simple set-ups: one secret that the operator gives to the server and its clients.
import type { Exchange } from './exchange.ts';

/** Whether a request brings the token. Takes the same time wherever the two differ. */
export function hasToken(exchange: Exchange, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(exchange.header('authorization') ?? '')?.[1] ?? '';
  let difference = given.length ^ token.length;
  for (let i = 0; i < token.length; i++) difference |= token.charCodeAt(i) ^ (given.charCodeAt(i) || 0);
  return difference === 0;
}
