// Replay: the events of streams, for clients that reconnect (basic/transports, "Resumability
// and Redelivery", 2025-03-26 to 2025-11-25).
import { ExpiringMap } from '../../../limits/expiry.ts';

/** One event of a stream. */
export interface StreamEvent {
  /** Its position in the stream, from 1. */
  readonly number: number;
  /** The message as JSON text; empty for an event that only gave the client an id. */
  readonly text: string;
  /** Whether the stream is complete with it. */
  readonly isLast: boolean;
  /** The scopes that a client needs to get it: those of its request. */
  readonly scopes: readonly string[];
}

/** Names a stream. Names of streams are unique within their session. */
export interface StreamKey {
  readonly session: string;
  readonly stream: string;
}

/** The position of an event: `<stream>_<number>` on the wire, so an id is unique and names its stream. */
export interface EventPosition {
  readonly stream: string;
  readonly number: number;
}

/** The id of an event. */
export function eventId(stream: string, number: number): string {
  return `${stream}_${number}`;
}

/** Returns the position that an event id names, or undefined if it is not an event id. Events are counted from 1. */
export function readEventId(id: string): EventPosition | undefined {
  const [, stream, number] = /^(.+)_([1-9]\d{0,14})$/.exec(id) ?? [];
  return stream === undefined ? undefined : { stream, number: Number(number) };
}

/**
 * Limits of the replay buffer. Bytes are characters of text, plus 100 for each event. The newest answer of a session
 * counts only against the limit of all sessions, so that a client can return for it whatever its length.
 */
interface ReplayLimits {
  /** Events of one session. */
  readonly maxEvents: number;
  /** Bytes of one session. */
  readonly maxBytes: number;
  /** Bytes of all sessions. */
  readonly maxTotalBytes: number;
}

const MAX_REPLAY_EVENTS = 1000;
const MAX_REPLAY_BYTES = 4_194_304;
const MAX_TOTAL_REPLAY_BYTES = 268_435_456;
const EVENT_BYTES = 100;

interface Kept {
  readonly key: StreamKey;
  readonly owner: Owner;
  readonly events: StreamEvent[];
}

/** What one session has. */
interface Owner {
  readonly streams: Map<string, Kept>;
  events: number;
  bytes: number;
  /** The newest answer: the bounds of the session do not take it. */
  answer: StreamEvent | undefined;
}

/** The events of all sessions of one endpoint. New events evict the oldest. */
export class ReplayBuffer {
  readonly #limits: ReplayLimits;
  readonly #owners = new Map<string, Owner>();
  readonly #streams = new ExpiringMap<Kept>((_, kept) => this.#forget(kept));
  #bytes = 0;

  constructor(limits: Partial<ReplayLimits> = {}) {
    this.#limits = {
      maxEvents: MAX_REPLAY_EVENTS,
      maxBytes: MAX_REPLAY_BYTES,
      maxTotalBytes: MAX_TOTAL_REPLAY_BYTES,
      ...limits,
    };
  }

  /** The current size of the buffer. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds an event. The stream lives for `ttlMs` from now. */
  append(key: StreamKey, event: StreamEvent, ttlMs: number): void {
    const kept = this.#streams.get(nameOf(key)) ?? this.#open(key);
    this.#streams.set(nameOf(key), kept, ttlMs);
    kept.events.push(event);
    this.#count(kept.owner, 1, sizeOf(event));
    if (event.isLast) kept.owner.answer = event;
    this.#evict(kept.owner);
  }

  /** Returns the events after a number in order, or undefined if the stream is unknown or has expired. */
  read(key: StreamKey, after: number): readonly StreamEvent[] | undefined {
    return this.#streams.get(nameOf(key))?.events.filter(({ number }) => number > after);
  }

  /** Forgets a stream. */
  delete(key: StreamKey): void {
    const kept = this.#owners.get(key.session)?.streams.get(key.stream);
    if (kept === undefined) return;
    this.#streams.delete(nameOf(key));
    this.#forget(kept);
  }

  /** Forgets all streams of a session. */
  deleteSession(session: string): void {
    for (const { key } of [...(this.#owners.get(session)?.streams.values() ?? [])]) this.delete(key);
  }

  #open(key: StreamKey): Kept {
    let owner = this.#owners.get(key.session);
    if (owner === undefined) {
      owner = { streams: new Map(), events: 0, bytes: 0, answer: undefined };
      this.#owners.set(key.session, owner);
    }
    const kept: Kept = { key, owner, events: [] };
    owner.streams.set(key.stream, kept);
    return kept;
  }

  #forget({ key, owner, events }: Kept): void {
    for (const event of events) this.#count(owner, -1, -sizeOf(event));
    if (events.at(-1) === owner.answer) owner.answer = undefined;
    owner.streams.delete(key.stream);
    if (owner.streams.size === 0) this.#owners.delete(key.session);
  }

  #count(owner: Owner, events: number, bytes: number): void {
    owner.events += events;
    owner.bytes += bytes;
    this.#bytes += bytes;
  }

  #evict(owner: Owner): void {
    const { maxEvents, maxBytes, maxTotalBytes } = this.#limits;
    const { answer } = owner;
    const most = maxBytes + (answer === undefined ? 0 : sizeOf(answer));
    if (owner.events > maxEvents || owner.bytes > most)
      this.#shed(owner.streams.values(), () => owner.events <= maxEvents && owner.bytes <= most, answer);
    if (this.#bytes > maxTotalBytes) this.#shed(this.#streams.values(), () => this.#bytes <= maxTotalBytes);
  }

  // From the stream with the oldest last event. Empty streams are deleted, or the next search would begin with all of
  // them.
  #shed(streams: Iterable<Kept>, isEnough: () => boolean, spared?: StreamEvent): void {
    for (const { key, owner, events } of streams) {
      let gone = 0;
      for (const event of events) {
        if (isEnough() || event === spared) break;
        this.#count(owner, -1, -sizeOf(event));
        if (event === owner.answer) owner.answer = undefined;
        gone++;
      }
      events.splice(0, gone);
      if (events.length === 0) this.delete(key);
      if (isEnough()) return;
    }
  }
}

function nameOf({ session, stream }: StreamKey): string {
  return `${session}\n${stream}`;
}

function sizeOf({ text }: StreamEvent): number {
  return text.length + EVENT_BYTES;
}
