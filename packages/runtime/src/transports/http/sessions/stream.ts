// What the streams of a session have in common: how they begin, and how what was missed is sent again.
import type { Exchange, Headers } from '../edge/exchange.ts';
import type { HttpSettings } from '../settings.ts';
import { EventStream } from '../sse.ts';
import { eventId, type StreamEvent } from './replay.ts';

/** What all streams of one session share: the session. */
export interface StreamOwner {
  readonly id: string;
  /** Events of a stream that is not complete live as long as the session. */
  readonly settings: Pick<HttpSettings, 'keepAliveMs' | 'sessionIdleMs' | 'replay'>;
  /** Whether a POST without a message for a while gets a stream that can be resumed. */
  readonly canPrime: boolean;
  /** Headers of every response. */
  headers(exchange: Exchange): Headers;
  /** The answer of a request was sent or kept, or will never come. */
  finished(id: string): void;
}

/** Begins an event stream on a connection. */
export function openStream(exchange: Exchange, owner: StreamOwner): EventStream {
  return new EventStream(exchange, owner.headers(exchange), owner.settings.keepAliveMs);
}

/** Sends events of a stream again. One without text only gave the client an id. */
export function resend(stream: EventStream, name: string, events: readonly StreamEvent[]): void {
  for (const { number, text } of events) if (text !== '') stream.send(text, eventId(name, number));
}
