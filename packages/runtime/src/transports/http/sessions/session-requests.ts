// The requests of clients that have sessions: POST, GET and DELETE (2025-03-26 to 2025-11-25, basic/transports).
import { invalidRequest } from '../../../protocol/errors.ts';
import type { Body } from '../body.ts';
import type { Exchange } from '../edge/exchange.ts';
import { corsHeaders } from '../entry/guard.ts';
import { HttpRefusal } from '../entry/refusal.ts';
import { accepts } from '../media-type.ts';
import type { HttpSettings } from '../settings.ts';
import type { HttpSession } from './http-session.ts';
import { checkAccept, checkVersion } from './session-headers.ts';
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
  async accept(body: Body, exchange: Exchange): Promise<void> {
    checkAccept(exchange);
    if (body.opensSession) return this.#initialize(body, exchange);
    const session = this.#session(exchange);
    const isRefusedBatch = body.isBatch && !session.conversation.acceptsBatches();
    if (body.hasRequest || isRefusedBatch) return session.accept(body, exchange);
    session.conversation.peer.accept(body, session.stream);
    exchange.respond(202, corsHeaders(exchange));
  }

  /** Opens the stream of a session, or resumes one. */
  async get(exchange: Exchange): Promise<void> {
    if (!accepts(exchange.header('accept'), 'text/event-stream'))
      throw new HttpRefusal(406, 'the client must accept text/event-stream');
    const session = this.#session(exchange);
    const lastEventId = exchange.header('last-event-id');
    if (lastEventId === undefined) return session.listen(exchange);
    if (!(await session.resume(lastEventId, exchange)))
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

  async #initialize(body: Body, exchange: Exchange): Promise<void> {
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
