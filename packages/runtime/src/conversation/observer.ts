// Observer: tells the operator of every request and of the sessions, for traces and metrics (`observe` of a server).
import type { ErrorObject } from '../jsonrpc/error.ts';
import type { Call } from '../jsonrpc/call.ts';
import type { CallWatcher } from '../jsonrpc/peer.ts';
import { META } from '../protocol/meta.ts';
import { isObject } from '../jsonrpc/json.ts';
import type { LegacyRevision } from '../protocol/revisions.ts';
import type { Implementation } from '../protocol/types.ts';
import type { Session } from './session.ts';

/** A finished request, whether the author, the protocol checks or a limit answered it. */
export interface RequestEvent {
  readonly type: 'request';
  /** A method of MCP or of an extension; undefined for others, and for what is not a readable request. */
  readonly method: string | undefined;
  /** The tool, the prompt or the URI of a fixed resource; undefined unless the server has it. */
  readonly name: string | undefined;
  /** The revision of the request or of its session; undefined if it does not exist. */
  readonly revision: string | undefined;
  /** `failed` is a result with `isError`, `refused` an HTTP status, `cancelled` has no answer. */
  readonly outcome: 'ok' | 'failed' | 'error' | 'refused' | 'cancelled';
  /** The code of the error, where there is one. */
  readonly code: number | undefined;
  /** The HTTP status of what was refused. */
  readonly status?: number;
  /** From arrival to answer, including the time in the queue and the time for answers of the client. */
  readonly durationMs: number;
  /** The `traceparent` of the request, when the client gave one. */
  readonly trace: string | undefined;
  /** Names the connection: the same for all requests of a session. */
  readonly connection: string | undefined;
}

/** A session (up to 2025-11-25) that began with `initialize`, or ended with its connection. */
export interface SessionEvent {
  readonly type: 'session';
  readonly phase: 'begin' | 'end';
  readonly connection: string;
  readonly revision: LegacyRevision;
  readonly client: Implementation | undefined;
  /** Since it began; 0 when it begins. */
  readonly durationMs: number;
}

/** What `observe` of a server is given. */
export type ServerEvent = RequestEvent | SessionEvent;

/** Takes events. Must not throw. */
export type Observe = (event: ServerEvent) => void;

/** Watches the calls of one conversation. */
export class Observer implements CallWatcher {
  readonly #observe: Observe;
  readonly #connection: string;
  readonly #session: () => Session;
  readonly #began = new WeakMap<Call, number>();
  readonly #failed = new WeakSet<Call>();
  #sessionBegan: number | undefined;

  constructor(observe: Observe, connection: string, session: () => Session) {
    this.#observe = observe;
    this.#connection = connection;
    this.#session = session;
  }

  began(call: Call): void {
    this.#began.set(call, performance.now());
  }

  /** The result of a call says that it failed. */
  failed(call: Call): void {
    this.#failed.add(call);
  }

  settled(call: Call, end: ErrorObject | 'answered' | 'cancelled'): void {
    const { method, params = {} } = call;
    const meta = isObject(params['_meta']) ? params['_meta'] : {};
    const error = typeof end === 'object' ? end : undefined;
    const answered = this.#failed.has(call) ? 'failed' : 'ok';
    this.#emit({
      method,
      name: stringIn(params, 'name') ?? stringIn(params, 'uri'),
      revision: stringIn(meta, META.protocolVersion),
      outcome: error !== undefined ? 'error' : end === 'answered' ? answered : 'cancelled',
      code: error?.code,
      durationMs: performance.now() - (this.#began.get(call) ?? performance.now()),
      trace: stringIn(meta, 'traceparent'),
    });
    if (method === 'initialize' && end === 'answered') this.#begin();
  }

  refused({ code }: ErrorObject): void {
    const unknown = { method: undefined, name: undefined, revision: undefined, trace: undefined };
    this.#emit({ ...unknown, outcome: 'error', code, durationMs: 0 });
  }

  /** The connection is over. */
  end(): void {
    if (this.#sessionBegan === undefined) return;
    this.#emitSession('end', performance.now() - this.#sessionBegan);
  }

  #begin(): void {
    // `initialize` is answered once. Without a handle there are no sessions.
    if (this.#session().handle === undefined) return;
    this.#sessionBegan = performance.now();
    this.#emitSession('begin', 0);
  }

  #emit({ revision, ...event }: Omit<RequestEvent, 'type' | 'connection'>): void {
    const known = revision ?? this.#session().revision;
    this.#observe({ type: 'request', ...event, revision: known, connection: this.#connection });
  }

  #emitSession(phase: SessionEvent['phase'], durationMs: number): void {
    const { revision: settled, clientInfo: client } = this.#session();
    if (settled === undefined) return;
    const connection = this.#connection;
    this.#observe({ type: 'session', phase, connection, revision: settled, client, durationMs });
  }
}

function stringIn(object: { readonly [name: string]: unknown }, name: string): string | undefined {
  const value = object[name];
  return typeof value === 'string' ? value : undefined;
}
