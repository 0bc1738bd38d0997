// A static bearer token for simple set-ups: one secret that the operator gives to the server and its clients.
import type { Exchange } from './exchange.ts';
import type { Authorize } from './handler.ts';
import { HttpRefusal } from './refusal.ts';

/** Lets in who brings the token. All are the same caller. */
export function staticToken(token: string): Authorize {
  return (exchange) => {
    if (hasToken(exchange, token)) return undefined;
    const problem = 'the header Authorization must be "Bearer" and the token of this server';
    throw new HttpRefusal(401, problem, undefined, { 'www-authenticate': 'Bearer' });
  };
}

// Takes the same time wherever the two differ.
function hasToken(exchange: Exchange, token: string): boolean {
  const given = /^Bearer +(\S+)$/i.exec(exchange.header('authorization') ?? '')?.[1] ?? '';
  let difference = given.length ^ token.length;
  for (let i = 0; i < token.length; i++) difference |= token.charCodeAt(i) ^ (given.charCodeAt(i) || 0);
  return difference === 0;
}
