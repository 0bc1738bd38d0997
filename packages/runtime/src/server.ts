// McpServer: a server definition made ready to serve; `defineServer` makes one.
import { Conversation, type OpenOptions } from './conversation/conversation.ts';
import { Engine } from './conversation/engine.ts';
import type { Report } from './conversation/host.ts';
import { checkExtensions, checkIcons } from './define/check.ts';
import { DefinitionError } from './define/errors.ts';
import type { Middleware } from './define/middleware.ts';
import type { ParamHeader } from './define/param-headers.ts';
import type { Prompt } from './define/prompt.ts';
import {
  promptRegistry,
  Registry,
  resourceRegistry,
  resourceTemplateRegistry,
  toolRegistry,
  type PromptRegistry,
  type ResourceRegistry,
  type ResourceTemplateRegistry,
  type ToolRegistry,
} from './define/registry.ts';
import type { Resource, ResourceTemplate } from './define/resource.ts';
import type { Tool } from './define/tool.ts';
import { createQuestions } from './features/asking/mrtr.ts';
import { StateSeal } from './features/asking/state-seal.ts';
import { createFeatures, type Collection } from './features/index.ts';
import { sendLog } from './features/logging.ts';
import { createProgress } from './features/progress.ts';
import type { SubscriptionBook } from './features/subscriptions/book.ts';
import type { Channel } from './jsonrpc/channel.ts';
import type { JsonObject } from './jsonrpc/json.ts';
import { DEFAULT_LIMITS, type Admission, type AdmissionLimits } from './limits/admission.ts';
import type { CacheHint, Icon } from './protocol/types.ts';
import type { Bus } from './stores/bus.ts';
import { MemoryNonceStore, type NonceStore } from './stores/nonce-store.ts';

/** Everything that a server is (basic/lifecycle, server/discover). Only `name` and `version` are needed. */
export interface ServerOptions {
  /** For programs: the identity of the server. People see `title` when there is one. */
  readonly name: string;
  /** The version of the server, not of the protocol. */
  readonly version: string;
  /** For people. From 2025-06-18. */
  readonly title?: string;
  /** What the server is for. From 2025-11-25. */
  readonly description?: string;
  /** From 2025-11-25. */
  readonly websiteUrl?: string;
  /** `https:` or base64 `data:image/` URIs. From 2025-11-25. */
  readonly icons?: readonly Icon[];
  /** Tells the model how to use the server as a whole. Hosts cut it at about 2 kB. */
  readonly instructions?: string;
  /** A list that never changes, or a registry (`toolRegistry`) that may. */
  readonly tools?: readonly Tool[] | ToolRegistry;
  /** Tools that are not offered now, and what to do to have them. A client that calls one gets this text. */
  readonly toolsOff?: { readonly [name: string]: string };
  /** Like `tools`, and so are the next two. */
  readonly resources?: readonly Resource[] | ResourceRegistry;
  readonly resourceTemplates?: readonly ResourceTemplate[] | ResourceTemplateRegistry;
  readonly prompts?: readonly Prompt[] | PromptRegistry;
  /** Capabilities outside the specification, by a name with your own prefix; shown to clients as they are. */
  readonly experimental?: { readonly [name: string]: JsonObject };
  /**
   * Extensions of the protocol that the server speaks, by id (`io.modelcontextprotocol/ui`), each with its settings. Clients
   * see them from 2025-11-25; what a client speaks is in `ctx.client.capabilities.extensions`.
   * (basic, "Extensions", 2026-07-28)
   */
  readonly extensions?: { readonly [id: string]: JsonObject };
  /** Wraps the handling of every request, outermost first. */
  readonly middleware?: readonly Middleware[];
  /**
   * Whether arguments of tools that came as strings are read as what the schema asks for: `"5"`, `"true"`, `"[1,2]"`,
   * and null for what may be left out as nothing. Some hosts send them so. Default false.
   */
  readonly coerceArguments?: boolean;
  /** Whether `ctx.log` reaches clients. Default true. */
  readonly logging?: boolean;
  /** Entries per page of a list. Default 250: some clients read the first page only. */
  readonly pageSize?: number;
  /** Cache hint of the lists. Default: one hour for fixed lists, none for live ones. */
  readonly cache?: CacheHint;
  /**
   * Limits of each connection, and over HTTP of each session and of each client whose requests stand alone: counts, and
   * milliseconds for `stallMs`; `total` counts the running calls of all clients. Defaults are in docs/security.md.
   */
  readonly limits?: Partial<AdmissionLimits>;
  /** Milliseconds to wait for the client's answer to a question in a session. Default five minutes: people are slow. */
  readonly askTimeoutMs?: number;
  /**
   * Secrets that seal the state of stateless requests between their rounds; the first seals, all open. Default: a
   * random one per process. Several processes behind one address need common ones.
   */
  readonly stateSecrets?: readonly string[];
  /** Milliseconds that sealed state is good for. Default ten minutes. */
  readonly stateTtlMs?: number;
  /** What the server shares with other processes that serve the same (docs/stores.md). Default: nothing. */
  readonly stores?: ServerStores;
  /** Takes reports for the operator. Default: warnings and errors go to stderr, one line of JSON each. */
  readonly report?: (report: Report) => void;
}

