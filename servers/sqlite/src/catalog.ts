// Catalog: reads tables, columns and indexes of a database. Names are bound, never part of the SQL.
import { ToolError, type Context } from '@mcp/runtime';
import type { Database } from './databases.ts';
import { likelyTables, shorten, showName, TABLE_NAMES } from './sql/name.ts';
import type { OwnSql } from './tasks.ts';

/** A table or view. Flags are 0 or 1; `pk` is the position in the primary key, counted from 1. */
export interface TableDescription {
  readonly name: string;
  readonly columns: readonly Column[];
  readonly indexes: readonly Index[];
  readonly foreign_keys: readonly {
    readonly from: string;
    readonly table: string;
    readonly to: string | null;
  }[];
  readonly triggers: readonly object[];
  readonly [member: string]: unknown;
}

interface Column {
  readonly name: string;
  readonly type: string;
  readonly notnull: number;
  readonly pk: number;
}

interface Index {
  readonly unique: number;
  readonly origin: string;
  readonly partial: number;
  readonly columns: readonly (string | null)[];
}

/** Maximum length of the SQL of a broken view in an error. */
const MOST_CHARACTERS = 1000;

// sqlite_schema does not list itself.
const SELF = `
  SELECT type, name, sql FROM sqlite_schema WHERE type IN ('table', 'view') AND name = :table COLLATE NOCASE
  UNION ALL SELECT 'table', 'sqlite_schema',
    'CREATE TABLE sqlite_schema (type TEXT, name TEXT, tbl_name TEXT, rootpage INTEGER, sql TEXT)'
    WHERE lower(:table) IN ('sqlite_schema', 'sqlite_master')`;
/** SQL that describes the table `:table` as the JSON of a `TableDescription`. */
export const DESCRIPTION = `
  SELECT json_object(
    'name', name, 'type', type,
    'columns', json((SELECT json_group_array(json_object('cid', cid, 'name', name, 'type', type, 'notnull', "notnull",
      'dflt_value', dflt_value, 'pk', pk, 'hidden', hidden)) FROM pragma_table_xinfo(:table))),
    'indexes', json((SELECT json_group_array(json_object('name', name, 'unique', "unique", 'origin', origin,
      'partial', partial, 'columns', json((SELECT json_group_array(name) FROM pragma_index_info(list.name)))))
      FROM pragma_index_list(:table) AS list)),
    'foreign_keys', json((SELECT json_group_array(json_object('id', id, 'seq', seq, 'table', "table", 'from', "from",
      'to', "to", 'on_update', on_update, 'on_delete', on_delete)) FROM pragma_foreign_key_list(:table))),
    'triggers', json((SELECT json_group_array(json_object('name', name, 'sql', sql))
      FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = :table COLLATE NOCASE)),
    'sql', sql) AS description
  FROM (${SELF})`;

/** Describes a table. @throws {ToolError} if there is no such table, with similar names. */
export const describeTable = async (
  database: Database,
  table: string,
  ctx: Context,
): Promise<TableDescription> => {
  const params = { table };
  const statements = [
    { query: SELF, params },
    { query: DESCRIPTION, params, mayFail: true },
  ];
  const [self, whole] = await database.catalog(statements, ctx);
  const [found] = self?.rows ?? [];
  if (found === undefined) {
    const hint = likelyTables(table, await readTexts(database, { query: TABLE_NAMES }, ctx));
    throw new ToolError(`There is no table or view ${showName(table)}.`, { code: 'no_such_table', hint });
  }
  if (whole?.problem !== undefined)
    throw new ToolError(`Database error: ${whole.problem}.`, {
      code: 'broken_view',
      hint: `Its SQL is: ${shorten(String(found['sql']), MOST_CHARACTERS)}`,
    });
  return JSON.parse(String(whole?.rows[0]?.['description'])) as TableDescription;
};

/** Returns the whole schema as SQL, tables first. */
export const schemaSql = async (database: Database, ctx: Context): Promise<string> => {
  const query =
    "SELECT sql || ';' FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY type != 'table', type != 'view', name";
  return (await readTexts(database, { query }, ctx)).join('\n');
};

/** Returns the values of a statement with one column, as strings. */
export const readTexts = async (
  database: Pick<Database, 'catalog'>,
  statement: OwnSql,
  ctx: Context,
): Promise<string[]> => {
  const [answer] = await database.catalog([statement], ctx);
  return (answer?.rows ?? []).flatMap((row) => Object.values(row).map(String));
};
