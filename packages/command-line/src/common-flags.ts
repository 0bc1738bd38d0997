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
  host: { ...text('address', 'With http: where to listen'), default: '127.0.0.1' },
  port: { ...number(3000, 'port', 'With http: where to listen; 0 for any'), max: 65_535 },
  'allowed-hosts': list('name,…', 'With http: further host names that requests may use'),
  'allowed-origins': list('origin,…', 'With http: origins of web pages that may use the server'),
  'auth-token-env': text('name', 'With http: the environment variable with the token of clients'),
  'rate-limit': {
    type: 'number',
    placeholder: 'count',
    description: 'With http: requests per second of one client; 0 for no limit',
  },
  'trusted-proxies': list('address,…', 'With http: proxies whose X-Forwarded-For names the client'),
  'legacy-sse': onOff('With http: also serve the deprecated HTTP+SSE of 2024-11-05, at /sse'),
  'auth-issuer': text('url', 'With http: the OAuth server that issues the JWTs of clients'),
  'auth-audience': text('url', 'With --auth-issuer: the URL of the endpoint, which tokens are for'),
  'auth-scopes': list('scope,…', 'With --auth-issuer: scopes that every request needs'),
  store: text(
    'url',
    'With http: a Redis or Valkey that replicas share, like redis://host:6379, for tasks and for answers that count once; ' +
      'needs the package @mcp/redis and --state-secrets-env',
  ),
  'state-secrets-env': text(
    'name',
    'With http: the environment variable with the secret that replicas share, so that each can go on after a question of another; ' +
      'a list with commas: the first one seals, all open',
  ),
} as const satisfies Flags;

/** The flags that every server has. */
export const COMMON_FLAGS = {
  'read-only': onOff('Offer only tools that change nothing'),
  tools: list('name,…', 'Offer only these tools'),
  'exclude-tools': list('name,…', 'Do not offer these tools'),
  toolsets: list('name,…', 'Offer these groups of tools too, which are off by default'),
  'max-output-bytes': number(
    36_000,
    'bytes',
    'The longest text of a tool result, with its notes, so that hosts show all of it; 0 for any length',
  ),
  timeout: number(300, 'seconds', 'How long the server may work on one request; 0 for ever'),
  'max-calls-per-minute': number(6000, 'count', 'Tool calls that one client may make; 0 for any number'),
  'audit-log': {
    ...text('file', 'Append a line of JSON for each call and each resource that is read; - for stderr'),
    isPath: true,
  },
  otel: onOff(
    'Send traces and metrics with OpenTelemetry, where the OTEL_* variables say, like OTEL_EXPORTER_OTLP_ENDPOINT; ' +
      'needs the packages @opentelemetry/api and @opentelemetry/sdk-node',
  ),
  'log-level': {
    ...text('level', 'What goes to stderr'),
    values: ['debug', 'info', 'warning', 'error'],
    default: 'warning',
  },
  install: text(
    HOST,
    "Write this command line into a host's own file, with a copy of the file beside it, then exit; " +
      'outside of a terminal only say what would be written, unless --yes is given',
  ),
  uninstall: text(HOST, "Take this server out of a host's file again, then exit"),
  name: text(
    'name',
    'With --install, --uninstall, --print-config: the name of this server in the host, to have several',
  ),
  yes: onOff('With --install and --uninstall: write outside of a terminal too'),
  force: onOff('With --install: write what the check refuses, or replace an entry of that name'),
  'print-config': text(HOST, 'Print what to paste into a host for this command line, then exit'),
  transport: { ...text('name', 'How clients connect'), values: ['stdio', 'http'], default: 'stdio' },
  ...HTTP_FLAGS,
  help: { ...onOff('Show the flags of this server, then exit; --help all shows all'), short: 'h' },
  version: { ...onOff('Show the version, then exit'), short: 'v' },
} as const satisfies Flags;
