// Counts what statements would do to rows and tables that are there before them. Temporary triggers count, in a transaction
// that is rolled back: they also see what triggers, views, foreign keys and REPLACE do.
import { quoteName } from '../sql/name.ts';
import { isWord, tokens } from '../sql/tokens.ts';
import type { Impact, ProcessOptions, RowLimits, SchemaChange, Sql, TableImpact } from '../tasks.ts';
import type { Connection } from './connection.ts';
import { runPlans, toPlans, type Plan } from './plans.ts';
import { trackSchema } from './schema.ts';

const NOTHING: Impact = { tables: [], dropped: [] };

/**
 * Runs the statements until one fails, and undoes them.
 *
 * @throws {SqlFailure} when a statement may not run.
 */
export const countImpact = (
  connection: Connection,
  statements: readonly Sql[],
  options: ProcessOptions,
): Impact => {
  const plans = toPlans(statements, options);
  // VACUUM and the pragmas that are allowed destroy nothing.
  if (plans.some(({ writing }) => writing?.isTransactional === false)) return NOTHING;
  // Without it, triggers do not see rows that REPLACE deletes.
  connection.pragma('recursive_triggers = ON');
  try {
    const changes = trackSchema(connection);
    connection.exec('BEGIN IMMEDIATE');
    addCounters(connection);
    const overwritten = runAll(connection, plans, options.limits);
    // OR ROLLBACK and RAISE(ROLLBACK) have undone all of it.
    if (!connection.inTransaction) return NOTHING;
    const counts = readCounts(connection, overwritten);
    const losses = changes().filter(isLoss(plans));
    connection.exec('ROLLBACK');
    return { tables: [...droppedRows(connection, losses), ...counts], dropped: losses.map(toText) };
  } finally {
    if (connection.inTransaction) connection.exec('ROLLBACK');
    connection.pragma('recursive_triggers = OFF');
  }
};

const TABLES =
  "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'";

const addCounters = (connection: Connection): void => {
  connection.exec('CREATE TEMP TABLE "mcp counts" ("table" TEXT, deleted INT, changed INT)');
  const insert = connection.prepare('INSERT INTO temp."mcp counts" VALUES (?, 0, 0)');
  const names = connection.prepare<[], string>(TABLES).pluck().all();
  for (const name of names) {
    const { lastInsertRowid: row } = insert.run(name);
    for (const [event, column] of Object.entries({ DELETE: 'deleted', UPDATE: 'changed' }))
      connection.exec(
        `CREATE TEMP TRIGGER "mcp ${event} ${row}" BEFORE ${event} ON main.${quoteName(name)} ` +
          `BEGIN UPDATE "mcp counts" SET ${column} = ${column} + 1 WHERE rowid = ${row}; END`,
      );
  }
};

const OVERWRITING: ReadonlySet<string> = new Set(['DELETE', 'UPDATE', 'REPLACE']);

/** How many rows the statements themselves delete, change or replace. */
const runAll = (connection: Connection, plans: readonly Plan[], limits: RowLimits): number => {
  let rows = 0;
  try {
    let at = 0;
    for (const { affectedRows } of runPlans(connection, plans, limits))
      if (OVERWRITING.has(plans[at++]?.writing?.verb ?? '')) rows += affectedRows;
  } catch {
    // It fails in the same way when it is run, and then the model reads why.
  }
  return rows;
};

const readCounts = (connection: Connection, overwritten: number): TableImpact[] => {
  const query = 'SELECT * FROM temp."mcp counts" WHERE deleted + changed > 0';
  const counts = connection.prepare<[], TableImpact>(query).all();
  const counted = counts.reduce((sum, { deleted, changed }) => sum + deleted + changed, 0);
  // Virtual tables have no triggers.
  const changed = overwritten - counted;
  return changed > 0 ? [...counts, { table: 'virtual tables', deleted: 0, changed }] : counts;
};

/** A name that is gone has another one now, unless a statement begins with DROP. */
const isLoss = (plans: readonly Plan[]): ((change: SchemaChange) => boolean) => {
  const drops = plans.some(({ writing }) => writing?.verb === 'DROP');
  const dropsColumn = plans.some(
    ({ writing, sql }) =>
      writing?.verb === 'ALTER' && [...tokens(sql.query)].some((token) => isWord(token, 'DROP')),
  );
  return ({ change }) => (drops && change === 'drop') || (dropsColumn && change === 'alter');
};

const droppedRows = (connection: Connection, losses: readonly SchemaChange[]): TableImpact[] =>
  losses
    .filter(({ change, type }) => change === 'drop' && type === 'table')
    .map(({ name: table }) => {
      const count = connection.prepare<[], number>(`SELECT count(*) FROM ${quoteName(table)}`).pluck();
      return { table, deleted: count.get() ?? 0, changed: 0 };
    });

const toText = ({ change, type, name }: SchemaChange): string =>
  change === 'drop' ? `${type} ${name}` : `a column of ${type} ${name}`;
