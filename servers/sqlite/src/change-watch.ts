// Finds out when the server or another program changed a database. Asks the database in intervals while there are
// listeners.
import type { Database } from './databases.ts';
import type { Versions } from './tasks.ts';

const INTERVAL_MS = 500;

/** Listens to one database. One timer serves all listeners. */
export class ChangeWatch {
  readonly #database: Pick<Database, 'versions'>;
  readonly #listeners = new Map<() => void, 'any' | 'schema'>();
  #last: Versions | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(database: Pick<Database, 'versions'>) {
    this.#database = database;
  }

  /** Calls the listener for changes from now on, of anything or of the schema only. The returned function ends it. */
  async listen(changes: 'any' | 'schema', listener: () => void): Promise<() => void> {
    if (this.#listeners.size === 0) await this.#look();
    this.#listeners.set(listener, changes);
    // The next look begins some time after this one ended: a database may be locked for seconds.
    this.#timer ??= setTimeout(
      () => void this.#look().then(() => this.#timer?.refresh()),
      INTERVAL_MS,
    ).unref();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearTimeout(this.#timer);
      this.#timer = undefined;
    };
  }

  async #look(): Promise<void> {
    const last = this.#last;
    // A database that cannot be read now may be readable later.
    const now = await this.#database.versions().catch(() => undefined);
    this.#last = now ?? last;
    if (last === undefined || now === undefined) return;
    const hasSchemaChanged = last.schema !== now.schema;
    // Another process has other numbers of data: rather tell too often than too rarely.
    if (!hasSchemaChanged && last.data === now.data) return;
    for (const [listener, changes] of this.#listeners) if (hasSchemaChanged || changes === 'any') listener();
  }
}
