// ReplayStore: the events of streams, for clients that lost the connection and come back.
import { ExpiringMap } from './expiry.ts';
import type { Awaitable } from './nonce-store.ts';

/** One event of a stream. */
export interface StoredEvent {
  /** Its place in the stream: from 1, rising. */
  readonly number: number;
  /** The message as JSON text; empty for an event that only gave the client an id. */
  readonly text: string;
  /** Whether the stream is complete with it. */
  readonly isLast: boolean;
  /** Scopes that it takes to get it: those that its request needed. */
  readonly scopes: readonly string[];
}

/** Names a stream. Names of streams are unique within their session. */
export interface StreamKey {
  readonly session: string;
  readonly stream: string;
}

/**
 * Keeps events (basic/transports, "Resumability and Redelivery", 2025-03-26 to 2025-11-25). Methods may answer at once
 * or with a promise. The runtime calls them for one session one after the other. Implementations bound what they keep;
 * the newest events of a stream are worth most, the last one is the answer that a client comes back for.
 */
export interface ReplayStore {
  /** Adds an event. The stream lives for `ttlMs` from now. */
  append(key: StreamKey, event: StoredEvent, ttlMs: number): Awaitable<void>;
  /** The events after a number, in order; undefined when there is no such stream or its time is over. */
  read(key: StreamKey, after: number): Awaitable<readonly StoredEvent[] | undefined>;
  /** Forgets a stream. */
  delete(key: StreamKey): Awaitable<void>;
  /** Forgets all streams of a session. */
  deleteSession(session: string): Awaitable<void>;
}

/**
 * Bounds of what is kept. Bytes are characters of text, and 100 for each event. The newest answer of a session counts
 * for all sessions only: whatever its length, the client may come back for it.
 */
export interface ReplayLimits {
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

/** 1,000 events and 4 MiB of each session, 256 MiB of all. */
export const REPLAY_LIMITS: ReplayLimits = {
  maxEvents: MAX_REPLAY_EVENTS,
  maxBytes: MAX_REPLAY_BYTES,
  maxTotalBytes: MAX_TOTAL_REPLAY_BYTES,
};

const EVENT_BYTES = 100;

interface Kept {
  readonly session: string;
  readonly stream: string;
  readonly owner: Owner;
  readonly events: StoredEvent[];
}

/** What one session has. */
interface Owner {
  readonly streams: Map<string, Kept>;
  events: number;
  bytes: number;
  /** The newest answer: the bounds of the session do not take it. */
  answer: StoredEvent | undefined;
}

/** Keeps events in this process. The oldest make room for new ones. */
export class MemoryReplayStore implements ReplayStore {
  readonly #limits: ReplayLimits;
  readonly #owners = new Map<string, Owner>();
  readonly #streams = new ExpiringMap<Kept>((_, kept) => this.#forget(kept));
  #bytes = 0;

  constructor(limits: Partial<ReplayLimits> = {}) {
    this.#limits = { ...REPLAY_LIMITS, ...limits };
  }

  /** How much is kept now. */
  get bytes(): number {
    return this.#bytes;
  }

  append(key: StreamKey, event: StoredEvent, ttlMs: number): void {
    const kept = this.#streams.get(nameOf(key)) ?? this.#open(key);
    this.#streams.set(nameOf(key), kept, ttlMs);
    kept.events.push(event);
    this.#count(kept.owner, 1, sizeOf(event));
    if (event.isLast) kept.owner.answer = event;
    this.#makeRoom(kept.owner);
  }

  read(key: StreamKey, after: number): readonly StoredEvent[] | undefined {
    return this.#streams.get(nameOf(key))?.events.filter(({ number }) => number > after);
  }

  delete(key: StreamKey): void {
    const kept = this.#owners.get(key.session)?.streams.get(key.stream);
    if (kept === undefined) return;
    this.#streams.delete(nameOf(key));
    this.#forget(kept);
  }

  deleteSession(session: string): void {
    for (const stream of [...(this.#owners.get(session)?.streams.keys() ?? [])])
      this.delete({ session, stream });
  }

  #open({ session, stream }: StreamKey): Kept {
    let owner = this.#owners.get(session);
    if (owner === undefined) {
      owner = { streams: new Map(), events: 0, bytes: 0, answer: undefined };
      this.#owners.set(session, owner);
    }
    const kept: Kept = { session, stream, owner, events: [] };
    owner.streams.set(stream, kept);
    return kept;
  }

  #forget({ session, stream, owner, events }: Kept): void {
    for (const event of events) this.#count(owner, -1, -sizeOf(event));
    if (events.at(-1) === owner.answer) owner.answer = undefined;
    owner.streams.delete(stream);
    if (owner.streams.size === 0) this.#owners.delete(session);
  }

  #count(owner: Owner, events: number, bytes: number): void {
    owner.events += events;
    owner.bytes += bytes;
    this.#bytes += bytes;
  }

  #makeRoom(owner: Owner): void {
    const { maxEvents, maxBytes, maxTotalBytes } = this.#limits;
    const { answer } = owner;
    const most = maxBytes + (answer === undefined ? 0 : sizeOf(answer));
    if (owner.events > maxEvents || owner.bytes > most)
      this.#shed(owner.streams.values(), () => owner.events <= maxEvents && owner.bytes <= most, answer);
    if (this.#bytes > maxTotalBytes) this.#shed(this.#streams.values(), () => this.#bytes <= maxTotalBytes);
  }

  // From the stream that has had no event for the longest time. An emptied one is forgotten, or the next search for
  // something to shed would begin with all of them.
  #shed(streams: Iterable<Kept>, isEnough: () => boolean, spared?: StoredEvent): void {
    for (const kept of streams) {
      const { owner, stream, events, session } = kept;
      let gone = 0;
      for (const event of events) {
        if (isEnough() || event === spared) break;
        this.#count(owner, -1, -sizeOf(event));
        if (event === owner.answer) owner.answer = undefined;
        gone++;
      }
      events.splice(0, gone);
      if (events.length === 0) this.delete({ session, stream });
      if (isEnough()) return;
    }
  }
}

function nameOf({ session, stream }: StreamKey): string {
  return `${session}\n${stream}`;
}

function sizeOf({ text }: StoredEvent): number {
  return text.length + EVENT_BYTES;
}
