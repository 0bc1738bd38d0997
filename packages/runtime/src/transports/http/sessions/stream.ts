// What the streams of a session have in common: how they begin, and how what was missed is sent again.
import type { Awaitable } from '../../../stores/awaitable.ts';
import type { StoredEvent } from '../../../stores/replay-store.ts';
import type { Exchange, Headers } from '../edge/exchange.ts';
import { EventStream } from '../sse.ts';
import { eventId, type ReplayLog } from './replay.ts';

/** What all streams of one session share: the session. */
export interface StreamOwner {
  readonly log: ReplayLog;
  readonly keepAliveMs: number;
  /** Milliseconds that events of a stream live which is not complete. */
  readonly idleMs: number;
  /** Whether a POST without a message for a while gets a stream that can be resumed. */
  readonly canPrime: boolean;
  /** Headers of every response. */
  headers(exchange: Exchange): Headers;
  /** Saves what a request changed, before its answer is sent. Undefined when nothing has to be waited for. */
  save(): Promise<void> | undefined;
  /** The answer of a request was sent or stored, or will never come. */
  finished(id: string): void;
}

/** Begins an event stream on a connection. */
export function openStream(exchange: Exchange, owner: StreamOwner): EventStream {
  return new EventStream(exchange, owner.headers(exchange), owner.keepAliveMs);
}

/** Sends events of a stream again. One without text only gave the client an id. */
export function resend(stream: EventStream, name: string, events: readonly StoredEvent[]): void {
  for (const { number, text } of events) if (text !== '') stream.send(text, eventId(name, number));
}

type Missed = Awaitable<readonly StoredEvent[] | undefined>;

/** Sends missed events again. What is sent before the store has answered comes after its events. */
export function deliver(
  stream: EventStream,
  name: string,
  missed: Missed,
  others: readonly StoredEvent[] = [],
): void {
  if (!(missed instanceof Promise)) return resend(stream, name, missed ?? others);
  const release = stream.hold();
  const send = (events: readonly StoredEvent[] | undefined): void =>
    release(() => resend(stream, name, events ?? others));
  missed.then(send, () => send(undefined));
}
