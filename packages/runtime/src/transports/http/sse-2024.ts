// HTTP+SSE: one stream for each client, and a path that takes its messages (2024-11-05, basic/transports).
import { readMessages } from '../../jsonrpc/message.ts';
import type { Conversation } from '../../conversation/conversation.ts';
import { isSameCaller, type Caller, type Channel } from '../../jsonrpc/channel.ts';
import { invalidRequest } from '../../protocol/errors.ts';
import { readJson } from './body.ts';
import type { Exchange } from './edge/exchange.ts';
import { corsHeaders } from './entry/guard.ts';
import type { Route, TransportHost } from './entry/handler.ts';
import { HttpRefusal, notAllowed } from './entry/refusal.ts';
import { checkScopes } from './entry/scopes.ts';
import { takeWhenReady } from './pressure.ts';
import { EventStream } from './sse.ts';
import { accepts } from './stateless/headers.ts';

/** A client: its stream, and its conversation, which lives as long as the stream. */
class SseSession implements Channel {
  /** Part of the path for messages: 122 random bits. */
  readonly id: string = crypto.randomUUID();
  /** Who opened the stream. Nobody else may send messages. */
  readonly caller: Caller | undefined;
  readonly conversation: Conversation;
  readonly #stream: EventStream;

  /** `expired` is called when the token of the caller expires. */
  constructor(exchange: Exchange, host: TransportHost, messagePath: string, expired: () => void) {
    this.caller = exchange.caller;
    this.conversation = host.open(this);
    this.#stream = new EventStream(exchange, corsHeaders(exchange), host.keepAliveMs, expired);
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
  readonly #host: TransportHost;
  readonly #messagePath: string;
  readonly #sessions = new Map<string, SseSession>();

  /** `messagePath` is what clients are told. */
  constructor(host: TransportHost, messagePath: string) {
    this.#host = host;
    this.#messagePath = messagePath;
  }

  /** The path of the stream. */
  get streams(): Route {
    return {
      handle: (exchange) => this.#open(exchange),
      close: (drainMs) => this.#close(drainMs),
    };
  }

  /** The path for messages. */
  get messages(): Route {
    return { handle: (exchange) => this.#accept(exchange) };
  }

  #open(exchange: Exchange): void {
    // The 405 tells a client that tries `initialize` here first to open the stream (basic/transports, "Backwards
    // Compatibility", from 2025-03-26).
    if (exchange.method !== 'GET') throw notAllowed(exchange.method, 'GET, OPTIONS');
    if (!accepts(exchange.header('accept'), 'text/event-stream'))
      throw new HttpRefusal(406, 'the client must accept text/event-stream');
    if (this.#sessions.size >= this.#host.maxSessions)
      throw new HttpRefusal(503, 'there are too many sessions; try again later');
    this.#host.checkSession(exchange);
    const end = (reason: string): void => {
      this.#sessions.delete(session.id);
      session.close(reason);
    };
    const expired = (): void => end('The token expired');
    const session = new SseSession(exchange, this.#host, this.#messagePath, expired);
    this.#sessions.set(session.id, session);
    exchange.onAbort(() => end('The client closed the stream'));
  }

  // The answer to a message goes to the stream, whatever it is. Only what is no JSON has its answer here.
  async #accept(exchange: Exchange): Promise<void> {
    if (exchange.method !== 'POST') throw notAllowed(exchange.method, 'POST, OPTIONS');
    this.#session(exchange);
    const value = await readJson(exchange, this.#host.maxBodyBytes);
    // The stream may have ended while the body came.
    const session = this.#session(exchange);
    checkScopes(value, exchange, this.#host.requiredScopes);
    const { caller } = exchange;
    const { peer } = session.conversation;
    const channel: Channel = { caller, send: (text) => session.send(text) };
    await takeWhenReady(value, peer, () => peer.accept(readMessages(value), channel));
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
