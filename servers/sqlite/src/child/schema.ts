// Schema changes: found by comparing the schema before and after statements.
import { wordOf, tokens } from '../sql/tokens.ts';
import type { SchemaChange } from '../tasks.ts';
import type { Connection } from './connection.ts';
import type { Plan } from './plans.ts';

interface Entry {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

// Without SQLite's internal tables and indexes.
const ENTRIES = "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

const readSchema = (connection: Connection): ReadonlyMap<string, Entry> => {
  const entries = connection.prepare<[], Entry>(ENTRIES).all();
  return new Map(entries.map((entry) => [`${entry.type} ${entry.name}`, entry]));
};

/**
 * Records changes of the schema. Compares before and after each ALTER and DROP, because a later statement could create
 * a table with the name of a dropped one.
 */
export class SchemaWatch {
  /** Changes up to the last comparison. */
  readonly changes: SchemaChange[] = [];
  readonly #connection: Connection;
  #last: ReadonlyMap<string, Entry>;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#last = readSchema(connection);
  }

  around<T>({ writing, sql }: Plan, run: () => T): T {
    const isAlter = writing?.verb === 'ALTER';
    if (!isAlter && writing?.verb !== 'DROP') return run();
    this.compare();
    const result = run();
    const isLoss = isAlter && [...tokens(sql.query)].some((token) => wordOf(token) === 'DROP');
    const changes = isAlter ? renamed(this.#compare()) : this.#compare();
    this.changes.push(
      ...changes.map((each) => (isLoss && each.change === 'alter' ? { ...each, isLoss } : each)),
    );
    return result;
  }

  /** Compares the schema with the last state. */
  compare(): void {
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

/** An ALTER that creates one table and drops another has renamed it. */
const renamed = (changes: readonly SchemaChange[]): SchemaChange[] => {
  const made = changes.find(({ change, type }) => change === 'create' && type === 'table');
  const gone = changes.find(({ change, type }) => change === 'drop' && type === 'table');
  if (made === undefined || gone === undefined) return [...changes];
  const others = changes.filter((each) => each !== made && each !== gone);
  return [{ change: 'rename', type: 'table', name: `${gone.name} to ${made.name}` }, ...others];
};
