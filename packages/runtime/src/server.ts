// McpServer: a server definition made ready to serve; `defineServer` makes one.
import { Conversation, type OpenOptions } from './conversation/conversation.ts';
import { Engine } from './conversation/engine.ts';
import type { Report } from './conversation/host.ts';
import type { ServerEvent } from './conversation/observer.ts';
import { checkExtensions, checkIcons } from './define/check.ts';
import { DefinitionError } from './define/errors.ts';
import type { ParamHeader } from './define/prepare.ts';
import { ExtensionFeatures } from './features/extension.ts';
import { createFeatures } from './features/index.ts';
import type { ServerOptions } from './features/server-options.ts';
import type { SubscriptionRegistry } from './features/subscriptions/registry.ts';
import type { Channel } from './jsonrpc/channel.ts';
import type { JsonObject } from './jsonrpc/json.ts';
import { DEFAULT_LIMITS, type Admission, type AdmissionLimits } from './limits/admission.ts';
import { suggest } from './text/nearest.ts';
import { quote } from './text/quote.ts';

export type { ServerOptions };

/** A server that can be served on any number of connections at once. */
export class McpServer {
  readonly #extensions = new ExtensionFeatures();
  #definition: Definition;

  /** @throws {DefinitionError} when a part of the definition is not legal MCP. */
  constructor(options: ServerOptions) {
    this.#definition = prepare(options, this.#extensions);
  }

  /**
   * Changes the definition, for programs that serve the servers of others, like a command line that adds middleware.
   * Connections that are open already keep the former one.
   *
   * @throws {DefinitionError} when a part of the new definition is not legal MCP.
   */
  redefine(change: (options: ServerOptions) => ServerOptions): void {
    this.#definition = prepare(change(this.#definition.options), this.#extensions);
  }

  /** The name that the server goes by. */
  get name(): string {
    return this.#definition.engine.info.name;
  }

  /** The version of the server. */
  get version(): string {
    return this.#definition.engine.info.version;
  }

  /** What a transport needs of the server. For authors of transports. */
  get transport(): ServerTransport {
    return this.#definition.transport;
  }

  /**
   * Notifies the subscribers of this process that a resource changed (server/resources, basic/patterns/subscriptions).
   * Such a resource needs a `watch`, which may do nothing.
   */
  resourceUpdated(uri: string): void {
    this.#definition.registry.markUpdated(uri);
  }
}

/** What a transport needs of a server. */
export class ServerTransport {
  readonly #engine: Engine;

