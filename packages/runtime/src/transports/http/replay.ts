// Replay: the last events of a session's streams, for clients that lost the connection (basic/transports, up to 2025-11-25).

/** One stored event. */
export interface StoredEvent {
  readonly id: string;
  readonly text: string;
}

interface Stored {
  readonly events: StoredEvent[];
  bytes: number;
  /** How many events the stream has had. */
  count: number;
}

/** Bounds of what one session keeps. */
export interface ReplayLimits {
  readonly maxEvents: number;
  readonly maxBytes: number;
}

/** The events of one session, by stream. An id is `<stream>_<number>`, so it is unique and tells the stream. */
export class ReplayLog {
  readonly #limits: ReplayLimits;
  readonly #streams = new Map<string, Stored>();
  #events = 0;
  #bytes = 0;

  constructor(limits: ReplayLimits) {
    this.#limits = limits;
  }

  /** The id of the next event of a stream; for a priming event, which is not stored. */
  nextId(stream: string): string {
    const stored = this.#stored(stream);
    return `${stream}_${++stored.count}`;
  }

  /** Keeps an event and returns its id. The oldest events make room for it. */
  append(stream: string, text: string): string {
    const id = this.nextId(stream);
    const stored = this.#stored(stream);
    stored.events.push({ id, text });
    stored.bytes += text.length;
    this.#bytes += text.length;
    this.#events++;
    this.#makeRoom();
    return id;
  }

  /** The stream of an event id, if this session has it. */
  streamOf(id: string): string | undefined {
    const stream = /^(.+)_\d+$/.exec(id)?.[1];
    return stream !== undefined && this.#streams.has(stream) ? stream : undefined;
  }

  /** The events of a stream after an id. */
  after(id: string): readonly StoredEvent[] {
    const match = /^(.+)_(\d+)$/.exec(id);
    const events = this.#streams.get(match?.[1] ?? '')?.events ?? [];
    return events.filter((event) => numberOf(event.id) > Number(match?.[2]));
  }

  /** Forgets a stream. */
  delete(stream: string): void {
    const stored = this.#streams.get(stream);
    if (stored === undefined) return;
    this.#streams.delete(stream);
    this.#bytes -= stored.bytes;
    this.#events -= stored.events.length;
  }

  #stored(stream: string): Stored {
    let stored = this.#streams.get(stream);
    if (stored === undefined) {
      stored = { events: [], bytes: 0, count: 0 };
      this.#streams.set(stream, stored);
    }
    return stored;
  }

  #makeRoom(): void {
    for (const stored of this.#streams.values()) {
      while (this.#events > this.#limits.maxEvents || this.#bytes > this.#limits.maxBytes) {
        const oldest = stored.events.shift();
        if (oldest === undefined) break;
        stored.bytes -= oldest.text.length;
        this.#bytes -= oldest.text.length;
        this.#events--;
      }
      // An emptied stream stays: its count keeps the ids of later events unique.
    }
  }
}

function numberOf(id: string): number {
  return Number(id.slice(id.lastIndexOf('_') + 1));
}