/** What a server shares with other processes. */
export interface ServerStores {
  /**
   * Carries changes of resources and lists to the clients of all processes. Leave it out when every process sees the
   * changes by itself, or clients get one notification from each.
   */
  readonly bus?: Bus;
  /** Remembers which sealed state was used (`atMostOnce`). Default: in memory. */
  readonly nonces?: NonceStore;
}

/** A server that can be served on any number of connections at once. */
export class McpServer {
  #options: ServerOptions;
  #engine: Engine;
  #book: SubscriptionBook;

  /** @throws {DefinitionError} when a part of the definition is not legal MCP. */
  constructor(options: ServerOptions) {
    const { engine, book } = createEngine(options);
    this.#options = options;
    this.#engine = engine;
    this.#book = book;
  }

  /**
   * Changes the definition, for programs that serve the servers of others, like a command line that adds middleware.
   * Connections that are open already keep the former one.
   *
   * @throws {DefinitionError} when a part of the new definition is not legal MCP.
   */
  redefine(change: (options: ServerOptions) => ServerOptions): void {
    const options = change(this.#options);
    const { engine, book } = createEngine(options);
    this.#options = options;
    this.#engine = engine;
    this.#book = book;
  }

  /** The name that the server goes by. */
  get name(): string {
    return this.#engine.info.name;
  }

  /** The version of the server. */
  get version(): string {
    return this.#engine.info.version;
  }

  /**
   * Opens a connection whose answers go to `channel`, one message or batch of JSON text per call. Feed it with
   * `peer.receive`, end it with `peer.drain` or `peer.close`. For authors of transports.
   */
  open(channel: Channel, options: OpenOptions = {}): Conversation {
    return new Conversation(this.#engine, channel, options);
  }

  /** The limits of each client. For authors of transports. */
  get limits(): AdmissionLimits {
    return this.#engine.limits;
  }

  /** The places for the calls of one client, for all its connections. For authors of transports. */
  createAdmission(): Admission {
    return this.#engine.createAdmission();
  }

  /**
   * Tells those who subscribed to a resource that it changed, with a bus in all processes (server/resources,
   * basic/patterns/subscriptions). Only resources that have a `watch` can be subscribed to; for one whose changes are
   * told this way it has nothing to do.
   */
  resourceUpdated(uri: string): void {
    this.#book.markUpdated(uri);
  }

  /** The arguments of a tool that HTTP headers repeat. For authors of transports. */
  paramHeaders(tool: unknown): readonly ParamHeader[] {
    return this.#engine.paramHeaders(tool);
  }

  /** The scopes that a caller needs for a request. For authors of transports. */
  requiredScopes(method: string, params: JsonObject): readonly string[] {
    return this.#engine.requiredScopes(method, params);
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

const DEFAULT_PAGE_SIZE = 250;
const FIVE_MINUTES = 300_000;
const TEN_MINUTES = 600_000;

function createEngine(options: ServerOptions): { engine: Engine; book: SubscriptionBook } {
  const { name, version, title, description, websiteUrl, icons, instructions } = options;
  const { pageSize = DEFAULT_PAGE_SIZE, logging: hasLogging = true, report = reportToStderr } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  if (typeof name !== 'string' || name === '') throw new DefinitionError('a server needs a name');
  if (typeof version !== 'string' || version === '')
    throw new DefinitionError(`server ${name} needs a version`);
  checkIcons(`server ${name}`, icons);
  checkExtensions(`server ${name}`, options.extensions);
  for (const [option, value] of Object.entries({ pageSize, ...limits })) checkCount(option, value);
  const { bus, nonces = new MemoryNonceStore() } = options.stores ?? {};
  const seal = new StateSeal(options.stateSecrets ?? [], options.stateTtlMs ?? TEN_MINUTES, nonces);
  const askSettings = { timeoutMs: options.askTimeoutMs ?? FIVE_MINUTES, seal };
  const { features, book } = createFeatures({
    tools: collect(options.tools, toolRegistry),
    resources: collect(options.resources, resourceRegistry),
    templates: collect(options.resourceTemplates, resourceTemplateRegistry),
    prompts: collect(options.prompts, promptRegistry),
    experimental: options.experimental,
    extensions: options.extensions,
    coercesArguments: options.coerceArguments ?? false,
    toolsOff: options.toolsOff ?? {},
    hasLogging,
    pageSize,
    cache: options.cache,
    bookSettings: {
      bus,
      topic: `mcp/changes/${name}`,
      onError: (message, error) => report({ level: 'error', message, error }),
    },
  });
  const engine = new Engine({
    info: defined({ name, version, title, description, websiteUrl, icons }),
    instructions,
    features,
    parts: {
      progress: createProgress,
      log: hasLogging ? sendLog : () => {},
      questions: (request) => createQuestions(request, askSettings),
    },
    middleware: options.middleware ?? [],
    limits,
    report: (entry) => report(entry),
  });
  return { engine, book };
}

function checkCount(option: string, value: number): void {
  if (Number.isSafeInteger(value) && value > 0) return;
  throw new DefinitionError(`${option} must be a positive integer, not ${String(value)}`);
}

function collect<T, P>(
  items: readonly T[] | Registry<T, P> | undefined,
  toRegistry: (items: Iterable<T>) => Registry<T, P>,
): Collection<Registry<T, P>> | undefined {
  if (items === undefined) return undefined;
  return items instanceof Registry
    ? { registry: items, isLive: true }
    : { registry: toRegistry(items), isLive: false };
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
