// Change watch: polls a database while it has listeners, to notice changes by this server and by other programs.
import type { Database } from './databases.ts';
import type { Versions } from './tasks.ts';

const INTERVAL_MS = 500;

/** Notices changes of one database. One timer serves all listeners. */
export class ChangeWatch {
  readonly #database: Pick<Database, 'versions'>;
  readonly #listeners = new Map<() => void, 'any' | 'schema'>();
  #last: Versions | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Pick<Database, 'versions'>) {
    this.#database = database;
  }

  /** Calls the listener after each change, or after changes of the schema only. Returns a function that stops it. */
  async listen(changes: 'any' | 'schema', listener: () => void): Promise<() => void> {
    if (this.#listeners.size === 0) await this.#poll();
    this.#listeners.set(listener, changes);
    // Waits after each poll, because a database may be locked for seconds.
    this.#timer ??= setTimeout(
      () => void this.#poll().then(() => this.#timer?.refresh()),
      INTERVAL_MS,
    ).unref();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  async #poll(): Promise<void> {
    const last = this.#last;
    const now = await this.#database.versions().catch(() => undefined);
    this.#last = now ?? last;
    if (last === undefined || now === undefined) return;
    const hasSchemaChanged = last.schema !== now.schema;
    // `data` differs between processes, so a listener may be called without a change.
    if (!hasSchemaChanged && last.data === now.data) return;
    for (const [listener, changes] of this.#listeners) if (hasSchemaChanged || changes === 'any') listener();
  }
}
