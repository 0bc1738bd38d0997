// A static bearer token for simple set-ups: one secret that the operator gives to the server and its clients.
import type { Authorize } from './handler.ts';
import { HttpRefusal } from './refusal.ts';

/**
 * Lets in who brings the token. All are the same caller.
 *
 * @throws {TypeError} for a token that no header can carry. The message does not show it.
 */
export function staticToken(token: string): Authorize {
  if (!/^[!-~]+$/.test(token))
    throw new TypeError('the token must be visible ASCII characters, without spaces and line ends');
  return (exchange) => {
    const given = /^Bearer +(\S+)$/i.exec(exchange.header('authorization') ?? '')?.[1];
    if (given !== undefined && isSame(given, token)) return undefined;
    const problem = 'the header Authorization must be "Bearer" and the token of this server';
    throw new HttpRefusal(401, problem, undefined, { 'www-authenticate': challenge(given) });
  };
}

// RFC 6750, section 3: the scheme is never alone, and only who brought a token learns of an error.
function challenge(given: string | undefined): string {
  return given === undefined ? 'Bearer realm="mcp"' : 'Bearer realm="mcp", error="invalid_token"';
}

// Takes the same time wherever the two differ.
function isSame(given: string, token: string): boolean {
  let difference = given.length ^ token.length;
  for (let i = 0; i < token.length; i++) difference |= token.charCodeAt(i) ^ (given.charCodeAt(i) || 0);
  return difference === 0;
}
