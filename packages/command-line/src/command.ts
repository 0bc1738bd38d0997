// A server's command line: what an author declares, and the flags that every server has.
import type { McpServer, ServerOptions } from '@mcp/runtime';
import type { TaskOptions } from '@mcp/runtime/extensions';
import type { CommandInput, Flags, FlagValues } from './flags.ts';

/** The command line of one server. */
export interface Command<F extends Flags> {
  /** The name of the bin, like `mcp-server-filesystem`. */
  readonly name: string;
  /** The name of the npm package, for `npx`. */
  readonly package: string;
  /** Printed by `--version`. */
  readonly version: string;
  /** One sentence: what it serves. */
  readonly summary: string;
  /** How `--help` shows the arguments that are not flags. Any number is accepted: `create` checks them. */
  readonly positionals?: {
    readonly name: string;
    readonly description: string;
    /** They are paths: what `--print-config` prints has absolute ones. */
    readonly arePaths?: boolean;
  };
  /**
   * The flags of this server beside `COMMON_FLAGS`, by name without dashes. A common one that is declared again, with the
   * same type, may have another default and description; `create` gets its value.
   */
  readonly flags?: F;
  /** What `--help` says of the toolsets that `--toolsets` can name, by name. */
  readonly toolsets?: { readonly [name: string]: string };
  /** Whole command lines for `--help`. */
  readonly examples?: readonly string[];
  /**
   * Makes the server: its options, or one that `defineServer` made. Throw `UsageError` for what the user should change on the command line.
   * `--read-only`, `--tools`, `--exclude-tools` and `--toolsets` are applied to the tools that it returns. The values of the common
   * flags are there too, for what they mean beside that. A server with tasks gives `tasks` on to the extension.
   */
  create(input: CreateInput<F>): Created | Promise<Created>;
}

/** What a server is made of. */
export interface CreateInput<F extends Flags> extends CommandInput<F> {
  readonly flags: FlagValues<F> & CommonValues;
  /** Has the store of `--store`; empty without it. */
  readonly tasks: TaskOptions;
}

/** What a command makes. */
export type Created = ServerOptions | McpServer;

/** The hosts that `--print-config` and `--install` know. */
export const HOSTS = [
  'claude',
  'claude-code',
  'vscode',
  'cursor',
  'codex',
  'copilot',
  'windsurf',
  'antigravity',
  'zed',
  'gemini',
  'opencode',
  'kiro',
  'cline',
  'continue',
  'warp',
  'lmstudio',
  'jetbrains',
  'goose',
] as const;

/** The name of one of them. */
export type HostName = (typeof HOSTS)[number];

/** The packages that `--otel` needs: the second one is the SDK. */
export const TELEMETRY_PACKAGES: readonly [string, string] = [
  '@opentelemetry/api',
  '@opentelemetry/sdk-node',
];

/** The flags that change nothing without `--transport http`. */
export const HTTP_FLAGS = [
  'host',
  'port',
  'allowed-hosts',
  'allowed-origins',
  'auth-token-env',
  'rate-limit',
  'trusted-proxies',
  'legacy-sse',
  'auth-issuer',
  'auth-audience',
  'auth-scopes',
  'store',
  'state-secrets-env',
] as const;

