// The requests of clients of earlier revisions (2025-03-26 to 2025-11-25, basic/transports): in sessions, or one at a time.
import type { RpcError } from '../../../jsonrpc/error.ts';
import { invalidRequest } from '../../../protocol/errors.ts';
import {
  BATCH_REVISION,
  can,
  isLegacy,
  LEGACY_REVISIONS,
  type LegacyRevision,
} from '../../../protocol/revisions.ts';
import type { Body } from '../body.ts';
import type { Exchange } from '../edge/exchange.ts';
import { corsHeaders } from '../entry/guard.ts';
import { HttpRefusal, notAllowed } from '../entry/refusal.ts';
import { accepts } from '../media-type.ts';
import type { HttpSettings } from '../settings.ts';
import type { StatelessRequests } from '../stateless/stateless.ts';
import type { HttpSession } from './http-session.ts';
import { Sessions } from './sessions.ts';

/** Finds the session of each request, and gives it the request. */
export class SessionRequests {
  readonly #settings: HttpSettings;
  readonly #sessions: Sessions;

  constructor(settings: HttpSettings) {
    this.#settings = settings;
    this.#sessions = new Sessions(settings);
  }

  /** Answers a POST. */
  accept(body: Body, exchange: Exchange): void | Promise<void> {
    checkAccept(exchange);
    if (body.opensSession) return this.#initialize(body, exchange);
    const session = this.#session(exchange);
    const isRefusedBatch = body.isBatch && !session.conversation.acceptsBatches();
    if (body.hasRequest || isRefusedBatch) return session.accept(body, exchange);
    session.conversation.peer.accept(body, session.stream);
    exchange.respond(202, corsHeaders(exchange));
  }

  /** Opens the stream of a session, or resumes one. */
  get(exchange: Exchange): void {
    if (!accepts(exchange.header('accept'), 'text/event-stream'))
      throw new HttpRefusal(406, 'the client must accept text/event-stream');
    const session = this.#session(exchange);
    const lastEventId = exchange.header('last-event-id');
    if (lastEventId === undefined) return session.listen(exchange);
    if (!session.resume(lastEventId, exchange))
      throw invalidRequest(
        'Last-Event-ID is not one of this session, or what came after it is not kept any more',
      );
  }

  /** Ends a session. */
  delete(exchange: Exchange): void {
    this.#sessions.end(this.#session(exchange), 'The client ended the session');
    exchange.respond(200, corsHeaders(exchange));
  }

  /** Answers what runs, for at most `drainMs`, and ends all sessions. */
  async close(drainMs: number): Promise<void> {
    return this.#sessions.close(drainMs);
  }

  #initialize(body: Body, exchange: Exchange): void | Promise<void> {
    const id = exchange.header('mcp-session-id');
    if (id !== undefined && this.#sessions.find(id, exchange.caller) === undefined) throw noSession();
    if (id !== undefined) throw invalidRequest('this session is initialized already');
    this.#settings.limiter.session(exchange);
    return this.#sessions.create(exchange).accept(body, exchange);
  }

  #session(exchange: Exchange): HttpSession {
    const id = exchange.header('mcp-session-id');
    if (id === undefined) throw invalidRequest('the header Mcp-Session-Id is missing; send initialize first');
    const session = this.#sessions.find(id, exchange.caller);
    if (session === undefined) throw noSession();
    checkVersion(exchange, session.conversation.session.revision);
    return session;
  }
}

function noSession(): HttpRefusal {
  return new HttpRefusal(404, 'there is no such session; send initialize again, without the id');
}

/** Requests of earlier revisions, one at a time. */
export class StandaloneRequests {
  readonly #stateless: StatelessRequests;

  constructor(stateless: StatelessRequests) {
    this.#stateless = stateless;
  }

  /** Answers a POST. Nothing is known of the client but the revision that its header names. */
  accept(body: Body, exchange: Exchange): void | Promise<void> {
    checkAccept(exchange);
    const version = exchange.header('mcp-protocol-version') ?? BATCH_REVISION;
    if (!body.opensSession && !isLegacy(version)) throw unknownVersion(version);
    if (!body.hasRequest) return exchange.respond(202, corsHeaders(exchange));
    // The handshake finds the revision out.
    const revision = body.opensSession || !isLegacy(version) ? undefined : version;
    return this.#stateless.serve(body, exchange, {
      begin: ({ session }) => session.standAlone(revision),
    });
  }

  get({ method }: Exchange): never {
    throw notAllowed(method);
  }

  delete({ method }: Exchange): never {
    throw notAllowed(method);
  }

  /** There is nothing to end: the requests are those of `StatelessRequests`. */
  async close(): Promise<void> {}
}

/** @throws {HttpRefusal} 406 when the client takes nothing that can be sent. */
function checkAccept(exchange: Exchange): void {
  const accept = exchange.header('accept');
  if (!accepts(accept, 'application/json') && !accepts(accept, 'text/event-stream'))
    throw new HttpRefusal(406, 'the client must accept application/json or text/event-stream');
}

/** @throws {RpcError} −32600 when the version in the header is not served, or is not the session's. */
function checkVersion(exchange: Exchange, revision: LegacyRevision | undefined): void {
  const version = exchange.header('mcp-protocol-version')?.trim();
  if (version === undefined) return;
  if (!isLegacy(version)) throw unknownVersion(version);
  // A session of 2025-03-26 knows no such header.
  if (revision === undefined || !can(revision, 'versionHeader') || version === revision) return;
  throw invalidRequest(
    `the header MCP-Protocol-Version says ${version}, the session was initialized with ${revision}`,
  );
}

/** The refusal of a version that is not served, with those that are. */
function unknownVersion(requested: string): RpcError {
  const data = { supported: [...LEGACY_REVISIONS], requested };
  return invalidRequest('the header MCP-Protocol-Version names no revision that is served', data);
}
