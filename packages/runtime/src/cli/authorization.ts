// --auth-issuer: OAuth for a server on the command line.
import type { Authorization } from '../auth.ts';
import type { CommonValues } from './command.ts';
import { UsageError } from './flags.ts';

/**
 * Reads `--auth-issuer` and what goes with it; undefined without it. What checks JWTs is loaded only where it is used.
 *
 * @throws {UsageError} when the flags do not fit together, or one cannot be served.
 */
export async function readAuthorization(flags: CommonValues): Promise<Authorization | undefined> {
  const { 'auth-issuer': issuer, 'auth-audience': resource, 'auth-scopes': scopes } = flags;
  if (issuer === undefined) {
    if (resource === undefined && scopes.length === 0) return undefined;
    throw new UsageError('--auth-audience and --auth-scopes need --auth-issuer');
  }
  if (resource === undefined)
    throw new UsageError('--auth-issuer needs --auth-audience: the URL of the endpoint as clients use it');
  if (flags['auth-token-env'] !== undefined)
    throw new UsageError('give either --auth-issuer or --auth-token-env, not both');
  const { jwtVerifier, protect } = await import('../auth.ts');
  try {
    const verify = await jwtVerifier({ issuer });
    return protect({ resource, authorizationServers: [issuer], scopes, verify });
  } catch (error) {
    throw error instanceof TypeError ? new UsageError(error.message) : error;
  }
}
