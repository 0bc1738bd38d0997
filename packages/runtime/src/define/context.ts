// Context: what a handler may know and do while it answers one request.
import type { Caller, RequestHeaders } from '../jsonrpc/channel.ts';
import type { JsonObject } from '../jsonrpc/json.ts';
import type { RequestId } from '../jsonrpc/message.ts';
import type { ClientFeature } from '../protocol/capabilities.ts';
import type { TraceContext } from '../protocol/meta.ts';
import type { Revision } from '../protocol/revisions.ts';
import type {
  ClientCapabilities,
  Implementation,
  LogLevel,
  Root,
  SamplingRequest,
  SamplingResult,
} from '../protocol/types.ts';
import type { Infer, Schema } from '../schema/schema.ts';
import type { Question } from './question.ts';

/** The second argument of every handler. Valid until the handler settles. */
export interface Context {
  /** Aborts when the client cancels the request or goes away. Stop work and free what you hold. */
  readonly signal: AbortSignal;
  /** The JSON-RPC id of the request. */
  readonly requestId: RequestId;
  /** The protocol revision of the request. */
  readonly revision: Revision;
  /** The client that asks, and what the server can ask it. */
  readonly client: Client;
  /** The authenticated sender of the request, over HTTP with authorization. (basic/authorization) */
  readonly caller: Caller | undefined;
  /**
   * Checks that the caller has all of these scopes, for what only the arguments tell; `scopes` of a definition are
   * checked before. Call it before you act. Without a caller there is nothing to check. (basic/authorization)
   *
   * @throws {InsufficientScopeError} when one is missing. Let it pass: the client may ask its user for more.
   */
  requireScopes(...scopes: string[]): void;
  /**
   * The headers of the HTTP request that brought this one; undefined over stdio. Trust nothing in them but what your
   * own proxy sets.
   */
  readonly headers: RequestHeaders | undefined;
  /**
   * The session of the request (up to 2025-11-25): the same object for all its requests. Undefined for stateless
   * requests. See `sessionState`. (basic/lifecycle)
   */
  readonly session: ClientSession | undefined;
  /** The request's `_meta`, as it came. Trust nothing in it. */
  readonly _meta: JsonObject;
  /** W3C trace context of the request (2026-07-28, basic, "Trace context"), each only when well-formed. */
  readonly trace: TraceContext;
  /** Questions to the client and its user. */
  readonly ask: Ask;

  /**
   * Reports progress: `progress` must grow, `total` is in the same unit. Nothing is sent when the client did not ask
   * for progress, the value did not grow, or the request is finished. Bursts are thinned out. The last value is always
   * sent. In 2024-11-05 there is no `message`. (basic/utilities/progress)
   */
  progress(progress: number, total?: number, message?: string): void;

  /** Sends a log message, if the client wants this level. No secrets, no personal data. (server/utilities/logging) */
  log(level: LogLevel, data: unknown, logger?: string): void;

  /**
   * Closes the connection of this request before its answer; the client comes back for it, after `retryMs`
   * (default 1000). Only where the client can: sessions of 2025-11-25 over HTTP. Elsewhere it does nothing.
   * (basic/transports, "Sending Messages to the Server")
   */
  disconnect(retryMs?: number): void;

  /**
   * Runs `fn` once for this request, even when the handler is run again after a question (see `ask`). Its result must
   * be JSON or nothing; it is kept, sealed, with the next question. Await it before you ask: what is not there when
   * the handler stops is lost. Use it for what is slow, or for an id that makes an action safe to repeat: the client
   * can send the same sealed state again.
   *
   * @throws {TypeError} for a key that is not 1 to 64 letters, digits, `_`, `.`, `-`, beginning with a letter.
   */
  once<T>(key: string, fn: () => T | Promise<T>): Promise<T>;
}

/** One session of a client, from `initialize` to its end. */
export interface ClientSession {
  /** `Mcp-Session-Id` over HTTP; undefined over stdio, where the connection is the session. */
  readonly id: string | undefined;
  /** Calls `listener` when the session is over; at once when it is over already. What it throws is reported. */
  onClose(listener: () => void): void;
  /**
   * Sends a log message that belongs to no request, if the client wants this level; nothing when the session is over.
   * Over HTTP it comes on the stream that the client opened for such messages. (server/utilities/logging, up to
   * 2025-11-25)
   */
  log(level: LogLevel, data: unknown, logger?: string): void;
}

/** The client of a request. */
export interface Client {
  /** Name and version, if it gave them. Never decide anything on them. */
  readonly info: Implementation | undefined;
  /** As the client declared them: at `initialize`, or in this request. */
  readonly capabilities: ClientCapabilities;
  /** Tells whether the client can be asked this, by capability and revision. */
  supports(feature: ClientFeature): boolean;
}

/** What the user did with a form (client/elicitation, "Response Actions"). `content` fits the schema that was asked. */
export type ElicitResult<T> = { action: 'accept'; content: T } | { action: 'decline' } | { action: 'cancel' };