  /** @internal */
  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /**
   * Opens a connection whose answers go to `channel`, one message or batch of JSON text per call. Feed it with
   * `peer.receive`, end it with `peer.drain` or `peer.close`.
   */
  open(channel: Channel, options: OpenOptions = {}): Conversation {
    return new Conversation(this.#engine, channel, options);
  }

  /** The limits of each client. */
  get limits(): AdmissionLimits {
    return this.#engine.limits;
  }

  /** The slots for the calls of one client on all its connections. `limits` replace the server's. */
  createAdmission(limits: Partial<AdmissionLimits> = {}): Admission {
    return this.#engine.createAdmission(limits);
  }

  /** The arguments of a tool that HTTP headers repeat. */
  paramHeaders(tool: unknown): readonly ParamHeader[] {
    return this.#engine.paramHeaders(tool);
  }

  /** The member of the params of a method that the header `Mcp-Name` repeats. */
  namedMember(method: string): string | undefined {
    return this.#engine.namedMember(method);
  }

  /** The scopes that a caller needs for a request. */
  requiredScopes(method: string, params: JsonObject): readonly string[] {
    return this.#engine.requiredScopes(method, params);
  }

  /** Tells the operator of a request that was refused before any connection took it. Never throws. */
  observe(event: ServerEvent): void {
    this.#engine.observe?.(event);
  }

  /** Gives the operator a report, by the `report` option. Never throws. */
  report(report: Report): void {
    this.#engine.report(report);
  }
}

/**
 * Defines a server. It is checked whole and at once, so that a mistake shows when the program starts.
 *
 * @throws {DefinitionError} when a part of the definition is not legal MCP.
 * @example
 * const server = defineServer({ name: 'calculator', version: '1.0.0', tools: [add] });
 * await serveStdio(server);
 */
export function defineServer(options: ServerOptions): McpServer {
  return new McpServer(options);
}

/** A definition that was checked, and what is made of it. */
interface Definition {
  readonly options: ServerOptions;
  readonly engine: Engine;
  readonly transport: ServerTransport;
  readonly registry: SubscriptionRegistry;
}

function prepare(options: ServerOptions, extensions: ExtensionFeatures): Definition {
  const { name, version, title, description, websiteUrl, icons, instructions, pageSize } = options;
  const { report = reportToStderr, middleware = [] } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  if (typeof name !== 'string' || name === '') throw new DefinitionError('a server needs a name');
  if (typeof version !== 'string' || version === '')
    throw new DefinitionError(`server ${name} needs a version`);
  for (const [option, value] of Object.entries({ title, description, websiteUrl, instructions }))
    if (value !== undefined && typeof value !== 'string')
      throw new DefinitionError(`server ${name}: ${option} must be a string`);
  checkOptions(`server ${name}`, options);
  checkIcons(`server ${name}`, icons);
  checkExtensions(`server ${name}`, options.extensions);
  for (const [option, value] of Object.entries(defined({ pageSize, ...limits }))) checkCount(option, value);
  const { features, parts, registry } = createFeatures({ ...options, report }, extensions);
  const info = defined({ name, version, title, description, websiteUrl, icons });
  const engine = new Engine({
    info,
    instructions,
    features,
    parts,
    middleware,
    limits,
    report: (entry) => report(entry),
    observe: options.observe,
  });
  return { options, engine, transport: new ServerTransport(engine), registry };
}

// What TypeScript refuses, for programs without it, and for options that are built elsewhere.
function checkOptions(where: string, options: object): void {
  const known = Object.keys(OPTIONS);
  const unknown = Object.keys(options).find((option) => !known.includes(option));
  if (unknown === undefined) return;
  const hint = suggest(unknown, known, `there are ${known.join(', ')}`);
  throw new DefinitionError(`${where}: ${quote(unknown)} is not an option; ${hint}`);
}

const OPTIONS: { readonly [option in keyof Required<ServerOptions>]: true } = {
  ...{ name: true, version: true, title: true, description: true, websiteUrl: true, icons: true },
  ...{ instructions: true, tools: true, available: true, resources: true, prompts: true },
  ...{ resourceTemplates: true, experimental: true, extensions: true, middleware: true, logging: true },
  ...{ coerceArguments: true, pageSize: true, cache: true, limits: true, askTimeoutMs: true, nonces: true },
  ...{ stateSecrets: true, stateTtlMs: true, report: true, observe: true },
};

function checkCount(option: string, value: number): void {
  if (Number.isSafeInteger(value) && value > 0) return;
  throw new DefinitionError(`${option} must be a positive integer, not ${String(value)}`);
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

function defined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Defined<T>;
}

/** How severe a report is. */
export type ReportLevel = Report['level'];

const RANKS: Record<ReportLevel, number> = { debug: 0, warning: 1, error: 2 };

/** Writes a report of at least this level, with the time in ISO 8601 and the stack of its error. */
export function reportToStderr({ error, ...report }: Report, least: ReportLevel = 'warning'): void {
  if (RANKS[report.level] < RANKS[least]) return;
  const detail = error instanceof Error ? (error.stack ?? error.message) : error;
  // console.error writes to stderr wherever JavaScript runs; stdout belongs to the protocol.
  console.error(JSON.stringify({ time: new Date().toISOString(), ...report, error: detail }));
}
