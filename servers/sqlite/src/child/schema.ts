// What statements have changed in the schema, found by comparing it before and after.
import { wordOf, tokens } from '../sql/tokens.ts';
import type { SchemaChange } from '../tasks.ts';
import type { Connection } from './connection.ts';
import type { Plan } from './plans.ts';

interface Entry {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

// Not what SQLite makes by itself.
const ENTRIES = "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

const readSchema = (connection: Connection): ReadonlyMap<string, Entry> => {
  const entries = connection.prepare<[], Entry>(ENTRIES).all();
  return new Map(entries.map((entry) => [`${entry.type} ${entry.name}`, entry]));
};

/**
 * Follows the schema. It looks before and after each statement that alters or drops: at the end another table could
 * have the name of one that is gone.
 */
export class SchemaWatch {
  /** What has changed up to the last look. */
  readonly changes: SchemaChange[] = [];
  readonly #connection: Connection;
  #last: ReadonlyMap<string, Entry>;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#last = readSchema(connection);
  }

  /** Runs one statement. */
  around<T>({ writing, sql }: Plan, run: () => T): T {
    const isAlter = writing?.verb === 'ALTER';
    if (!isAlter && writing?.verb !== 'DROP') return run();
    this.look();
    const result = run();
    const isLoss = isAlter && [...tokens(sql.query)].some((token) => wordOf(token) === 'DROP');
    const changes = isAlter ? renamed(this.#compare()) : this.#compare();
    this.changes.push(
      ...changes.map((each) => (isLoss && each.change === 'alter' ? { ...each, isLoss } : each)),
    );
    return result;
  }

  /** Compares the schema with what it was at the last look. */
  look(): void {
    this.changes.push(...this.#compare());
  }

  #compare(): SchemaChange[] {
    const before = this.#last;
    const after = readSchema(this.#connection);
    this.#last = after;
    const changed = [...after].flatMap(([key, { type, name, sql }]): SchemaChange[] => {
      const old = before.get(key);
      if (old === undefined) return [{ change: 'create', type, name }];
      return old.sql === sql ? [] : [{ change: 'alter', type, name }];
    });
    const gone = [...before.entries()].filter(([key]) => !after.has(key));
    return [
      ...changed,
      ...gone.map(([, { type, name }]) => ({ change: 'drop' as const, type, name, isLoss: true })),
    ];
  }
}

/** One ALTER that makes one table and drops one has renamed it. */
const renamed = (changes: readonly SchemaChange[]): SchemaChange[] => {
  const made = changes.find(({ change, type }) => change === 'create' && type === 'table');
  const gone = changes.find(({ change, type }) => change === 'drop' && type === 'table');
  if (made === undefined || gone === undefined) return [...changes];
  const others = changes.filter((each) => each !== made && each !== gone);
  return [{ change: 'rename', type: 'table', name: `${gone.name} to ${made.name}` }, ...others];
};