/** The flags that every server has. */
export const COMMON_FLAGS = {
  'read-only': { type: 'boolean', description: 'Offer only tools that change nothing' },
  tools: { type: 'string', multiple: true, placeholder: 'name,…', description: 'Offer only these tools' },
  'exclude-tools': {
    type: 'string',
    multiple: true,
    placeholder: 'name,…',
    description: 'Do not offer these tools',
  },
  toolsets: {
    type: 'string',
    multiple: true,
    placeholder: 'name,…',
    description: 'Offer these groups of tools too, which are off by default',
  },
  'max-output-chars': {
    type: 'number',
    default: 40_000,
    placeholder: 'characters',
    description:
      'The longest text of a tool result, so that it fits a conversation; what a tool says about its text may add a quarter; ' +
      '0 for any length',
  },
  timeout: {
    type: 'number',
    default: 300,
    placeholder: 'seconds',
    description: 'How long the server may work on one request; 0 for ever',
  },
  'max-calls-per-minute': {
    type: 'number',
    default: 600_000,
    placeholder: 'count',
    description: 'Tool calls that one client may make; 0 for any number',
  },
  'audit-log': {
    type: 'string',
    isPath: true,
    placeholder: 'file',
    description: 'Append a line of JSON for each call and each resource that is read; - for stderr',
  },
  otel: {
    type: 'boolean',
    description:
      'Send traces and metrics with OpenTelemetry, where the OTEL_* variables say, like OTEL_EXPORTER_OTLP_ENDPOINT; ' +
      'needs the packages @opentelemetry/api and @opentelemetry/sdk-node',
  },
  'log-level': {
    type: 'string',
    values: ['debug', 'info', 'warning', 'error'],
    default: 'warning',
    placeholder: 'level',
    description: 'What goes to stderr',
  },
  install: {
    type: 'string',
    values: HOSTS,
    placeholder: 'host',
    description:
      "Write this command line into a host's own file, with a copy of the file beside it, then exit; " +
      'outside of a terminal only say what would be written, unless --yes is given',
  },
  uninstall: {
    type: 'string',
    values: HOSTS,
    placeholder: 'host',
    description: "Take this server out of a host's file again, then exit",
  },
  yes: { type: 'boolean', description: 'With --install and --uninstall: write outside of a terminal too' },
  'print-config': {
    type: 'string',
    values: HOSTS,
    placeholder: 'host',
    description: 'Print what to paste into a host for this command line, then exit',
  },
  platform: {
    type: 'string',
    values: ['windows', 'posix'],
    placeholder: 'system',
    description: 'With --print-config: the system that the host runs on, if it is not this one',
  },
  transport: {
    type: 'string',
    values: ['stdio', 'http'],
    default: 'stdio',
    placeholder: 'name',
    description: 'How clients connect',
  },
  host: {
    type: 'string',
    default: '127.0.0.1',
    placeholder: 'address',
    description: 'With http: where to listen',
  },
  port: {
    type: 'number',
    default: 3000,
    max: 65_535,
    placeholder: 'port',
    description: 'With http: where to listen; 0 for any',
  },
  'allowed-hosts': {
    type: 'string',
    multiple: true,
    placeholder: 'name,…',
    description: 'With http: further host names that requests may use',
  },
  'allowed-origins': {
    type: 'string',
    multiple: true,
    placeholder: 'origin,…',
    description: 'With http: origins of web pages that may use the server',
  },
  'auth-token-env': {
    type: 'string',
    placeholder: 'name',
    description: 'With http: the environment variable with the token that clients must bring',
  },
  'rate-limit': {
    type: 'number',
    placeholder: 'count',
    description: 'With http: requests per second of one client; 0 for no limit',
  },
  'trusted-proxies': {
    type: 'string',
    multiple: true,
    placeholder: 'address,…',
    description: 'With http: proxies whose X-Forwarded-For tells the address of the client',
  },
  'legacy-sse': {
    type: 'boolean',
    description: 'With http: also serve the deprecated HTTP+SSE of 2024-11-05, at /sse',
  },
  'auth-issuer': {
    type: 'string',
    placeholder: 'url',
    description: 'With http: the OAuth authorization server whose tokens (JWTs) clients must bring',
  },
  'auth-audience': {
    type: 'string',
    placeholder: 'url',
    description: 'With --auth-issuer: the URL of the endpoint as clients use it; tokens must be for it',
  },
  'auth-scopes': {
    type: 'string',
    multiple: true,
    placeholder: 'scope,…',
    description: 'With --auth-issuer: scopes that every request needs',
  },
  store: {
    type: 'string',
    placeholder: 'url',
    description:
      'With http: a Redis or Valkey that replicas share, like redis://host:6379, for tasks and for answers that count once; ' +
      'needs the package @mcp/redis and --state-secrets-env',
  },
  'state-secrets-env': {
    type: 'string',
    placeholder: 'name',
    description:
      'With http: the environment variable with the secret that replicas share, so that each can go on after a question of another; ' +
      'a list with commas: the first one seals, all open',
  },
  help: { type: 'boolean', short: 'h', description: 'Show this help, then exit' },
  version: { type: 'boolean', short: 'v', description: 'Show the version, then exit' },
} as const satisfies Flags;

/** The values of the flags that every server has. */
export type CommonValues = FlagValues<typeof COMMON_FLAGS>;

/** All flags of a command. */
export function flagsOf<F extends Flags>({ flags }: Command<F>): typeof COMMON_FLAGS & F {
  return { ...COMMON_FLAGS, ...flags } as typeof COMMON_FLAGS & F;
}

/** The part of a bin's name that says which server it is: `mcp-server-git` → `git`. */
export function serverId(name: string): string {
  return name.replace(/^mcp-server-/, '');
}
