// HttpSession: one session: its conversation, its streams, and the requests that run in it.
import type { Conversation } from '../../../conversation/conversation.ts';
import type { Caller } from '../../../jsonrpc/channel.ts';
import { can } from '../../../protocol/revisions.ts';
import { acceptWhenReady, type Body } from '../body.ts';
import type { Exchange, Headers } from '../edge/exchange.ts';
import { clientOf, type Held } from '../entry/client-limits.ts';
import { corsHeaders } from '../entry/guard.ts';
import { demandScopes } from '../entry/scopes.ts';
import type { HttpSettings } from '../settings.ts';
import { readEventId, type EventPosition } from './replay.ts';
import { openStream, RequestStream, resend, SessionStream, type StreamOwner } from './streams.ts';

/** One session. */
export class HttpSession implements StreamOwner, Held {
  /** 122 random bits. */
  readonly id: string = crypto.randomUUID();
  readonly client: string;
  /** The sender with its newest credentials. The subject never changes. */
  caller: Caller | undefined;
  readonly conversation: Conversation;
  readonly stream: SessionStream;
  lastUsed: number = performance.now();
  readonly settings: HttpSettings;
  readonly #failed: (session: HttpSession) => void;
  readonly #requests = new Map<string, RequestStream>();
  #lastStream = 0;
  #isClosed = false;

  /** `failed` is called when its `initialize` failed. */
  constructor(exchange: Exchange, settings: HttpSettings, failed: (session: HttpSession) => void) {
    this.client = clientOf(exchange);
    this.caller = exchange.caller;
    this.settings = settings;
    this.#failed = failed;
    this.stream = new SessionStream(this.#streamName('get'), this);
    this.conversation = settings.server.transport.open(this.stream, { sessionId: this.id });
  }

  get canPrime(): boolean {
    const { revision } = this.conversation.session;
    return revision !== undefined && can(revision, 'polling');
  }

  /** Whether a request runs or a client listens. */
  get isInUse(): boolean {
    return this.#requests.size > 0 || this.stream.isOpen;
  }

  /** Answers a body with requests. */
  accept(body: Body, exchange: Exchange): void | Promise<void> {
    if (body.subscribes) this.stream.require(exchange.scopes);
    const stream = new RequestStream(this.#streamName(String(++this.#lastStream)), exchange, this);
    this.#requests.set(stream.id, stream);
    const { peer } = this.conversation;
    return acceptWhenReady(body, peer, () => peer.accept(body, stream));
  }

  /** Opens the stream of the session. Throws when the caller lacks scopes. */
  listen(exchange: Exchange): void {
    demandScopes(exchange, this.stream.scopes);
    this.stream.connect(exchange);
  }

  /** Goes on after an event. False when the session does not know it. Throws when the caller lacks scopes. */
  resume(lastEventId: string, exchange: Exchange): boolean {
    const position = readEventId(lastEventId);
    if (position === undefined) return false;
    const live = position.stream === this.stream.id ? this.stream : this.#requests.get(position.stream);
    if (live !== undefined) {
      if (position.number > live.count) return false;
      demandScopes(exchange, live.scopes);
      live.resume(exchange, position.number);
      return true;
    }
    return this.#replay(position, exchange);
  }

  headers(exchange: Exchange): Headers {
    const cors = corsHeaders(exchange);
    // Before `initialize` succeeds there is no session id to send.
    return this.conversation.session.state === 'new' ? cors : { 'mcp-session-id': this.id, ...cors };
  }

  sendAside(text: string): void {
    this.stream.send(text);
  }

  finished(id: string): void {
    this.#requests.delete(id);
    if (this.conversation.session.state === 'new' && !this.#isClosed) this.#failed(this);
  }

  /** Ends the session: aborts what runs, ends the streams, forgets the events. */
  close(reason: string): void {
    this.#isClosed = true;
    this.conversation.peer.close(reason);
    this.stream.close();
    for (const request of this.#requests.values()) request.drop();
    this.settings.replay.deleteSession(this.id);
  }

  #replay({ stream, number: after }: EventPosition, exchange: Exchange): boolean {
    // Including the event itself, which may be the last one.
    const events = this.settings.replay.read({ session: this.id, stream }, after - 1);
    // Without its last event the answer is lost, and there is nothing to resume.
    if (events?.at(-1)?.isLast !== true) return false;
    for (const { scopes } of events) demandScopes(exchange, scopes);
    const again = openStream(exchange, this);
    const missed = events.filter(({ number }) => number > after);
    resend(again, stream, missed);
    again.end();
    return true;
  }

  // The part of the session's id makes event ids of one session invalid in another.
  #streamName(name: string): string {
    return `${this.id.slice(0, 8)}-${name}`;
  }
}
