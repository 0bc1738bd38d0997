// Sessions by Mcp-Session-Id, and their requests (basic/transports, "Session Management", 2025-03-26 to
// 2025-11-25).
import { isSameCaller } from '../../../jsonrpc/channel.ts';
import { invalidRequest } from '../../../protocol/errors.ts';
import { can, isLegacy } from '../../../protocol/revisions.ts';
import { unref } from '../../../limits/expiry.ts';
import type { Body } from '../body.ts';
import type { Exchange } from '../edge/exchange.ts';
import { clientOf, sessionToEnd } from '../entry/client-limits.ts';
import { corsHeaders } from '../entry/guard.ts';
import { HttpRefusal } from '../entry/refusal.ts';
import { accepts } from '../media-type.ts';
import type { HttpSettings } from '../settings.ts';
import { HttpSession } from './http-session.ts';
import { checkAccept, unknownVersion } from './standalone.ts';

const LONGEST_SWEEP_MS = 60_000;

/** The sessions of one endpoint. They live in this process and end with it. */
export class Sessions {
  readonly #settings: HttpSettings;
  readonly #live = new Map<string, HttpSession>();
  #sweeper: ReturnType<typeof setInterval> | undefined;

  constructor(settings: HttpSettings) {
    this.#settings = settings;
  }

  /** Answers a POST. */
  accept(body: Body, exchange: Exchange): void | Promise<void> {
    checkAccept(exchange);
    if (body.opensSession) return this.#initialize(exchange).accept(body, exchange);
    const session = this.#sessionOf(exchange);
    const isRefusedBatch = body.isBatch && session.conversation.batchProblem() !== undefined;
    if (body.hasRequest || isRefusedBatch) return session.accept(body, exchange);
    session.conversation.peer.accept(body, session.stream);
    exchange.respond(202, corsHeaders(exchange));
  }

  /** Opens the stream of a session, or resumes one. */
  get(exchange: Exchange): void {
    if (!accepts(exchange.header('accept'), 'text/event-stream'))
      throw new HttpRefusal(406, 'the client must accept text/event-stream');
    const session = this.#sessionOf(exchange);
    const lastEventId = exchange.header('last-event-id');
    if (lastEventId === undefined) return session.listen(exchange);
    if (!session.resume(lastEventId, exchange))
      throw invalidRequest(
        'Last-Event-ID is not one of this session, or what came after it is not kept any more',
      );
  }

  /** Ends a session. */
  delete(exchange: Exchange): void {
    this.#end(this.#sessionOf(exchange), 'The client ended the session');
    exchange.respond(200, corsHeaders(exchange));
  }

  /** Answers what runs, for at most `drainMs`, and ends all sessions. */
  async close(drainMs: number): Promise<void> {
    const sessions = [...this.#live.values()];
    await Promise.all(sessions.map((session) => session.conversation.peer.drain(drainMs)));
    for (const session of sessions) this.#end(session, 'The server is shutting down');
  }

  #initialize(exchange: Exchange): HttpSession {
    const id = exchange.header('mcp-session-id');
    if (id !== undefined) {
      this.#find(id, exchange);
      throw invalidRequest('this session is initialized already');
    }
    this.#settings.limiter.session(exchange);
    this.#evict(exchange);
    const session = new HttpSession(exchange, this.#settings, (failed) =>
      this.#end(failed, 'The session was not initialized'),
    );
    this.#live.set(session.id, session);
    this.#sweeper ??= this.#startSweeper();
    return session;
  }

  #sessionOf(exchange: Exchange): HttpSession {
    const id = exchange.header('mcp-session-id');
    if (id === undefined) throw invalidRequest('the header Mcp-Session-Id is missing; send initialize first');
    const session = this.#find(id, exchange);
    checkVersion(exchange, session);
    return session;
  }

  #find(id: string, { caller }: Exchange): HttpSession {
    const session = this.#live.get(id);
    if (session === undefined || this.#endIfIdle(session) || !isSameCaller(session.caller, caller))
      throw new HttpRefusal(404, 'there is no such session; send initialize again, without the id');
    session.lastUsed = performance.now();
    session.caller = caller;
    return session;
  }

  #end(session: HttpSession, reason: string): void {
    this.#live.delete(session.id);
    session.close(reason);
    if (this.#live.size > 0) return;
    clearInterval(this.#sweeper);
    this.#sweeper = undefined;
  }

  #evict(exchange: Exchange): void {
    const { maxSessions } = this.#settings;
    if (this.#live.size >= maxSessions) this.#endIdle();
    if (this.#live.size < maxSessions) return;
    const greedy = sessionToEnd([...this.#live.values()], clientOf(exchange));
    this.#end(greedy, 'The session ends in favour of another client');
  }

  #startSweeper(): ReturnType<typeof setInterval> {
    const pauseMs = Math.min(this.#settings.sessionIdleMs / 2, LONGEST_SWEEP_MS);
    const timer = setInterval(() => this.#endIdle(), pauseMs);
    unref(timer);
    return timer;
  }

  #endIdle(): void {
    for (const session of this.#live.values()) this.#endIfIdle(session);
  }

  #endIfIdle(session: HttpSession): boolean {
    const now = performance.now();
    if (session.isInUse) session.lastUsed = now;
    if (session.lastUsed >= now - this.#settings.sessionIdleMs) return false;
    this.#end(session, 'The session was idle for too long');
    return true;
  }
}

/** @throws {RpcError} −32600 when the version in the header is not served, or is not the session's. */
function checkVersion(exchange: Exchange, { conversation }: HttpSession): void {
  const { revision } = conversation.session;
  const version = exchange.header('mcp-protocol-version')?.trim();
  if (version === undefined) return;
  if (!isLegacy(version)) throw unknownVersion(version);
  // A session of 2025-03-26 does not have this header.
  if (revision === undefined || !can(revision, 'versionHeader') || version === revision) return;
  throw invalidRequest(
    `the header MCP-Protocol-Version says ${version}, the session was initialized with ${revision}`,
  );
}
