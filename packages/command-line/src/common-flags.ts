// The flags that every server has.
import type { Flags } from './flags.ts';

const onOff = (description: string) => ({ type: 'boolean', description }) as const;

const text = (placeholder: string, description: string) =>
  ({ type: 'string', placeholder, description }) as const;

const list = (placeholder: string, description: string) =>
  ({ type: 'string', multiple: true, placeholder, description }) as const;

const number = (initial: number, placeholder: string, description: string) =>
  ({ type: 'number', default: initial, placeholder, description }) as const;

const HOST = 'host';

/** The flags that change nothing without `--transport http`. */
export const HTTP_FLAGS = {
  host: { ...text('address', 'With http: the address to listen on'), default: '127.0.0.1' },
  port: { ...number(3000, 'port', 'With http: the port to listen on; 0 for any'), max: 65_535 },
  'allowed-hosts': list('name,…', 'With http: additional host names that requests may use'),
  'allowed-origins': list('origin,…', 'With http: origins of web pages that may use the server'),
  'auth-token-env': text('name', 'With http: the environment variable that contains the token of clients'),
  'rate-limit': {
    type: 'number',
    placeholder: 'count',
    description: 'With http: requests per second and client; 0 for no limit',
  },
  'trusted-proxies': list('address,…', 'With http: proxies whose X-Forwarded-For header names the client'),
  'legacy-sse': onOff('With http: also serve the deprecated HTTP+SSE transport of 2024-11-05, at /sse'),
  'auth-issuer': text('url', 'With http: the OAuth server that issues the JWTs of clients'),
  'auth-audience': text(
    'url',
    'With --auth-issuer: the URL of the endpoint, for which tokens must be issued',
  ),
  'auth-scopes': list('scope,…', 'With --auth-issuer: scopes that every request needs'),
  store: text(
    'url',
    'With http: a Redis or Valkey that replicas share, like redis://host:6379, for tasks and one-time answers; ' +
      'needs the package @mcp/redis and --state-secrets-env',
  ),
  'state-secrets-env': text(
    'name',
    'With http: the environment variable with the secret that replicas share, so that each can handle answers to questions of another; ' +
      'of several secrets, separated by commas, the first one seals and all open',
  ),
} as const satisfies Flags;

/** The flags that every server has. */
export const COMMON_FLAGS = {
  'read-only': onOff('Offer only tools that change nothing'),
  tools: list('name,…', 'Offer only these tools'),
  'exclude-tools': list('name,…', 'Do not offer these tools'),
  toolsets: list('name,…', 'Also offer these groups of tools, which are off by default'),
  'max-output-bytes': number(
    36_000,
    'bytes',
    'The longest text of a tool result, notes included, so that hosts do not cut it; 0 for no limit',
  ),
  timeout: number(300, 'seconds', 'Time limit for one request; 0 for none'),
  'max-calls-per-minute': number(6000, 'count', 'Tool calls that one client may make; 0 for no limit'),
  'audit-log': {
    ...text('file', 'Append a line of JSON for each call and each resource read; - for stderr'),
    isPath: true,
  },
  otel: onOff(
    'Send traces and metrics with OpenTelemetry, as configured by variables like OTEL_EXPORTER_OTLP_ENDPOINT; ' +
      'needs the packages @opentelemetry/api and @opentelemetry/sdk-node',
  ),
  'log-level': {
    ...text('level', 'What to log on stderr'),
    values: ['debug', 'info', 'warning', 'error'],
    default: 'warning',
  },
  install: text(
    HOST,
    "Add this command line to a host's own file, with a backup of the file, then exit; " +
      'outside of a terminal, only show the change unless --yes is given',
  ),
  uninstall: text(HOST, "Remove this server from a host's file, then exit"),
  name: text(
    'name',
    'With --install, --uninstall, --print-config: the name of this server in the host, if it has several',
  ),
  yes: onOff('With --install and --uninstall: write even outside of a terminal'),
  force: onOff('With --install: write the entry despite failed checks, or replace one of that name'),
  'print-config': text(HOST, 'Print the entry for this command line, to paste into a host, then exit'),
  transport: { ...text('name', 'How clients connect'), values: ['stdio', 'http'], default: 'stdio' },
  ...HTTP_FLAGS,
  help: { ...onOff('Show the flags of this server, then exit; --help all shows all'), short: 'h' },
  version: { ...onOff('Show the version, then exit'), short: 'v' },
} as const satisfies Flags;
