// SubscriptionBook: who wants to know of which changes. Starts a watch for the first, stops it after the last.
import { ResourceNotFoundError } from '../protocol/errors.ts';
import type { Context } from './context.ts';
import type { StopWatching, Updated } from './definition.ts';
import type { ResourceIndex } from './resource-index.ts';

/** A list whose changes are told. */
export type ListKind = 'tools' | 'prompts' | 'resources';

/** Somebody who is told of changes: a session or a listen stream. */
export interface Subscriber {
  updated(uri: string): void;
  listChanged(kind: ListKind): void;
}

interface Watching {
  readonly subscribers: Set<Subscriber>;
  readonly started: Promise<StopWatching>;
  /** URIs that changed and are not told yet. */
  readonly changed: Set<string>;
}

const COALESCE_MS = 20;

/** The subscriptions of one server. What changes within 20 ms is told once. */
export class SubscriptionBook {
  readonly #watchings = new Map<string, Watching>();
  readonly #lists: Record<ListKind, Set<Subscriber>> = {
    tools: new Set(),
    prompts: new Set(),
    resources: new Set(),
  };
  readonly #changedLists = new Set<ListKind>();
  readonly #index: ResourceIndex;
  readonly #onError: (uri: string, error: unknown) => void;

  /** `onError` gets what goes wrong when a watch is stopped. */
  constructor(index: ResourceIndex, onError: (uri: string, error: unknown) => void) {
    this.#index = index;
    this.#onError = onError;
  }

  /**
   * Tells `subscriber` of changes of a resource.
   *
   * @throws {ResourceNotFoundError} when there is no such resource; and what its `beforeWatch` and `watch` throw.
   */
  async watch(uri: string, subscriber: Subscriber, ctx: Context): Promise<void> {
    const found = this.#index.find(uri);
    if (found === undefined) throw new ResourceNotFoundError(uri);
    await found.beforeWatch(ctx);
    const known = this.#watchings.get(uri);
    if (known !== undefined) {
      known.subscribers.add(subscriber);
      await known.started;
      return;
    }
    const updated: Updated = (changed = uri) => this.#markUpdated(watching, changed);
    const started = (async () => found.watch(updated, ctx))();
    const watching: Watching = { subscribers: new Set([subscriber]), started, changed: new Set() };
    this.#watchings.set(uri, watching);
    try {
      await started;
    } catch (error) {
      if (this.#watchings.get(uri) === watching) this.#watchings.delete(uri);
      throw error;
    }
  }

  /** The scopes that it takes to be told of these resources. */
  scopes(uris: readonly unknown[]): readonly string[] {
    return [...new Set(uris.flatMap((uri) => this.#index.scopes(uri)))];
  }

  /** Stops telling `subscriber` of a resource. */
  unwatch(uri: string, subscriber: Subscriber): void {
    const watching = this.#watchings.get(uri);
    if (watching === undefined || !watching.subscribers.delete(subscriber) || watching.subscribers.size > 0)
      return;
    this.#watchings.delete(uri);
    // A watch that failed to start has nothing to stop; its subscriber has the error already.
    const stopped = watching.started.then(
      (stop) => stop(),
      () => {},
    );
    stopped.catch((error: unknown) => this.#onError(uri, error));
  }

  /** Tells `subscriber` of changes of a list. */
  watchList(kind: ListKind, subscriber: Subscriber): void {
    this.#lists[kind].add(subscriber);
  }

  /** Says that a list changed. */
  markListChanged(kind: ListKind): void {
    if (this.#changedLists.size === 0) setTimeout(() => this.#tellLists(), COALESCE_MS);
    this.#changedLists.add(kind);
  }

  /** How many resources a subscriber watches. */
  count(subscriber: Subscriber): number {
    let count = 0;
    for (const { subscribers } of this.#watchings.values()) if (subscribers.has(subscriber)) count++;
    return count;
  }

  /** Forgets a subscriber. */
  leave(subscriber: Subscriber): void {
    for (const set of Object.values(this.#lists)) set.delete(subscriber);
    for (const uri of [...this.#watchings.keys()]) this.unwatch(uri, subscriber);
  }

  #markUpdated({ changed, subscribers }: Watching, uri: string): void {
    if (changed.size === 0) setTimeout(() => tell(changed, subscribers), COALESCE_MS);
    changed.add(uri);
  }

  #tellLists(): void {
    const kinds = [...this.#changedLists];
    this.#changedLists.clear();
    for (const kind of kinds) for (const subscriber of [...this.#lists[kind]]) subscriber.listChanged(kind);
  }
}

function tell(changed: Set<string>, subscribers: ReadonlySet<Subscriber>): void {
  const uris = [...changed];
  changed.clear();
  for (const uri of uris) for (const subscriber of [...subscribers]) subscriber.updated(uri);
}
