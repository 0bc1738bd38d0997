// What authors see of a request: the context of a handler, and the request of a middleware. Nothing internal is reachable.
import type { Ask, Client, ClientSession, Context } from '../define/context.ts';
import type { MiddlewareRequest } from '../define/middleware.ts';
import type { Caller, RequestHeaders } from '../jsonrpc/channel.ts';
import type { JsonObject } from '../jsonrpc/json.ts';
import type { RequestId } from '../jsonrpc/message.ts';
import type { Call } from '../jsonrpc/peer.ts';
import type { ClientFeature } from '../protocol/capabilities.ts';
import type { Revision } from '../protocol/revisions.ts';
import { requireScopes } from '../protocol/scopes.ts';
import type { ClientCapabilities, Implementation, LogLevel } from '../protocol/types.ts';
import type { Host, Questions } from './host.ts';
import type { Session } from './session.ts';

const DEFAULT_RETRY_MS = 1000;

/** What they need of a request. */
export interface Handled {
  readonly call: Call;
  readonly host: Host;
  readonly session: Session | undefined;
  readonly revision: Revision;
  readonly params: JsonObject;
  readonly meta: JsonObject;
  readonly caller: Caller | undefined;
  readonly ctx: Context;
  readonly client: Client;
  readonly questions: Questions;
  reportProgress(progress: number, total: number | undefined, message: string | undefined): void;
  log(level: LogLevel, data: unknown, logger: string | undefined): void;
  onAsking(listener: (isAsking: boolean) => void): void;
}

/** The context of one request. */
export class HandlerContext implements Context {
  readonly #request: Handled;

  constructor(request: Handled) {
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

/** The client of one request. */
export class RequestClient implements Client {
  readonly info: Implementation | undefined;
  readonly capabilities: ClientCapabilities;
  readonly #supports: (feature: ClientFeature) => boolean;

  constructor(
    { info, capabilities }: Pick<Client, 'info' | 'capabilities'>,
    supports: (feature: ClientFeature) => boolean,
  ) {
    this.info = info;
    this.capabilities = capabilities;
    this.#supports = supports;
  }

  supports(feature: ClientFeature): boolean {
    return this.#supports(feature);
  }
}

/** One request as middleware sees it. */
export class InterceptedRequest implements MiddlewareRequest {
  readonly #request: Handled;

  constructor(request: Handled) {
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

// W3C trace context in `_meta` (2026-07-28, basic, "Trace context"): read only when well-formed.
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const MAX_LENGTH = 8192;

/** The trace context of a request's `_meta`. Malformed parts are left out; without `traceparent` there is no `tracestate`. */
export function readTrace(meta: JsonObject): Context['trace'] {
  const { traceparent, tracestate, baggage } = meta;
  const parent = typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? { traceparent } : {};
  const state = 'traceparent' in parent && isShort(tracestate) ? { tracestate } : {};
  return { ...parent, ...state, ...(isShort(baggage) ? { baggage } : {}) };
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_LENGTH;
}
