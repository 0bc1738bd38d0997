// Counts what statements would do to rows and tables that are there before them. Temporary triggers count, in a transaction
// that is rolled back: they also see what triggers, views, foreign keys and REPLACE do.
import { quoteName } from '../sql/name.ts';
import { isWord, tokens } from '../sql/tokens.ts';
import type { Impact, ImpactTask, ProcessOptions, RowLimits, SchemaChange } from '../tasks.ts';
import type { Connection } from './connection.ts';
import { toPlans, type Plan } from './plan.ts';
import { compareSchemas, readSchema } from './schema.ts';
import { WriteRun } from './write-run.ts';

type TableImpact = Impact['tables'][number];

const NOTHING: Impact = { tables: [], dropped: [] };

/**
 * Runs the statements until one fails, and undoes them.
 *
 * @throws {SqlFailure} when a statement may not run.
 */
export const countImpact = (connection: Connection, task: ImpactTask, options: ProcessOptions): Impact => {
  const plans = toPlans(task.statements, options);
  // VACUUM and the pragmas that are allowed destroy nothing.
  if (plans.some(({ writing }) => writing?.isTransactional === false)) return NOTHING;
  // Without it, triggers do not see rows that REPLACE deletes.
  connection.pragma('recursive_triggers = ON');
  try {
    const { counts, changes } = runDry(connection, options.limits, plans);
    return { tables: [...droppedRows(connection, changes), ...counts], dropped: changes.map(toText) };
  } finally {
    if (connection.inTransaction) connection.exec('ROLLBACK');
    connection.pragma('recursive_triggers = OFF');
  }
};

interface DryRun {
  readonly counts: readonly TableImpact[];
  /** Dropped parts of the schema, columns included. */
  readonly changes: readonly SchemaChange[];
}

const runDry = (connection: Connection, limits: RowLimits, plans: readonly Plan[]): DryRun => {
  const before = readSchema(connection);
  connection.exec('BEGIN IMMEDIATE');
  addCounters(connection);
  const overwritten = runAll(new WriteRun(connection, limits), plans);
  // OR ROLLBACK and RAISE(ROLLBACK) have undone all of it.
  if (!connection.inTransaction) return { counts: [], changes: [] };
  const counts = readCounts(connection, overwritten);
  const changes = compareSchemas(before, readSchema(connection)).filter(isLoss(plans));
  connection.exec('ROLLBACK');
  return { counts, changes };
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
const runAll = (runner: WriteRun, plans: readonly Plan[]): number => {
  let rows = 0;
  try {
    for (const plan of plans) {
      const { affectedRows } = runner.run(plan);
      if (OVERWRITING.has(plan.writing?.verb ?? '')) rows += affectedRows;
    }
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

const droppedRows = (connection: Connection, changes: readonly SchemaChange[]): TableImpact[] =>
  changes
    .filter(({ change, type }) => change === 'drop' && type === 'table')
    .map(({ name }) => {
      const count = connection
        .prepare<[], number>(`SELECT count(*) FROM ${quoteName(name)}`)
        .pluck()
        .get();
      return { table: name, deleted: count ?? 0, changed: 0 };
    });

const toText = ({ change, type, name }: SchemaChange): string =>
  change === 'drop' ? `${type} ${name}` : `a column of ${type} ${name}`;