/** How long to wait for an answer. */
export interface QuestionOptions {
  /** Milliseconds, in sessions. Default: the server's `askTimeoutMs`. Stateless requests never wait. */
  readonly timeoutMs?: number;
}

/** A form for the user: a flat object schema of strings, numbers, booleans and choices. */
export interface Form<S extends Schema> extends QuestionOptions {
  readonly message: string;
  readonly schema: S & FlatForm<S>;
}

// An object among the fields is an error here already: clients could not show it.
type FlatForm<S> = S extends { readonly properties: infer P }
  ? {
      readonly properties: {
        readonly [K in keyof P]: P[K] extends { readonly type: 'object' } ? NoField : unknown;
      };
    }
  : unknown;

type NoField = 'a form has strings, numbers, booleans and choices, no objects';

/** A web page for the user. `https:`, or `http:` on this machine. */
export interface Visit extends QuestionOptions {
  readonly message: string;
  readonly url: string;
  /** Settles when the user has finished on the page. Sent only in sessions. */
  readonly completed?: Promise<unknown>;
}

/**
 * Questions to the client. In revisions up to 2025-11-25 they are sent while the handler waits. In 2026-07-28 the
 * handler is stopped by an exception, the client gets the question as the result, and the handler runs again from its
 * start when the answer is there. So: ask before you act, use `ctx.once` for what must not happen twice, give each
 * question its own key, and let the exception pass.
 *
 * All methods reject with `MissingCapabilityError` when the client can't be asked (see `client.supports`), and with
 * `AskError` when it answers with an error or not in time. An answer that does not fit the question is an `AskError` in
 * sessions and −32602 to the client in 2026-07-28. Keys are like those of `ctx.once`.
 */
export interface Ask {
  /**
   * Asks the user to agree to an act. `message` says what would be done and what could be lost, with all that a
   * stranger put into it visible. To accept is to agree, unless the form's optional `agree` is false. A client that
   * cannot ask has not agreed. (client/elicitation, from 2025-06-18)
   */
  agree(key: string, message: string): Promise<Agreement>;
  /**
   * Asks the user to fill in a form. Never ask for secrets. (client/elicitation, from 2025-06-18)
   *
   * @throws {TypeError} when the schema is not a flat object of primitives.
   */
  elicit<const S extends Schema>(key: string, question: Form<S>): Promise<ElicitResult<Infer<S>>>;
  /**
   * Sends the user to a web page. `accept` means that the user agreed to go there, not that anything is done;
   * `completed` may say when it is, and the server notifies older clients. (client/elicitation, "URL Mode", from
   * 2025-11-25)
   *
   * @throws {TypeError} when the URL is not `https:`.
   */
  elicitUrl(key: string, question: Visit): Promise<{ action: 'accept' | 'decline' | 'cancel' }>;
  /**
   * Asks the client's model. (client/sampling; deprecated in 2026-07-28)
   *
   * @throws {TypeError} when tool uses and tool results do not match, or a priority is not from 0 to 1.
   */
  sample(key: string, request: SamplingRequest, options?: QuestionOptions): Promise<SamplingResult>;
  /**
   * The client's roots: `file:` URIs only. Sessions keep them until the client says that they changed, and wait ten
   * seconds at most for them; a stateless request asks once. (client/roots; deprecated in 2026-07-28)
   */
  roots(): Promise<readonly Root[]>;
  /**
   * Asks a question that an extension defines, which the client must have declared (see `requireExtension`). Nothing
   * checks the answer.
   */
  raw(key: string, question: Question): Promise<JsonObject>;
}

/**
 * State of your own for each session. The returned function gives the state of a request's session, which `create`
 * makes at its first use; undefined for a stateless request (2026-07-28), which has no session. When the session ends
 * it is gone, and `dispose` is called with it.
 *
 * @example
 * const seen = sessionState(() => new Set<string>());
 * const visit = defineTool({
 *   name: 'visit',
 *   inputSchema: { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] },
 *   run: ({ place }, ctx) => `Visited: ${[...(seen(ctx)?.add(place) ?? [place])].join(', ')}.`,
 * });
 */
export function sessionState<T>(
  create: () => T,
  dispose?: (state: T) => void,
): (ctx: Context) => T | undefined {
  const states = new WeakMap<object, { readonly value: T }>();
  return ({ session }) => {
    if (session === undefined) return undefined;
    const known = states.get(session);
    if (known !== undefined) return known.value;
    const value = create();
    states.set(session, { value });
    if (dispose !== undefined) session.onClose(() => dispose(value));
    return value;
  };
}

/** What came of it. When they did not agree, `why` is a sentence for the model, and `hint` says what to do now. */
export type Agreement =
  | { readonly agreed: true }
  | { readonly agreed: false; readonly why: string; readonly hint: string };
