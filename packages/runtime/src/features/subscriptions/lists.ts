// Subscriber, and ListWatches: watches the lists that resource templates produce, one watch per subscriber.
import type { Context } from '../../define/context.ts';
import type { StopWatching } from '../../define/resource.ts';
import type { ResourceIndex } from '../resources/resource-index.ts';

/** Programs make files and rows in bursts, and clients answer each notification with a request for the list. */
const LIST_COALESCE_MS = 100;

interface ListWatch {
  readonly started: Promise<readonly StopWatching[]>;
  timer?: ReturnType<typeof setTimeout> | undefined;
}

/** The watches over the lists of templates. Changes within 100 ms become one notification. */
export class ListWatches {
  readonly #watches = new Map<Subscriber, ListWatch>();
  readonly #index: ResourceIndex;
  readonly #onError: (problem: string, error: unknown) => void;

  constructor(index: ResourceIndex, onError: (problem: string, error: unknown) => void) {
    this.#index = index;
    this.#onError = onError;
  }

  /**
   * Begins to watch, unless that has begun. Resolves when no change can be missed any more.
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
    // Whoever started a watch that failed has the error already.
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
