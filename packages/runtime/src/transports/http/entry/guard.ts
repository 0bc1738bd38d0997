// The guard of the endpoint: accepts requests by Host and Origin (basic/transports, "Security Warning"). Fails closed.
import { LOCAL_HOSTS } from '../../../text/local-hosts.ts';
import type { Exchange, Headers } from '../edge/exchange.ts';

/** Which clients may connect. */
export interface GuardSettings {
  /** Host names without port; "localhost" names of this machine are always among them when the address is local. */
  readonly allowedHosts: readonly string[];
  /** Whole origins, like `https://example.com`. */
  readonly allowedOrigins: readonly string[];
}

/**
 * Returns the settings for an address on which the server listens.
 *
 * @throws {TypeError} for a name or an origin that no request could have.
 */
export function guardFor(host: string, { allowedHosts, allowedOrigins }: GuardSettings): GuardSettings {
  const own = asHostname(host.replace(/%.*$/, ''));
  const names = LOCAL_HOSTS.includes(own) ? LOCAL_HOSTS : [own];
  for (const origin of allowedOrigins) checkOrigin(origin);
  return { allowedHosts: [...names, ...allowedHosts.map(asHostname)], allowedOrigins };
}

// As clients write it: in lower case, IPv6 in brackets and shortened.
function asHostname(given: string): string {
  const name = given.includes(':') && !given.startsWith('[') ? `[${given}]` : given;
  const url = `http://${name}`;
  if (!URL.canParse(url) || /[*/?#@\\\s]|\]./.test(name))
    throw new TypeError(`"${given}" is not a host name; give one without scheme, port and wildcard`);
  return new URL(url).hostname;
}

function checkOrigin(given: string): void {
  const isWeb = /^https?:/.test(given);
  if (ANY_ORIGIN.test(given) && (!isWeb || (URL.canParse(given) && new URL(given).origin === given))) return;
  throw new TypeError(
    `"${given}" is not an origin; write it as browsers do, like https://example.com or http://example.com:8080`,
  );
}

// Also origins of browser extensions, for which URL returns "null".
const ANY_ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^\s/?#@*,]+$/;

/** Why a request is refused, or undefined when it may come in. `isForAllOrigins` leaves the origin unchecked. */
export function refusal(
  exchange: Exchange,
  settings: GuardSettings,
  isForAllOrigins = false,
): string | undefined {
  const host = exchange.header('host');
  if (host === undefined || !settings.allowedHosts.includes(hostname(host)))
    return 'the Host header names a host that is not served here (see --allowed-hosts)';
  const origin = exchange.header('origin');
  if (isForAllOrigins || origin === undefined || isAllowedOrigin(origin, settings)) return undefined;
  return 'the Origin header names an origin that is not allowed here (see --allowed-origins)';
}

// Pages of this machine may use a server of this machine, whatever their port.
function isAllowedOrigin(origin: string, { allowedHosts, allowedOrigins }: GuardSettings): boolean {
  if (allowedOrigins.includes(origin)) return true;
  if (!URL.canParse(origin)) return false;
  const { hostname: name } = new URL(origin);
  return ORIGIN.test(origin) && LOCAL_HOSTS.includes(name) && allowedHosts.includes(name);
}

function hostname(host: string): string {
  return host.replace(/:\d+$/, '').toLowerCase();
}

// A browser sends only scheme, host and port.
const ORIGIN = /^https?:\/\/[^/?#@\\]+$/i;
const NO_HEADERS: Headers = Object.freeze({});

/** Returns the CORS headers for an accepted origin, or none for a client that is not a browser. */
export function corsHeaders(exchange: Exchange): Headers {
  const origin = exchange.header('origin');
  if (origin === undefined) return NO_HEADERS;
  return {
    'access-control-allow-origin': origin,
    vary: 'Origin',
    'access-control-expose-headers': 'Mcp-Session-Id, Retry-After, WWW-Authenticate',
  };
}

/** The answer to a preflight request of a browser. */
export function preflightHeaders(exchange: Exchange): Headers {
  const asked = exchange.header('access-control-request-headers') ?? '';
  // Tools name these headers. `*` would not work, because requests with credentials do not match it.
  const ofTools = asked
    .split(',')
    .map((name) => name.trim())
    .filter((name) => PARAM_HEADER.test(name));
  return {
    ...corsHeaders(exchange),
    vary: 'Origin, Access-Control-Request-Headers',
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': [...ALLOWED_HEADERS, ...ofTools].join(', '),
    'access-control-max-age': '86400',
  };
}

const PARAM_HEADER = /^Mcp-Param-[\w!#$%&'*+.^`|~-]{1,64}$/i;

const ALLOWED_HEADERS: readonly string[] = [
  'Authorization',
  'Content-Type',
  'Last-Event-ID',
  'Mcp-Method',
  'Mcp-Name',
  'MCP-Protocol-Version',
  'Mcp-Session-Id',
];
