// Explains failures: adds hints about names that do not exist.
import { instead, toFailure, type Failure } from '../sql/failure.ts';
import { likelyColumns, likelyTables, TABLE_NAMES } from '../sql/name.ts';
import type { Connection } from './connection.ts';

const NO_TABLE = /^no such table: (?:main\.)?(.*)$/s;
const NO_FUNCTION = /^no such function: (.*)$/s;
const NO_COLUMN = /^(?:no such column: |table .* has no column named )(?:.*\.)?(.*?)( - should.*)?$/s;

// Only tables, because views may be broken.
const COLUMNS = `
  SELECT min(t.name) || '.' || c.name FROM pragma_table_list t, pragma_table_xinfo(t.name) c
  WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' GROUP BY c.name`;

/** Returns a failure as plain data. For a table or column that does not exist, the hint has similar names. */
export const explainFailure = (connection: Connection, error: unknown): Failure => {
  const failure = toFailure(error);
  const names = (query: string): string[] => connection.prepare<[], string>(query).pluck().all();
  const table = NO_TABLE.exec(failure.message)?.[1];
  if (table !== undefined) return { ...failure, hint: likelyTables(table, names(TABLE_NAMES)) };
  const name = NO_FUNCTION.exec(failure.message)?.[1];
  if (name !== undefined) return { ...failure, hint: instead(name) };
  const column = NO_COLUMN.exec(failure.message)?.[1];
  if (column === undefined) return failure;
  return { ...failure, hint: likelyColumns(column, names(COLUMNS)) };
};
