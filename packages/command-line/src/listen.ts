// --transport http: serves over HTTP until a signal comes.
import type { Authorization } from '@mcp/runtime/auth';
import { serveHttp, type ClientLimits } from '@mcp/runtime/http';
import type { McpServer } from '@mcp/runtime';
import type { CommonValues } from './command.ts';
import { readVariable, throwUsage, UsageError } from './flags.ts';

/** Hooks of a server that listens. */
export interface ListenHooks {
  /** Runs after the last response, before the process exits. */
  readonly end: () => Promise<void>;
  /** See `HttpOptions.health`. */
  readonly health: (() => string) | undefined;
}

/**
 * Serves over HTTP and prints the address to stderr. The first SIGTERM or SIGINT shuts down gracefully, the second one
 * at once.
 *
 * @throws {UsageError} if the variable of `--auth-token-env` is not set, or a flag has a value that HTTP cannot use.
 */
export async function listen(
  server: McpServer,
  flags: CommonValues,
  { end, health }: ListenHooks,
): Promise<void> {
  const { host, port, 'auth-token-env': variable } = flags;
  const token = variable && readVariable('--auth-token-env', variable);
  const allowed = { allowedHosts: flags['allowed-hosts'], allowedOrigins: flags['allowed-origins'] };
  const authorization = await readAuthorization(flags);
  const listening = await serveHttp(server, {
    host,
    port,
    ...allowed,
    ...(token === undefined ? {} : { token }),
    ...(authorization === undefined ? {} : { authorization }),
    ...(health === undefined ? {} : { health }),
    trustedProxies: flags['trusted-proxies'],
    clientLimits: readRate(flags['rate-limit']),
    transports: flags['legacy-sse'] ? [(await import('@mcp/runtime/http-sse')).httpSse()] : [],
  }).catch(throwUsage);
  const isOpen = token === undefined && authorization === undefined;
  const hasHosts = allowed.allowedHosts.length > 0 || authorization !== undefined;
  const warnings = warningsOf(host, isOpen, hasHosts).map((warning) => `Warning: ${warning}\n`);
  process.stderr.write(`${server.name} ${server.version} listens at ${listening.url}\n${warnings.join('')}`);
  let isClosing = false;
  const onSignal = (): void => {
    if (isClosing) process.exit(1);
    isClosing = true;
    void listening
      .close()
      .then(end)
      .then(() => process.exit(0));
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
}

const EVERY_ADDRESS: readonly string[] = ['0.0.0.0', '::', '[::]'];
const THIS_MACHINE = /^(?:localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/i;

// Says what `--host` exposes or breaks, which the operator may not expect.
function warningsOf(host: string, isOpen: boolean, hasHosts: boolean): string[] {
  const warnings: string[] = [];
  // No client sends an address like 0.0.0.0 as its Host header.
  if (EVERY_ADDRESS.includes(host) && !hasHosts)
    warnings.push(
      'every request gets 403 until --allowed-hosts has the name that clients use for this machine, ' +
        'for example --allowed-hosts mcp.example.com',
    );
  if (isOpen && !THIS_MACHINE.test(host))
    warnings.push(
      'every program that reaches this address may call everything; ' +
        'set --auth-token-env, or --auth-issuer with --auth-audience',
    );
  return warnings;
}

// A burst of four seconds, like the default.
function readRate(perSecond: number | undefined): ClientLimits {
  if (perSecond === undefined) return {};
  if (perSecond === 0) return { requests: { burst: Infinity, perSecond: Infinity } };
  return { requests: { burst: Math.max(1, 4 * perSecond), perSecond } };
}

/**
 * Reads `--auth-issuer`, `--auth-audience` and `--auth-scopes`. Returns undefined if none is given.
 *
 * @throws {UsageError} if one is missing or invalid, or `--auth-token-env` is given as well.
 */
async function readAuthorization(flags: CommonValues): Promise<Authorization | undefined> {
  const { 'auth-issuer': issuer, 'auth-audience': resource, 'auth-scopes': scopes } = flags;
  if (issuer === undefined) {
    if (resource === undefined && scopes.length === 0) return undefined;
    throw new UsageError('--auth-audience and --auth-scopes need --auth-issuer');
  }
  if (resource === undefined)
    throw new UsageError('--auth-issuer needs --auth-audience: the URL of the endpoint as clients use it');
  if (flags['auth-token-env'] !== undefined)
    throw new UsageError('give either --auth-issuer or --auth-token-env, not both');
  const { jwtVerifier, protect } = await import('@mcp/runtime/auth');
  return jwtVerifier({ issuer })
    .then((verify) => protect({ resource, authorizationServers: [issuer], scopes, verify }))
    .catch(throwUsage);
}
