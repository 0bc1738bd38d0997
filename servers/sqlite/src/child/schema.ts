// What statements have changed in the schema, found by comparing it before and after.
import type { SchemaChange } from '../tasks.ts';
import type { Connection } from './connection.ts';

interface Entry {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

/** The parts of a schema. */
export type Schema = ReadonlyMap<string, Entry>;

export const readSchema = (connection: Connection): Schema => {
  const entries = connection.prepare<[], Entry>('SELECT type, name, sql FROM sqlite_schema').all();
  return new Map(entries.map((entry) => [`${entry.type} ${entry.name}`, entry]));
};

export const compareSchemas = (before: Schema, after: Schema): SchemaChange[] => {
  const changes: SchemaChange[] = [];
  for (const [key, { type, name, sql }] of after) {
    const old = before.get(key);
    if (old === undefined) changes.push({ change: 'create', type, name });
    else if (old.sql !== sql) changes.push({ change: 'alter', type, name });
  }
  for (const [key, { type, name }] of before)
    if (!after.has(key)) changes.push({ change: 'drop', type, name });
  return changes;
};
