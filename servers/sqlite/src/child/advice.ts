// Index advice: creates indexes on an empty copy of the schema, where SQLite says whether it would use them.
import Database from 'better-sqlite3';
import { toBindings } from '../sql/bindings.ts';
import { quoteName } from '../sql/name.ts';
import { tokens } from '../sql/tokens.ts';
import type { Sql } from '../tasks.ts';
import type { Connection } from './connection.ts';

const SCHEMA = `
  SELECT name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
    AND type IN ('table', 'index', 'view') AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY type != 'table', rowid`;
const COLUMNS = `
  SELECT t.name AS "table", c.name AS column FROM pragma_table_list t, pragma_table_info(t.name) c
  WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;
/** A full scan, or an automatic index for this query. */
const SCAN = /^SCAN (?!.* USING )| USING AUTOMATIC /;
const MOST_TABLES = 1000;
const MOST_TRIED = 50;

/** Returns columns like `orders(customer)`, or null if the query cannot be planned on the copy. */
export const adviseIndexes = (connection: Connection, { query, params }: Sql): string[] | null => {
  const schema = connection.prepare<[], { sql: string }>(SCHEMA).all();
  if (schema.length > MOST_TABLES) return null;
  using copy = { database: new Database(':memory:'), [Symbol.dispose]: () => copy.database.close() };
  const { database } = copy;
  try {
    for (const { sql } of schema) database.exec(sql);
    const named = new Set<string>();
    for (const { kind, text } of tokens(query)) if (kind !== 'symbol') named.add(text.toUpperCase());
    const all = database.prepare<[], { table: string; column: string }>(COLUMNS).all();
    const tried = all.filter(({ table, column }) =>
      [table, column].every((name) => named.has(name.toUpperCase())),
    );
    const bindings = toBindings(query, params);
    const plan = database.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${query}`);
    const countScans = (): number => plan.all(...bindings).filter(({ detail }) => SCAN.test(detail)).length;
    const scans = countScans();
    return tried.slice(0, MOST_TRIED).flatMap(({ table, column }) => {
      database.exec(`CREATE INDEX advised ON ${quoteName(table)} (${quoteName(column)})`);
      const helps = countScans() < scans;
      database.exec('DROP INDEX advised');
      return helps ? `${table}(${column})` : [];
    });
  } catch {
    // The query spans several databases, or the schema needs a module that is missing here.
    return null;
  }
};
