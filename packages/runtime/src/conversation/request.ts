// Request: one request being handled, with everything that the engine knows about it. Authors see it as `Context`.
import type { Ask, Client, Context } from '../define/context.ts';
import type { MiddlewareRequest } from '../define/middleware.ts';
import type { Caller, RequestHeaders } from '../jsonrpc/channel.ts';
import { isObject, type JsonObject } from '../jsonrpc/json.ts';
import { writeNotification, type RequestId } from '../jsonrpc/message.ts';
import type { Call } from '../jsonrpc/peer.ts';
import { supports, type ClientFeature } from '../protocol/capabilities.ts';
import type { Revision } from '../protocol/revisions.ts';
import { requireScopes } from '../protocol/scopes.ts';
import type { ClientCapabilities, Implementation, LogLevel } from '../protocol/types.ts';
import type { ShapeName } from '../protocol/wire/shapes.ts';
import type { Wire } from '../protocol/wire/wire.ts';
import type { Conversation } from './conversation.ts';
import type { Session } from './session.ts';
import { readTrace } from './trace.ts';

/** What the progress feature keeps for one request. */
export interface ProgressReporter {
  report(progress: number, total: number | undefined, message: string | undefined): void;
  /** Sends what was held back. Called before the answer. */
  flush(): void;
  /** How long the answer should wait, if it should. */
  pause(): Promise<void> | undefined;
}

/** What the multi-round-trip feature keeps for one request. */
export interface Questions extends Ask {
  once<T>(key: string, fn: () => T | Promise<T>): Promise<T>;
  /** Reads and checks the answers that a retry brings. Rejects with −32602 when they are malformed or not ours. */
  resume(): Promise<void>;
  /** Uses up the state that a retry brings. Rejects with −32602 when it was used before. */
  spend(): Promise<void>;
  /** The result that asks the client, when there are unanswered questions; else undefined. */
  unanswered(): Promise<JsonObject> | undefined;
}

/** The parts of a request that features provide, made on first use. */
export interface RequestParts {
  progress(request: Request): ProgressReporter;
  log(request: Request, level: LogLevel, data: unknown, logger: string | undefined): void;
  questions(request: Request): Questions;
}

const DEFAULT_RETRY_MS = 1000;

const NO_PARAMS: JsonObject = Object.freeze({});

/** Whether params bring answers to questions (2026-07-28, basic/patterns/mrtr). */
export function isRetry(params: JsonObject | undefined): boolean {
  return params !== undefined && ('requestState' in params || 'inputResponses' in params);
}

/** One request being handled. Middleware sees it as `MiddlewareRequest`. */
export class Request implements Context, Client, MiddlewareRequest {
  readonly call: Call;
  /** Replaced once, by `initialize`, when it has settled the revision. */
  wire: Wire;
  readonly conversation: Conversation;
  /** The session of a stateful request; undefined for a stateless one. */
  readonly session: Session | undefined;
  readonly info: Implementation | undefined;
  readonly capabilities: ClientCapabilities;
  /** Rank of the least severe log level that the client wants; undefined for none. */
  readonly logRank: number | undefined;
  readonly #parts: RequestParts;
  #progress: ProgressReporter | undefined;
  #questions: Questions | undefined;
  #open = 0;
  #onAsking: ((isAsking: boolean) => void)[] | undefined;

  constructor(
    call: Call,
    wire: Wire,
    conversation: Conversation,
    client: {
      session?: Session;
      info: Implementation | undefined;
      capabilities: ClientCapabilities;
      logRank: number | undefined;
    },
  ) {
    this.call = call;
    this.wire = wire;
    this.conversation = conversation;
    this.session = client.session;
    this.info = client.info;
    this.capabilities = client.capabilities;
    this.logRank = client.logRank;
    this.#parts = conversation.engine.parts;
  }

  get ctx(): Context {
    return this;
  }

  get method(): string {
    return this.call.method;
  }

  get params(): JsonObject {
    return this.call.params ?? NO_PARAMS;
  }

  get connection(): string | undefined {
    return this.conversation.channel.isSingleUse === true ? undefined : this.conversation.id;
  }

  get isCancelled(): boolean {
    return this.call.settled;
  }

  get signal(): AbortSignal {
    return this.call.signal;
  }

  get requestId(): RequestId {
    return this.call.id;
  }

  get revision(): Revision {
    return this.wire.revision;
  }

  get client(): Client {
    return this;
  }

  get caller(): Caller | undefined {
    return this.call.channel.caller;
  }

  get headers(): RequestHeaders | undefined {
    return this.call.channel.headers;
  }

  requireScopes(...scopes: string[]): void {
    requireScopes(this.caller, scopes);
  }

  get _meta(): JsonObject {
    const meta = this.call.params?.['_meta'];
    return isObject(meta) ? meta : {};
  }

  get trace(): Context['trace'] {
    return readTrace(this._meta);
  }

  get ask(): Questions {
    return (this.#questions ??= this.#parts.questions(this));
  }

  abort(reason: DOMException): void {
    this.call.abort(reason);
  }

  onAsking(listener: (isAsking: boolean) => void): void {
    (this.#onAsking ??= []).push(listener);
    if (this.#open > 0) listener(true);
  }

  /** Counts a question as open until its answer is there. */
  asking(answer: Promise<unknown>): void {
    if (this.#open++ === 0) this.#tellAsking(true);
    const closed = (): void => {
      if (--this.#open === 0) this.#tellAsking(false);
    };
    answer.then(closed, closed);
  }

  #tellAsking(isAsking: boolean): void {
    for (const listener of this.#onAsking ?? []) listener(isAsking);
  }

  supports(feature: ClientFeature): boolean {
    return supports(this, feature);
  }

  /** Whether the client knows the error that asks it to open URLs first (2025-11-25). */
  get knowsUrlError(): boolean {
    return this.session !== undefined && this.supports('elicitation.url');
  }

  progress(progress: number, total?: number, message?: string): void {
    this.#progress ??= this.#parts.progress(this);
    this.#progress.report(progress, total, message);
  }

  log(level: LogLevel, data: unknown, logger?: string): void {
    this.#parts.log(this, level, data, logger);
  }

  disconnect(retryMs = DEFAULT_RETRY_MS): void {
    if (!this.call.settled) this.call.channel.disconnect?.(retryMs);
  }

  once<T>(key: string, fn: () => T | Promise<T>): Promise<T> {
    return this.ask.once(key, fn);
  }

  /**
   * For definitions that run at most once for each answer of the client: to be called before the author's code.
   * Undefined when there is nothing to use up; rejects with −32602 when the state was used before.
   */
  spend(): Promise<void> | undefined {
    return this.session === undefined && isRetry(this.call.params) ? this.ask.spend() : undefined;
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
