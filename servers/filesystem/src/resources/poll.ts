// Poll: notices changes by looking again and again, where there are no events.

/** What is in a directory: by name, what changes with the entry. A file has one entry, without a name. */
export type Snapshot = ReadonlyMap<string, string>;

/** What to look at, and whom to tell. */
export interface Polled {
  /** Undefined when it is gone, or a link now. */
  look(): Promise<Snapshot | undefined>;
  /** Called for the whole, or with the name of an entry that has new content. */
  onChange(entry?: string): void;
  /** Called once; nothing is looked at any more. */
  onGone(): void;
}

/** How often it is looked. */
const POLL_MS = 1000;

/** Looks each second. The first look is done before anybody relies on it, so no change is missed. */
export class Poll {
  readonly #polled: Polled;
  #seen: Snapshot;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  private constructor(polled: Polled, seen: Snapshot) {
    this.#polled = polled;
    this.#seen = seen;
    this.#wait();
  }

  /** Resolves after the first look; undefined when there is nothing. */
  static async open(polled: Polled): Promise<Poll | undefined> {
    const seen = await polled.look();
    return seen === undefined ? undefined : new Poll(polled, seen);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #wait(): void {
    this.#timer = setTimeout(() => void this.#look(), POLL_MS).unref();
  }

  async #look(): Promise<void> {
    const found = await this.#polled.look();
    if (this.#isClosed) return;
    if (found === undefined) {
      this.close();
      this.#polled.onGone();
      return;
    }
    const seen = this.#seen;
    this.#seen = found;
    this.#compare(seen, found);
    this.#wait();
  }

  #compare(seen: Snapshot, found: Snapshot): void {
    let isSame = seen.size === found.size;
    for (const [name, state] of found) {
      const before = seen.get(name);
      if (before === undefined) isSame = false;
      else if (before !== state) this.#polled.onChange(name === '' ? undefined : name);
    }
    if (!isSame) this.#polled.onChange();
  }
}
