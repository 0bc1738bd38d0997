// What statements have changed in the schema, found by comparing it before and after.
import type { SchemaChange } from '../tasks.ts';
import type { Connection } from './connection.ts';

interface Entry {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

// Not what SQLite makes by itself.
const ENTRIES = "SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

const readSchema = (connection: Connection): Map<string, Entry> => {
  const entries = connection.prepare<[], Entry>(ENTRIES).all();
  return new Map(entries.map((entry) => [`${entry.type} ${entry.name}`, entry]));
};

/** Remembers the schema as it is. The returned function tells what has changed since. */
export const trackSchema = (connection: Connection): (() => SchemaChange[]) => {
  const before = readSchema(connection);
  return () => {
    const changes: SchemaChange[] = [];
    const after = readSchema(connection);
    for (const [key, { type, name, sql }] of after) {
      const old = before.get(key);
      if (old === undefined) changes.push({ change: 'create', type, name });
      else if (old.sql !== sql) changes.push({ change: 'alter', type, name });
    }
    for (const [key, { type, name }] of before)
      if (!after.has(key)) changes.push({ change: 'drop', type, name });
    return changes;
  };
};
