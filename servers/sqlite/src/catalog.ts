// What a database is made of: tables, columns, indexes. Names are bound, never part of the SQL.
import { ToolError, type Context } from '@mcp/runtime';
import type { Database } from './databases.ts';
import type { Rows } from './rows.ts';
import { toPlainText, type JsonValue } from './sql/value.ts';

/** Rows as objects by the name of the column. */
export type JsonRow = { readonly [column: string]: JsonValue };

const ALL = { maxRows: 100_000, maxBytes: 2 ** 24, skip: 0 };

export const toObjects = ({ columns, values }: Pick<Rows, 'columns' | 'values'>): JsonRow[] =>
  values.map((row) => Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null])));

const COLUMNS = 'SELECT cid, name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo(?)';
const INDEXES =
  'SELECT name, "unique", origin, partial, ' +
  '(SELECT json_group_array(i.name) FROM pragma_index_info(l.name) i) AS columns FROM pragma_index_list(?) l';
const FOREIGN_KEYS =
  'SELECT id, seq, "table", "from", "to", on_update, on_delete FROM pragma_foreign_key_list(?)';
const TRIGGERS = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = ? COLLATE NOCASE";
const SELF =
  "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('table', 'view') AND name = ? COLLATE NOCASE";

/** One table or view. */
export interface TableDescription {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
  readonly columns: readonly JsonRow[];
  readonly indexes: readonly { readonly [member: string]: unknown }[];
  readonly foreignKeys: readonly JsonRow[];
  readonly triggers: readonly JsonRow[];
}

// An expression has no name.
const toNames = (json: JsonValue | undefined): readonly unknown[] =>
  typeof json === 'string' ? (JSON.parse(json) as unknown[]) : [];

/** Undefined when there is no such table. */
export const describeOne = async (
  database: Database,
  table: string,
  ctx: Context,
): Promise<TableDescription | undefined> => {
  const statements = [SELF, COLUMNS, INDEXES, FOREIGN_KEYS, TRIGGERS].map((query) => ({
    query,
    params: [table],
    isOwn: true,
  }));
  const answers = await database
    .read(statements, ctx, ALL)
    .catch((error: unknown) => withSql(database, table, ctx, error));
  const [self = [], columns = [], indexes = [], foreignKeys = [], triggers = []] = answers.map(toObjects);
  const [found] = self;
  if (found === undefined) return undefined;
  return {
    type: toPlainText(found['type']),
    name: toPlainText(found['name']),
    sql: toPlainText(found['sql']),
    columns,
    indexes: indexes.map(({ columns: names, ...index }) => ({ ...index, columns: toNames(names) })),
    foreignKeys,
    triggers,
  };
};

/** Why a view of a table that is gone cannot be described, with its SQL, which tells what to do. */
const withSql = async (database: Database, table: string, ctx: Context, error: unknown): Promise<never> => {
  if (!(error instanceof ToolError)) throw error;
  const [self] = await database.read([{ query: SELF, params: [table], isOwn: true }], ctx, ALL);
  const sql = self?.values[0]?.[2];
  throw sql === undefined ? error : new ToolError(`${error.message}. Its SQL is: ${toPlainText(sql)}`);
};

/** The names of tables and views that begin with a text, in order. */
export const tableNames = async (
  database: Database,
  start: string,
  limit: number,
  ctx: Context,
): Promise<string[]> => {
  const query =
    "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' " +
    'AND substr(name, 1, length(:start)) = :start COLLATE NOCASE ORDER BY name LIMIT :limit';
  const [rows] = await database.read([{ query, params: { start, limit }, isOwn: true }], ctx, ALL);
  return rows === undefined ? [] : rows.values.map(([name]) => toPlainText(name));
};

/** The names of the columns of a table that begin with a text. */
export const columnNames = async (
  database: Database,
  table: string,
  start: string,
  ctx: Context,
): Promise<string[]> => {
  const query =
    'SELECT name FROM pragma_table_xinfo(:table) WHERE substr(name, 1, length(:start)) = :start COLLATE NOCASE';
  const [rows] = await database.read([{ query, params: { table, start }, isOwn: true }], ctx, ALL);
  return rows === undefined ? [] : rows.values.map(([name]) => toPlainText(name));
};

/** The whole schema as SQL, tables first. */
export const schemaSql = async (database: Database, ctx: Context): Promise<string> => {
  const query =
    "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type != 'table', type != 'view', name";
  const [rows] = await database.read([{ query, isOwn: true }], ctx, ALL);
  return (rows?.values ?? []).map(([sql]) => `${toPlainText(sql)};`).join('\n');
};

/** A name as SQL. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
