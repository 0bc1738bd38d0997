// Credentials: who sends a request, by the header Authorization (RFC 6750): a token of OAuth, or one static token.
import { InvalidTokenError, type Authorization } from '../../../auth/protect.ts';
import type { Caller } from '../../../jsonrpc/channel.ts';
import type { Exchange } from '../edge/exchange.ts';
import type { Authorize } from './handler.ts';
import { HttpRefusal } from './refusal.ts';
import { demandScopes } from './scopes.ts';

const MAX_TOKEN_CHARACTERS = 16_384;
const MIN_TOKEN_CHARACTERS = 16;
const RETRY_AFTER_SECONDS = '5';

/** Lets in who brings a token that is good for this server and has its basic scopes. `report` gets what failed. */
export function bearerTokens(authorization: Authorization, report: (error: unknown) => void): Authorize {
  return async (exchange) => {
    const token = readToken(exchange, authorization);
    const caller = await verify(token, authorization, report);
    exchange.caller = caller;
    exchange.authorization = authorization;
    demandScopes(exchange, authorization.scopes);
    return caller;
  };
}

async function verify(
  token: string,
  authorization: Authorization,
  report: (error: unknown) => void,
): Promise<Caller> {
  try {
    return await authorization.verify(token);
  } catch (error) {
    if (error instanceof InvalidTokenError) {
      const challenge = authorization.challenge({ error: 'invalid_token', description: error.message });
      throw refusal(401, error.message, challenge);
    }
    report(error);
    const problem = 'the token cannot be checked now; try again later';
    throw new HttpRefusal(503, problem, undefined, { 'retry-after': RETRY_AFTER_SECONDS });
  }
}

// RFC 6750, section 3.1: a request without credentials of this kind gets no error code, only how to get a token.
function readToken(exchange: Exchange, authorization: Authorization): string {
  const header = exchange.header('authorization')?.trim() ?? '';
  if (!/\bBearer\b/i.test(header))
    throw refusal(
      401,
      'a token is needed, as "Authorization: Bearer" and the token',
      authorization.challenge(),
    );
  const token = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i.exec(header)?.[1];
  if (token !== undefined && token.length <= MAX_TOKEN_CHARACTERS) return token;
  const problem = 'the header Authorization must be "Bearer", a space and one token';
  throw refusal(400, problem, authorization.challenge({ error: 'invalid_request', description: problem }));
}

function refusal(status: number, problem: string, challenge: string): HttpRefusal {
  return new HttpRefusal(status, problem, undefined, { 'www-authenticate': challenge });
}

/**
 * Accepts requests with the token. They all count as one caller.
 *
 * @throws {TypeError} for a token that no header can carry, or that is guessed too easily. The message does not show
 * it.
 */
export function staticToken(token: string): Authorize {
  if (!/^[!-~]+$/.test(token))
    throw new TypeError('the token must be visible ASCII characters, without spaces and line ends');
  if (token.length < MIN_TOKEN_CHARACTERS)
    throw new TypeError(
      `the token has ${token.length} characters; give one of ${MIN_TOKEN_CHARACTERS} or more, for example what "openssl rand -hex 32" prints`,
    );
  return (exchange) => {
    const given = /^Bearer +(\S+)$/i.exec(exchange.header('authorization') ?? '')?.[1];
    if (given !== undefined && isSame(given, token)) return undefined;
    const problem = 'the header Authorization must be "Bearer" and the token of this server';
    throw new HttpRefusal(401, problem, undefined, { 'www-authenticate': staticChallenge(given) });
  };
}

// RFC 6750, section 3: the scheme always has a parameter, and only a request with a token gets an error code.
function staticChallenge(given: string | undefined): string {
  return given === undefined ? 'Bearer realm="mcp"' : 'Bearer realm="mcp", error="invalid_token"';
}

// Takes the same time wherever the two strings differ.
function isSame(given: string, token: string): boolean {
  let difference = given.length ^ token.length;
  // Beyond the end of the shorter one it is NaN, which counts as 0.
  for (let i = 0; i < token.length; i++) difference |= token.charCodeAt(i) ^ given.charCodeAt(i);
  return difference === 0;
}
