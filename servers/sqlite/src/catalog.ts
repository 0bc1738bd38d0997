// What a database is made of: tables, columns, indexes. Names are bound, never part of the SQL.
import { ToolError, type Context } from '@mcp/runtime';
import type { Database } from './databases.ts';
import { nearest, showName } from './sql/name.ts';
import type { CatalogAnswer, CatalogRow, OwnSql } from './tasks.ts';

/** One table or view. */
export interface TableDescription {
  readonly name: string;
  readonly type: string;
  readonly columns: readonly CatalogRow[];
  readonly indexes: readonly { readonly [member: string]: unknown }[];
  readonly foreignKeys: readonly CatalogRow[];
  readonly triggers: readonly CatalogRow[];
  readonly sql: string;
}

// The schema is a table too, but not one that it lists.
const SELF = `
  SELECT type, name, sql FROM sqlite_schema WHERE type IN ('table', 'view') AND name = :table COLLATE NOCASE
  UNION ALL SELECT 'table', 'sqlite_schema',
    'CREATE TABLE sqlite_schema (type TEXT, name TEXT, tbl_name TEXT, rootpage INTEGER, sql TEXT)'
    WHERE lower(:table) IN ('sqlite_schema', 'sqlite_master')`;
const COLUMNS = 'SELECT cid, name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(:table)';
const INDEXES =
  'SELECT name, "unique", origin, partial, ' +
  '(SELECT json_group_array(i.name) FROM pragma_index_info(l.name) i) AS columns FROM pragma_index_list(:table) l';
const FOREIGN_KEYS =
  'SELECT id, seq, "table", "from", "to", on_update, on_delete FROM pragma_foreign_key_list(:table)';
const TRIGGERS =
  "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = :table COLLATE NOCASE";
const NAMES = "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')";

/** @throws {ToolError} when there is no such table, with the names of similar ones. */
export const describeTable = async (
  database: Database,
  table: string,
  ctx: Context,
): Promise<TableDescription> => {
  const statements = [SELF, COLUMNS, INDEXES, FOREIGN_KEYS, TRIGGERS].map((query): OwnSql => ({
    query,
    params: { table },
    mayFail: query === COLUMNS,
  }));
  const answers = await database.catalog(statements, ctx);
  const [self, columns, indexes, foreignKeys, triggers] = answers;
  const [found] = self?.rows ?? [];
  if (found === undefined) {
    const hint = await likelyTables(database, table, ctx);
    throw new ToolError(`There is no table or view ${showName(table)}.`, { code: 'no_such_table', hint });
  }
  const sql = String(found['sql']);
  if (columns?.problem !== undefined)
    throw new ToolError(`Database error: ${columns.problem}.`, {
      code: 'broken_view',
      hint: `Its SQL is: ${sql}`,
    });
  return {
    name: String(found['name']),
    type: String(found['type']),
    columns: rowsOf(columns),
    indexes: rowsOf(indexes).map(({ columns: names, ...index }) => ({ ...index, columns: toNames(names) })),
    foreignKeys: rowsOf(foreignKeys),
    triggers: rowsOf(triggers),
    sql,
  };
};

const rowsOf = (answer: CatalogAnswer | undefined): readonly CatalogRow[] => answer?.rows ?? [];

// An expression has no name.
const toNames = (json: CatalogRow[string] | undefined): readonly unknown[] =>
  typeof json === 'string' ? (JSON.parse(json) as unknown[]) : [];

/** Names of tables that are like one that does not exist, as a sentence. */
export const likelyTables = async (
  database: Pick<Database, 'catalog'>,
  table: string,
  ctx: Context,
): Promise<string> => {
  const [answer] = await database.catalog([{ query: NAMES }], ctx);
  const names = nearest(
    table,
    rowsOf(answer).map(({ name }) => String(name)),
  );
  return names.length === 0 ? 'The database has no tables.' : `Tables: ${names.join(', ')}.`;
};

const MOST_SUGGESTIONS = 100;

/** The names of tables and views that begin with a text, in order. */
export const tableNames = (database: Database, start: string, ctx: Context): Promise<string[]> =>
  names(database, ctx, {
    query:
      "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' " +
      'AND substr(name, 1, length(:start)) = :start COLLATE NOCASE ORDER BY name LIMIT :limit',
    params: { start, limit: MOST_SUGGESTIONS },
  });

/** The names of the columns of a table that begin with a text. */
export const columnNames = (
  database: Database,
  { table, start }: { readonly table: string; readonly start: string },
  ctx: Context,
): Promise<string[]> =>
  names(database, ctx, {
    query:
      'SELECT name FROM pragma_table_xinfo(:table) WHERE substr(name, 1, length(:start)) = :start COLLATE NOCASE',
    params: { table, start },
  });

const names = async (database: Database, ctx: Context, statement: OwnSql): Promise<string[]> => {
  const [answer] = await database.catalog([statement], ctx);
  return rowsOf(answer).map(({ name }) => String(name));
};

/** The whole schema as SQL, tables first. */
export const schemaSql = async (database: Database, ctx: Context): Promise<string> => {
  const query =
    "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type != 'table', type != 'view', name";
  const [answer] = await database.catalog([{ query }], ctx);
  return rowsOf(answer)
    .map(({ sql }) => `${String(sql)};`)
    .join('\n');
};
