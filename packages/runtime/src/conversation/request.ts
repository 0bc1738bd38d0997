// Request: one request being handled, with everything that the engine knows about it. Authors and middleware see only what
// is made for them: a context, and an intercepted request. Nothing internal is reachable from these.
import type { Ask, Client, ClientSession, Context } from '../define/context.ts';
import type { MiddlewareRequest } from '../define/middleware.ts';
import type { Caller, RequestHeaders } from '../jsonrpc/channel.ts';
import { isObject, type JsonObject } from '../jsonrpc/json.ts';
import { writeNotification, type RequestId } from '../jsonrpc/message.ts';
import type { Call } from '../jsonrpc/peer.ts';
import { supports, type ClientFeature } from '../protocol/capabilities.ts';
import { readTrace } from '../protocol/meta.ts';
import type { Revision } from '../protocol/revisions.ts';
import { requireScopes } from '../protocol/scopes.ts';
import type { ClientCapabilities, Implementation, LogLevel } from '../protocol/types.ts';
import type { ShapeName, Wire } from '../protocol/wire/shapes.ts';
import type { Host, ProgressReporter, Questions, RequestParts } from './host.ts';
import type { Session } from './session.ts';

/** What is known of the client of a request. */
export interface RequestClientInfo {
  /** Undefined for a stateless request. */
  readonly session: Session | undefined;
  readonly info: Implementation | undefined;
  readonly capabilities: ClientCapabilities;
  /** Rank of the least severe log level that the client wants; undefined for none. */
  readonly logRank: number | undefined;
}

const NO_PARAMS: JsonObject = Object.freeze({});

/** Whether params bring answers to questions (2026-07-28, basic/patterns/mrtr). */
export function isRetry(params: JsonObject | undefined): boolean {
  return params !== undefined && ('requestState' in params || 'inputResponses' in params);
}

/** One request being handled. */
export class Request implements RequestClientInfo {
  readonly call: Call;
  readonly host: Host;
  readonly session: Session | undefined;
  readonly info: Implementation | undefined;
  readonly capabilities: ClientCapabilities;
  readonly #parts: RequestParts<Request>;
  readonly #logRank: number | undefined;
  #wire: Wire;
  #ctx: Context | undefined;
  #client: Client | undefined;
  #progress: ProgressReporter | undefined;
  #questions: Questions | undefined;
  #open = 0;
  #onAsking: ((isAsking: boolean) => void)[] | undefined;

  constructor(
    call: Call,
    wire: Wire,
    of: { host: Host; parts: RequestParts<Request>; client: RequestClientInfo },
  ) {
    this.call = call;
    this.#wire = wire;
    this.host = of.host;
    this.#parts = of.parts;
    this.session = of.client.session;
    this.info = of.client.info;
    this.capabilities = of.client.capabilities;
    this.#logRank = of.client.logRank;
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
    return this.session?.logRank ?? this.#logRank;
  }

  /** How the request's revision spells what is sent for it. */
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

  get questions(): Questions {
    return (this.#questions ??= this.#parts.questions(this));
  }

  /** Spells what follows in another revision: `initialize` has settled it, and its result is the first message in it. */
  settleRevision(revision: Revision): void {
    this.#wire = this.host.wire(revision);
  }

  /** Calls `listener` when the handler begins to wait for an answer of the client (true), and when it no longer waits. */
  onAsking(listener: (isAsking: boolean) => void): void {
    (this.#onAsking ??= []).push(listener);
    if (this.#open > 0) listener(true);
  }

  /** Counts a question as open until its answer is there. */
  asking(answer: Promise<unknown>): void {
    if (this.#open++ === 0) this.#notifyAsking(true);
    const closed = (): void => {
      if (--this.#open === 0) this.#notifyAsking(false);
    };
    answer.then(closed, closed);
  }

  #notifyAsking(isAsking: boolean): void {
    for (const listener of this.#onAsking ?? []) listener(isAsking);
  }

  supports(feature: ClientFeature): boolean {
    return supports(this, feature);
  }

  reportProgress(progress: number, total: number | undefined, message: string | undefined): void {
    this.#progress ??= this.#parts.progress(this);
    this.#progress.report(progress, total, message);
  }

  log(level: LogLevel, data: unknown, logger: string | undefined): void {
    this.#parts.log(this, level, data, logger);
  }

  /**
   * For definitions that run at most once for each answer of the client: to be called before the author's code.
   * Undefined when there is nothing to use up; rejects with −32602 when the state was used before.
   */
  consumeState(): Promise<void> | undefined {
    return isRetry(this.call.params) ? this.questions.consumeState() : undefined;
  }

  /** Sends a notification that belongs to this request, unless it is finished. */
  notify(method: string, params: JsonObject, shape?: ShapeName): void {
    if (this.call.settled) return;
    this.call.channel.send(
      writeNotification(method, shape === undefined ? params : this.wire.params(shape, params)),
    );
  }

  /** To be called when the handler is done: lets held progress out, and says what to ask the client, if anything. */
  finish(): Promise<JsonObject> | undefined {
    this.#progress?.flush();
    return this.#questions?.unanswered();
  }

  /** How long the answer should wait after progress, if it should. */
  pause(): Promise<void> | undefined {
    return this.#progress?.pause();
  }
}

const DEFAULT_RETRY_MS = 1000;

/** The context of one request. */
class HandlerContext implements Context {
  readonly #request: Request;

  constructor(request: Request) {
    this.#request = request;
  }

  get signal(): AbortSignal {
    return this.#request.call.signal;
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
    return this.#request.questions.ask;
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
    return this.#request.questions.once(key, fn);
  }
}

/** One request as middleware sees it. */
export class InterceptedRequest implements MiddlewareRequest {
  readonly #request: Request;

  constructor(request: Request) {
    this.#request = request;
  }

  get method(): string {
    return this.#request.call.method;
  }

  get params(): JsonObject {
    return this.#request.params;
  }

  get ctx(): Context {
    return this.#request.ctx;
  }

  get connection(): string | undefined {
    const { id, channel } = this.#request.host;
    return channel.isSingleUse === true ? undefined : id;
  }

  get isCancelled(): boolean {
    return this.#request.call.settled;
  }

  abort(reason: DOMException): void {
    this.#request.call.abort(reason);
  }

  onAsking(listener: (isAsking: boolean) => void): void {
    this.#request.onAsking(listener);
  }
}
