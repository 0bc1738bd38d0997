// Request: one request being handled, with everything that the engine knows about it. Authors see a context,
// middleware an intercepted request, extensions the interface `ExtensionRequest`.
import type { Ask, Client, ClientSession, Context } from '../define/context.ts';
import type { AroundQuestion } from '../define/question.ts';
import type { Caller, RequestHeaders } from '../jsonrpc/channel.ts';
import { isObject, type JsonObject } from '../jsonrpc/json.ts';
import type { RequestId } from '../jsonrpc/message.ts';
import type { Call } from '../jsonrpc/call.ts';
import { supports, type ClientFeature } from '../protocol/capabilities.ts';
import { readTrace } from '../protocol/meta.ts';
import type { MethodRow } from '../protocol/methods.ts';
import type { Revision } from '../protocol/revisions.ts';
import { requireScopes } from '../protocol/scopes.ts';
import type { ClientCapabilities, Implementation, LogLevel } from '../protocol/types.ts';
import type { ShapeName, Wire } from '../protocol/wire/shapes.ts';
import type { Execution } from './execution.ts';
import type { Connection, ExtensionRequest } from './extension-request.ts';
import type { Host, ProgressReporter, RequestParts } from './host.ts';
import { checkKey, mayBeLeft, Questions, type Asking, type Rounds } from './questions.ts';
import type { RequestClient } from './request-client.ts';
import type { Session } from './session.ts';
import { Waiting } from './waiting.ts';

const NO_PARAMS: JsonObject = Object.freeze({});
const PLAIN: AroundQuestion = (question, ask) => ask(question);

/** What a request is made of. */
interface RequestOrigin {
  readonly row: MethodRow;
  readonly wire: Wire;
  readonly host: Host;
  readonly parts: RequestParts<ServerRequest>;
  readonly client: RequestClient;
  /** How it asks. Default: as its era does. */
  readonly rounds?: Rounds<ServerRequest>;
  readonly isInside?: true;
}

/** One request being handled. */
export class ServerRequest implements RequestClient, ExtensionRequest, Asking {
  /** The message that brought it. */
  readonly call: Call;
  /** The call, unless an extension runs the handler on another execution. */
  readonly execution: Execution;
  /** What the protocol says about its method. */
  readonly row: MethodRow;
  readonly host: Host;
  readonly session: Session | undefined;
  readonly info: Implementation | undefined;
  readonly capabilities: ClientCapabilities;
  /** What middleware put around its questions. */
  aroundQuestion: AroundQuestion = PLAIN;
  readonly #origin: RequestOrigin;
  #wire: Wire;
  #ctx: Context | undefined;
  #ask: Ask | undefined;
  #client: Client | undefined;
  #progress: ProgressReporter | undefined;
  #rounds: Rounds<ServerRequest> | undefined;
  #questions: RequestQuestions | undefined;
  #waiting: Waiting | undefined;

  constructor(call: Call, origin: RequestOrigin, execution: Execution = call) {
    this.call = call;
    this.execution = execution;
    this.#origin = origin;
    this.#wire = origin.wire;
    this.#rounds = origin.rounds;
    this.row = origin.row;
    this.host = origin.host;
    this.session = origin.client.session;
    this.info = origin.client.info;
    this.capabilities = origin.client.capabilities;
  }

