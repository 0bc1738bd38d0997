// HTTP+SSE: one stream for each client, and a path for its messages (2024-11-05, basic/transports).
import type { Conversation } from '../../conversation/conversation.ts';
import { isSameCaller, type Caller, type Channel } from '../../jsonrpc/channel.ts';
import { invalidRequest } from '../../protocol/errors.ts';
import { readBody, acceptWhenReady } from './body.ts';
import { headersOf, type Exchange } from './edge/exchange.ts';
import { clientOf, sessionToEnd, type Held } from './entry/client-limits.ts';
import { corsHeaders } from './entry/guard.ts';
import type { Route } from './entry/handler.ts';
import { HttpRefusal, notAllowed } from './entry/refusal.ts';
import { checkScopes } from './entry/scopes.ts';
import { accepts } from './media-type.ts';
import type { HttpSettings } from './settings.ts';
import { EventStream } from './sse.ts';

/** A client: its stream, and its conversation, which lives as long as the stream. */
class SseSession implements Channel, Held {
  /** Part of the path for messages: 122 random bits. */
  readonly id: string = crypto.randomUUID();
  /** The caller that opened the stream. No other caller may send messages. */
  readonly caller: Caller | undefined;
  readonly client: string;
  readonly isInUse = true;
  readonly lastUsed: number = performance.now();
  readonly conversation: Conversation;
  readonly #stream: EventStream;

  /** `expired` is called when the token of the caller expires. */
  constructor(exchange: Exchange, settings: HttpSettings, messagePath: string, expired: () => void) {
    const { server, keepAliveMs } = settings;
    this.caller = exchange.caller;
    this.client = clientOf(exchange);
    this.conversation = server.transport.open(this, { sessionId: this.id });
    this.#stream = new EventStream(exchange, corsHeaders(exchange), keepAliveMs, expired);
    this.#stream.endpoint(`${messagePath}?${SESSION}=${this.id}`);
  }

  send(text: string): void {
    this.#stream.send(text);
  }

  close(reason: string): void {
    this.conversation.peer.close(reason);
    this.#stream.end();
  }
}

const SESSION = 'sessionId';

/** The clients of one HTTP+SSE transport. */
export class SseSessions {
  readonly #settings: HttpSettings;
  readonly #messagePath: string;
  readonly #sessions = new Map<string, SseSession>();

  /** The server sends `messagePath` to its clients. */
  constructor(settings: HttpSettings, messagePath: string) {
    this.#settings = settings;
    this.#messagePath = messagePath;
  }

  get streams(): Route {
    return {
      handle: (exchange) => this.#open(exchange),
      close: (drainMs) => this.#close(drainMs),
    };
  }

  get messages(): Route {
    return { handle: (exchange) => this.#accept(exchange) };
  }

  #open(exchange: Exchange): void {
    // The 405 tells a client that tries `initialize` here first to open the stream (basic/transports, "Backwards
    // Compatibility", from 2025-03-26).
    if (exchange.method !== 'GET') throw notAllowed(exchange.method, 'GET, OPTIONS');
    if (!accepts(exchange.header('accept'), 'text/event-stream'))
      throw new HttpRefusal(406, 'the client must accept text/event-stream');
    this.#evict(exchange);
    this.#settings.limiter.session(exchange);
    const expired = (): void => this.#end(session, 'The token expired');
    const session = new SseSession(exchange, this.#settings, this.#messagePath, expired);
    this.#sessions.set(session.id, session);
    exchange.onAbort(() => this.#end(session, 'The client closed the stream'));
  }

  #evict(exchange: Exchange): void {
    if (this.#sessions.size < this.#settings.maxSessions) return;
    const greedy = sessionToEnd([...this.#sessions.values()], clientOf(exchange));
    this.#end(greedy, 'The session ends in favour of another client');
  }

  #end(session: SseSession, reason: string): void {
    this.#sessions.delete(session.id);
    session.close(reason);
  }

  // Every answer goes to the stream. Only a body that is not JSON is answered here.
  async #accept(exchange: Exchange): Promise<void> {
    if (exchange.method !== 'POST') throw notAllowed(exchange.method, 'POST, OPTIONS');
    this.#session(exchange);
    const { server, maxBodyBytes } = this.#settings;
    const body = await readBody(exchange, maxBodyBytes);
    // The stream may have ended while the body was read.
    const session = this.#session(exchange);
    checkScopes(body, exchange, server);
    const { caller } = exchange;
    const { peer } = session.conversation;
    const headers = headersOf(exchange);
    const channel: Channel = { caller, headers, send: (text) => session.send(text) };
    await acceptWhenReady(body, peer, () => peer.accept(body, channel));
    exchange.respond(202, corsHeaders(exchange));
  }

  #session(exchange: Exchange): SseSession {
    const id = exchange.query(SESSION);
    if (id === undefined)
      throw invalidRequest(
        `the query has no ${SESSION}; POST to the URI that the stream's first event gives`,
      );
    const session = this.#sessions.get(id);
    if (session === undefined || !isSameCaller(session.caller, exchange.caller))
      throw new HttpRefusal(404, 'there is no such session; open the stream again');
    return session;
  }

  async #close(drainMs: number): Promise<void> {
    const sessions = [...this.#sessions.values()];
    this.#sessions.clear();
    await Promise.all(sessions.map(({ conversation }) => conversation.peer.drain(drainMs)));
    for (const session of sessions) session.close('The server is shutting down');
  }
}
