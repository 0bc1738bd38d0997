// What the streams of a session have in common: how they begin, and how what was missed is sent again.
import type { StoredEvent } from '../../../stores/replay-store.ts';
import type { Exchange, Headers } from '../edge/exchange.ts';
import type { HttpSettings } from '../settings.ts';
import { EventStream } from '../sse.ts';
import { eventId, type ReplayLog } from './replay.ts';

/** What all streams of one session share: the session. */
export interface StreamOwner {
  readonly log: ReplayLog;
  /** Events of a stream that is not complete live as long as the session. */
  readonly settings: Pick<HttpSettings, 'keepAliveMs' | 'sessionIdleMs'>;
  /** Whether a POST without a message for a while gets a stream that can be resumed. */
  readonly canPrime: boolean;
  /** Headers of every response. */
  headers(exchange: Exchange): Headers;
  /** The answer of a request was sent or stored, or will never come. */
  finished(id: string): void;
}

/** Begins an event stream on a connection. */
export function openStream(exchange: Exchange, owner: StreamOwner): EventStream {
  return new EventStream(exchange, owner.headers(exchange), owner.settings.keepAliveMs);
}

/** Sends events of a stream again. One without text only gave the client an id. */
export function resend(stream: EventStream, name: string, events: readonly StoredEvent[]): void {
  for (const { number, text } of events) if (text !== '') stream.send(text, eventId(name, number));
}

/** What was missed, while the store is asked for it. */
export interface Missed {
  readonly events: Promise<readonly StoredEvent[] | undefined>;
  /** What is known without the store, which may have lost it or fail. */
  readonly others: readonly StoredEvent[];
}

/** Sends missed events again. What is sent before the store has answered comes after its events. */
export function deliver(stream: EventStream, name: string, { events, others }: Missed): void {
  const release = stream.hold();
  const send = (found: readonly StoredEvent[] | undefined): void =>
    release(() => resend(stream, name, found ?? others));
  events.then(send, () => send(undefined));
}