  /** Returns the same request for another execution. */
  on(execution: Execution): ServerRequest {
    return new ServerRequest(this.call, { ...this.#origin, rounds: this.rounds }, execution);
  }

  /** Whether another request, which asks for it, gets its result. */
  get isInside(): boolean {
    return this.#origin.isInside === true;
  }

  /** A request that is made on its behalf. */
  inside(call: Call, row: MethodRow, rounds: Rounds<ServerRequest>): ServerRequest {
    return new ServerRequest(call, { ...this.#origin, wire: this.#wire, row, rounds, isInside: true });
  }

  /** What the author's code gets. */
  get ctx(): Context {
    return (this.#ctx ??= new HandlerContext(this));
  }

  get client(): Client {
    const { info, capabilities } = this;
    return (this.#client ??= { info, capabilities, supports: (feature) => this.supports(feature) });
  }

  get method(): string {
    return this.call.method;
  }

  get params(): JsonObject {
    return this.call.params ?? NO_PARAMS;
  }

  /** As it is now: a session's level may change while the request runs. */
  get logRank(): number | undefined {
    return this.session?.logRank ?? this.#origin.client.logRank;
  }

  /** Converts results and errors to the request's revision. */
  get wire(): Wire {
    return this.#wire;
  }

  get revision(): Revision {
    return this.#wire.revision;
  }

  get caller(): Caller | undefined {
    return this.call.channel.caller;
  }

  /** The request's `_meta`, as it came. */
  get meta(): JsonObject {
    const meta = this.call.params?.['_meta'];
    return isObject(meta) ? meta : {};
  }

  get connection(): Connection {
    return this.host;
  }

  get settled(): boolean {
    return this.execution.settled;
  }

  /** How its era asks: the same for all runs of the request. */
  get rounds(): Rounds<ServerRequest> {
    return (this.#rounds ??= this.#origin.parts.rounds(this));
  }

  get questions(): RequestQuestions {
    return (this.#questions ??= new Questions(this, this.rounds));
  }

  /** See `Context.once`. */
  once<T>(key: string, fn: () => T | Promise<T>): Promise<T> {
    return mayBeLeft(this.questions.once(checkKey(key), fn));
  }

  /** What authors ask with. */
  get ask(): Ask {
    return (this.#ask ??= this.#origin.parts.ask(this.questions));
  }

  /**
   * Spells what follows in another revision: `initialize` has settled it, and its result is the first message in it.
   */
  settleRevision(revision: Revision): void {
    this.#wire = this.host.wire(revision);
  }

  /** Whether its handler waits for answers of the client. */
  get waiting(): Waiting {
    return (this.#waiting ??= new Waiting());
  }

  supports(feature: ClientFeature): boolean {
    return supports(this, feature);
  }

  reportProgress(progress: number, total: number | undefined, message: string | undefined): void {
    if (this.execution.progress !== undefined) return this.execution.progress(progress, total, message);
    this.#progress ??= this.#origin.parts.progress(this);
    this.#progress.report(progress, total, message);
  }

  log(level: LogLevel, data: unknown, logger: string | undefined): void {
    this.#origin.parts.log(this, level, data, logger);
  }

  /**
   * For definitions that run at most once for each answer of the client: to be called before the author's code.
   * Rejects with −32602 when the state was used before.
   */
  async consumeState(): Promise<void> {
    await this.rounds.consumeState?.();
  }

  /** Sends a notification that belongs to this request, unless it is finished. */
  notify(method: string, params: JsonObject, shape?: ShapeName): void {
    if (this.settled) return;
    this.execution.notify(method, shape === undefined ? params : this.wire.params(shape, params));
  }

  /** To be called when the handler is done: lets held progress out, and says what to ask the client, if anything. */
  finish(): Promise<JsonObject> | undefined {
    this.#progress?.flush();
    return this.unanswered();
  }

  /** The result that asks the client, when there are unanswered questions; else undefined. */
  unanswered(): Promise<JsonObject> | undefined {
    return this.#rounds?.unanswered?.();
  }

  /** How long the answer should wait after progress, if it should. */
  pause(): Promise<void> | undefined {
    return this.#progress?.pause();
  }
}

/** The questions of one run. */
export type RequestQuestions = Questions<ServerRequest>;

const DEFAULT_RETRY_MS = 1000;

/**
 * The engine's view of a request that an extension has.
 *
 * @throws {TypeError} for an object that the engine did not make.
 */
export function toServerRequest(request: ExtensionRequest): ServerRequest {
  if (request instanceof ServerRequest) return request;
  throw new TypeError('this is not a request that the server gave to an extension');
}

/** The context of one request. */
class HandlerContext implements Context {
  readonly #request: ServerRequest;

  constructor(request: ServerRequest) {
    this.#request = request;
  }

  get signal(): AbortSignal {
    return this.#request.execution.signal;
  }

  get requestId(): RequestId {
    return this.#request.call.id;
  }

  get revision(): Revision {
    return this.#request.revision;
  }

  get client(): Client {
    return this.#request.client;
  }

  get caller(): Caller | undefined {
    return this.#request.caller;
  }

  get headers(): RequestHeaders | undefined {
    return this.#request.call.channel.headers;
  }

  get session(): ClientSession | undefined {
    return this.#request.session?.handle;
  }

  get _meta(): JsonObject {
    return this.#request.meta;
  }

  get trace(): Context['trace'] {
    return readTrace(this.#request.meta);
  }

  get ask(): Ask {
    return this.#request.ask;
  }

  requireScopes(...scopes: string[]): void {
    requireScopes(this.caller, scopes);
  }

  progress(progress: number, total?: number, message?: string): void {
    this.#request.reportProgress(progress, total, message);
  }

  log(level: LogLevel, data: unknown, logger?: string): void {
    this.#request.log(level, data, logger);
  }

  disconnect(retryMs: number = DEFAULT_RETRY_MS): void {
    const { call } = this.#request;
    if (!call.settled) call.channel.disconnect?.(retryMs);
  }

  once<T>(key: string, fn: () => T | Promise<T>): Promise<T> {
    return this.#request.once(key, fn);
  }
}
