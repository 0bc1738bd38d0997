// SubscriptionRegistry: the subscribers of each resource. Starts a watch for the first one, stops it after the last.
// ListWatches: the same for lists of resource templates.
import type { Context } from '../../define/context.ts';
import type { MayKnow, StopWatching, Updated } from '../../define/resource.ts';
import { invalidParams, ResourceNotFoundError } from '../../protocol/errors.ts';
import type { Awaitable } from '../../stores/nonce-store.ts';
import type { ResourceIndex } from '../resources/resource-index.ts';

interface Watching {
  /** Each with the request that subscribed. */
  readonly subscribers: Map<Subscriber, Context>;
  readonly started: Promise<StopWatching>;
  /** URIs that changed since the last notification, and who may know. */
  readonly changed: Map<string, MayKnow | undefined>;
}

const COALESCE_MS = 20;

/** The resources that one session or listen stream can watch. */
export const MAX_WATCHED = 1024;

/** Reports an error that no caller waits for. */
type OnError = (problem: string, error: unknown) => void;

/** The subscriptions of one server. Changes within 20 ms become one notification. */
export class SubscriptionRegistry {
  /** Watches over what templates list. */
  readonly listWatches: ListWatches;
  readonly #watchings = new Map<string, Watching>();
  readonly #watched = new Map<Subscriber, Set<string>>();
  readonly #lists: Record<ListKind, Set<Subscriber>> = {
    tools: new Set(),
    prompts: new Set(),
    resources: new Set(),
  };
  readonly #changedLists = new Set<ListKind>();
  readonly #index: ResourceIndex;
  readonly #onError: OnError;

  constructor(index: ResourceIndex, onError: OnError) {
    this.#index = index;
    this.#onError = onError;
    this.listWatches = new ListWatches(index, onError);
  }

  /**
   * Notifies `subscriber` of changes of a resource.
   *
   * @throws {ResourceNotFoundError} when there is no such resource; and what its `beforeWatch` and `watch` throw.
   * @throws {RpcError} −32602 when the subscriber watches 1024 others.
   */
  async watch(uri: string, subscriber: Subscriber, ctx: Context): Promise<void> {
    const found = this.#index.find(uri);
    if (found === undefined) throw new ResourceNotFoundError(uri);
    await found.beforeWatch(ctx);
    const watched = this.#watched.get(subscriber) ?? new Set();
    if (!watched.has(uri) && watched.size >= MAX_WATCHED)
      throw invalidParams(`there are ${MAX_WATCHED} subscriptions already; unsubscribe first`);
    const watching = this.#watchings.get(uri) ?? this.#start(uri, (updated) => found.watch(updated, ctx));
    watching.subscribers.set(subscriber, ctx);
    this.#watched.set(subscriber, watched.add(uri));
    try {
      await watching.started;
    } catch (error) {
      if (this.#watchings.get(uri) === watching) this.#watchings.delete(uri);
      if (this.#watchings.get(uri)?.subscribers.has(subscriber) !== true) this.#forget(uri, subscriber);
      throw error;
    }
  }

  /** The scopes that a caller needs to subscribe to these resources. */
  scopes(uris: readonly unknown[]): readonly string[] {
    return [...new Set(uris.flatMap((uri) => this.#index.scopes(uri)))];
  }

  /** Stops notifying `subscriber` of a resource. */
  unwatch(uri: string, subscriber: Subscriber): void {
    this.#forget(uri, subscriber);
    const watching = this.#watchings.get(uri);
    if (watching === undefined || !watching.subscribers.delete(subscriber) || watching.subscribers.size > 0)
      return;
    this.#watchings.delete(uri);
    // A watch that failed to start need not be stopped; its subscriber already has the error.
    const stopped = watching.started.then(
      (stop) => stop(),
      () => {},
    );
    stopped.catch((error: unknown) => this.#onError(`stopping the watch of ${uri} failed`, error));
  }

  /** Notifies `subscriber` of changes of a list. */
  watchList(kind: ListKind, subscriber: Subscriber): void {
    this.#lists[kind].add(subscriber);
  }

  /** Says that a resource changed, to those who watch it. */
  markUpdated(uri: string): void {
    const watching = this.#watchings.get(uri);
    if (watching !== undefined) this.#gather(watching, uri);
  }

  markListChanged(kind: ListKind): void {
    if (this.#changedLists.size === 0) setTimeout(() => this.#notifyLists(), COALESCE_MS);
    this.#changedLists.add(kind);
  }

  leave(subscriber: Subscriber): void {
    this.listWatches.stop(subscriber);
    for (const set of Object.values(this.#lists)) set.delete(subscriber);
    for (const uri of [...(this.#watched.get(subscriber) ?? [])]) this.unwatch(uri, subscriber);
  }

  #start(uri: string, watch: (updated: Updated) => Awaitable<StopWatching>): Watching {
    const updated: Updated = (changed = uri, mayKnow) => this.#gather(watching, changed, mayKnow);
    const watching: Watching = {
      subscribers: new Map(),
      // A watch may report a change immediately, so it starts after it is in the map.
      started: Promise.resolve().then(() => watch(updated)),
      changed: new Map(),
    };
    this.#watchings.set(uri, watching);
    return watching;
  }

  #forget(uri: string, subscriber: Subscriber): void {
    const watched = this.#watched.get(subscriber);
    if (watched?.delete(uri) === true && watched.size === 0) this.#watched.delete(subscriber);
  }

  #gather(watching: Watching, uri: string, mayKnow?: MayKnow): void {
    const { changed } = watching;
    if (changed.size === 0) setTimeout(() => this.#notify(watching), COALESCE_MS);
    changed.set(uri, mayKnow);
  }

  #notify({ changed, subscribers }: Watching): void {
    const changes = [...changed];
    changed.clear();
    for (const [subscriber, ctx] of [...subscribers]) {
      const notifyAll = async (): Promise<void> => {
        for (const [uri, mayKnow] of changes)
          if (mayKnow === undefined || ((await mayKnow(ctx)) && subscribers.has(subscriber)))
            subscriber.updated(uri);
      };
      notifyAll().catch((error: unknown) => this.#onError('notifying of a change failed', error));
    }
  }

  #notifyLists(): void {
    const kinds = [...this.#changedLists];
    this.#changedLists.clear();
    for (const kind of kinds) for (const subscriber of [...this.#lists[kind]]) subscriber.listChanged(kind);
  }
}

/** Programs make files and rows in bursts, and clients answer each notification with a request for the list. */
const LIST_COALESCE_MS = 100;

interface ListWatch {
  readonly started: Promise<readonly StopWatching[]>;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

/** The watches over the lists of templates. Changes within 100 ms become one notification. */
class ListWatches {
  readonly #watches = new Map<Subscriber, ListWatch>();
  readonly #index: ResourceIndex;
  readonly #onError: OnError;

  constructor(index: ResourceIndex, onError: OnError) {
    this.#index = index;
    this.#onError = onError;
  }

  /**
   * Starts to watch if it has not started. Resolves when no change can be missed.
   *
   * @throws what a template's `watchList` throws; then nothing is watched.
   */
  async start(subscriber: Subscriber, ctx: Context): Promise<void> {
    const known = this.#watches.get(subscriber);
    if (known !== undefined) {
      await known.started;
      return;
    }
    const changed = (): void => {
      if (this.#watches.get(subscriber) !== watch || watch.timer !== undefined) return;
      watch.timer = setTimeout(() => {
        watch.timer = undefined;
        subscriber.listChanged('resources');
      }, LIST_COALESCE_MS);
    };
    const watch: ListWatch = { started: startAll(this.#index, changed, ctx) };
    this.#watches.set(subscriber, watch);
    try {
      await watch.started;
    } catch (error) {
      if (this.#watches.get(subscriber) === watch) this.#watches.delete(subscriber);
      throw error;
    }
  }

  /** Stops; false when nothing was watched. */
  stop(subscriber: Subscriber): boolean {
    const watch = this.#watches.get(subscriber);
    if (watch === undefined) return false;
    this.#watches.delete(subscriber);
    clearTimeout(watch.timer);
    // The request that started a failed watch has the error already.
    watch.started
      .then(stopAll, () => {})
      .catch((error: unknown) => {
        this.#onError('stopping the watch of a list failed', error);
      });
    return true;
  }
}

async function startAll(
  { templates }: ResourceIndex,
  changed: () => void,
  ctx: Context,
): Promise<readonly StopWatching[]> {
  const stops: StopWatching[] = [];
  try {
    for (const template of templates) {
      if (template.watchList !== undefined) stops.push(await template.watchList(changed, ctx));
    }
    return stops;
  } catch (error) {
    stopAll(stops);
    throw error;
  }
}

function stopAll(stops: readonly StopWatching[]): void {
  for (const stop of stops) stop();
}

/** A list whose changes are notified. */
export type ListKind = 'tools' | 'prompts' | 'resources';

/** A session or a listen stream that is notified of changes. */
export interface Subscriber {
  updated(uri: string): void;
  listChanged(kind: ListKind): void;
}
