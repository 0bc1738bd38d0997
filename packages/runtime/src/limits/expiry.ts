// Expiry: entries that are forgotten when their time is over. What all stores in memory are made of.
interface Entry<V> {
  readonly value: V;
  /** In milliseconds of `performance.now`. */
  readonly expires: number;
}

/**
 * A map whose entries have a time to live. Its timer exists only while there are entries, and keeps no process alive.
 */
export class ExpiringMap<V> {
  readonly #entries = new Map<string, Entry<V>>();
  readonly #onExpire: (key: string, value: V) => void;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** Calls `onExpire` for each expired entry, also when it is set again. */
  constructor(onExpire: (key: string, value: V) => void = () => {}) {
    this.#onExpire = onExpire;
  }

  /** How many entries there are; some may be over. */
  get size(): number {
    return this.#entries.size;
  }

  /** The value, unless its time is over. */
  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.expires > performance.now()) return entry.value;
    this.#remove(key, entry.value);
    return undefined;
  }

  /** Keeps a value for `ttlMs` from now. The newest entries are the last in the order. */
  set(key: string, value: V, ttlMs: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, expires: performance.now() + ttlMs });
    if (this.#timer !== undefined) return;
    this.#timer = setInterval(() => this.#sweep(), SWEEP_MS);
    unref(this.#timer);
  }

  /** Takes an entry out without a call of `onExpire`. */
  delete(key: string): boolean {
    const isKnown = this.#entries.delete(key);
    if (this.#entries.size === 0) this.#stop();
    return isKnown;
  }

  /** The values, the oldest first. */
  *values(): IterableIterator<V> {
    for (const { value } of this.#entries.values()) yield value;
  }

  #sweep(): void {
    const now = performance.now();
    for (const [key, { value, expires }] of this.#entries) if (expires <= now) this.#remove(key, value);
  }

  #remove(key: string, value: V): void {
    this.delete(key);
    this.#onExpire(key, value);
  }

  #stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}

const SWEEP_MS = 10_000;

/** Lets the process end although the timer runs, where the platform has processes. */
export function unref(timer: unknown): void {
  (timer as { unref?(): void }).unref?.();
}
