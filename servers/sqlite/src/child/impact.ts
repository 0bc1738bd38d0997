// Counts what statements do to rows and tables that are there before them, with temporary triggers: they also see what
// triggers, views and foreign keys do. The question to the user is made of these counts, and what runs may not exceed them.
import { randomUUID } from 'node:crypto';
import { SqlFailure } from '../sql/failure.ts';
import { quoteName } from '../sql/name.ts';
import { CHANGES } from '../sql/read-gate.ts';
import { isWord, tokens } from '../sql/tokens.ts';
import { toBindings } from '../sql/value.ts';
import type {
  Impact,
  ProcessOptions,
  RowLimits,
  SchemaChange,
  TableImpact,
  WriteResult,
  WriteTask,
} from '../tasks.ts';
import type { Connection } from './connection.ts';
import { runPlans, toPlans, type Plan } from './plans.ts';
import { trackSchema } from './schema.ts';

const NOTHING: Impact = { tables: [], dropped: [] };

/**
 * Runs the statements and undoes them.
 *
 * @throws {SqlFailure} when a statement may not run.
 */
export const countImpact = (
  connection: Connection,
  { statements, isAtomic = true }: Omit<WriteTask, 'kind'>,
  options: ProcessOptions,
): Impact => {
  const plans = toPlans(statements, options);
  // VACUUM and the pragmas that are allowed destroy nothing.
  if (plans.some(({ writing }) => writing?.isTransactional === false)) return NOTHING;
  try {
    connection.exec('BEGIN IMMEDIATE');
    const counter = new ImpactCounter(connection);
    const isWhole = runThrough(counter.run(plans, options.limits));
    // OR ROLLBACK and RAISE(ROLLBACK) have undone all of it.
    if (!connection.inTransaction || (isAtomic && !isWhole)) return NOTHING;
    const impact = counter.impact();
    connection.exec('ROLLBACK');
    const tables = impact.tables.map((table) => withReplaced(table, countRows(connection, table.table)));
    return { ...impact, tables };
  } finally {
    if (connection.inTransaction) connection.exec('ROLLBACK');
  }
};

/** Whether none failed. One that fails does so in the same way when it is run, and then the model reads why. */
const runThrough = (steps: Iterable<WriteResult>): boolean => {
  try {
    for (const _ of steps);
    return true;
  } catch {
    return false;
  }
};

/** Triggers do not see rows that REPLACE deletes, but there are fewer rows than there were. */
const withReplaced = (impact: TableImpact, rowsBefore: number): TableImpact => ({
  ...impact,
  deleted: Math.max(impact.deleted, rowsBefore + impact.inserted - impact.rows),
});

/** 0 when there is no such table. */
const countRows = (connection: Connection, table: string): number => {
  try {
    return (
      connection
        .prepare<[], number>(`SELECT count(*) FROM main.${quoteName(table)}`)
        .pluck()
        .get() ?? 0
    );
  } catch {
    return 0;
  }
};

/** Statements did more than what was counted before: another program wrote, or they are random. */
export class ExceededError extends SqlFailure {
  constructor() {
    super('exceeded', 'Nothing was changed: it would have changed more than a moment ago.');
  }
}

// Some tables have no rowid, or a column of that name.
const TABLES = `
  SELECT name AS "table", NOT wr AND 'rowid' NOT IN (SELECT lower(name) FROM pragma_table_xinfo(t.name)) AS hasRowid
  FROM pragma_table_list t WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;
const HAS_VIRTUAL = "SELECT 1 FROM pragma_table_list WHERE schema = 'main' AND type = 'virtual'";
const TRIGGERS =
  'SELECT substr(name, 1, 36) AS id, tbl_name AS "table" FROM temp.sqlite_schema WHERE name LIKE \'% INSERT\'';

/** The name of the SQL function that the triggers call. */
const COUNT = 'mcp count';
const EVENTS = ['INSERT', 'UPDATE', 'DELETE'] as const;

interface Watched {
  readonly table: string;
  readonly events: { [event in (typeof EVENTS)[number]]: number };
  /** The rowid of the row that was changed last. */
  last: bigint | null;
}

/** Counts what statements do in a transaction. */
export class ImpactCounter {
  readonly #connection: Connection;
  /** By an id in the names of the triggers. It is random, so that no statement can drop one by its name. */
  readonly #watched = new Map<string, Watched>();
  readonly #dropped: SchemaChange[] = [];
  readonly #hasVirtual: boolean;
  readonly #agreed: Impact;
  readonly #rowsBefore: ReadonlyMap<string, number>;
  #virtual = 0;

  /** Statements may do no more than what was agreed, when it is given. */
  constructor(connection: Connection, agreed = NOTHING) {
    this.#connection = connection;
    this.#agreed = agreed;
    this.#rowsBefore = new Map(agreed.tables.map(({ table }) => [table, countRows(connection, table)]));
    this.#hasVirtual = connection.prepare(HAS_VIRTUAL).get() !== undefined;
    connection.function(COUNT, { safeIntegers: true }, this.#count);
    const tables = connection.prepare<[], { table: string; hasRowid: number }>(TABLES).all();
    for (const { table, hasRowid } of tables) {
      const id = randomUUID();
      this.#watched.set(id, { table, events: { INSERT: 0, UPDATE: 0, DELETE: 0 }, last: null });
      for (const event of EVENTS) {
        const row = event === 'UPDATE' && hasRowid === 1 ? 'old.rowid' : 'NULL';
        connection.exec(
          `CREATE TEMP TRIGGER "${id} ${event}" AFTER ${event} ON main.${quoteName(table)} ` +
            `BEGIN SELECT "${COUNT}"('${id}', '${event}', ${row}); END`,
        );
      }
    }
  }

  /** A trigger that changes the row that was just changed, like the time of the change, is no change of another row. */
  readonly #count = (id: string, event: keyof Watched['events'], row: bigint | null): void => {
    const watched = this.#watched.get(id);
    if (watched === undefined || (row !== null && row === watched.last)) return;
    watched.events[event]++;
    watched.last = row;
  };

  /** Runs statements. A part of the schema that one drops counts, even if a later one makes it anew. */
  *run(plans: readonly Plan[], limits: RowLimits): Generator<WriteResult, void> {
    const steps = runPlans(this.#connection, plans, limits);
    for (const plan of plans) {
      const losesVirtual = this.#hasVirtual && changesVirtual(this.#connection, plan);
      const changes = isDropping(plan) ? trackSchema(this.#connection) : () => [];
      const { value: result } = steps.next();
      if (result === undefined) return;
      this.#dropped.push(...changes().filter(({ change }) => change === LOSS[plan.writing?.verb ?? '']));
      if (losesVirtual) this.#virtual += result.affectedRows || (result.allAffectedRows ?? 0);
      yield result;
    }
  }

  /** What has happened to the rows, and how many there are now. */
  impact(): Impact {
    // A table that was renamed took its triggers along.
    const triggers = this.#connection.prepare<[], { id: string; table: string }>(TRIGGERS).all();
    const now = new Map(triggers.map(({ id, table }) => [id, table]));
    const tables = [...this.#watched].flatMap(([id, { table, events }]) => {
      const name = now.get(id);
      if (name === undefined) return { ...NO_ROWS, table };
      const { INSERT: inserted, UPDATE: changed, DELETE: deleted } = events;
      if (inserted + changed + deleted === 0) return [];
      return { table, inserted, changed, deleted, rows: countRows(this.#connection, name) };
    });
    // Virtual tables have no triggers.
    const virtual = { ...NO_ROWS, table: 'virtual tables', changed: this.#virtual };
    const others = this.#dropped
      .filter(({ change, type }) => change === 'drop' && type === 'table')
      .filter(({ name }) => !tables.some(({ table }) => table === name))
      .map(({ name: table }) => ({ ...NO_ROWS, table }));
    return {
      tables: [...others, ...tables, ...(this.#virtual > 0 ? [virtual] : [])],
      dropped: this.#dropped.map(toText),
    };
  }

  /**
   * Removes the triggers, which would outlive the transaction.
   *
   * @throws {ExceededError} when more has happened than what was agreed.
   */
  end(): void {
    const { tables, dropped } = this.impact();
    const areRowsAgreed = tables.every((impact) => {
      const { deleted, changed } = withReplaced(impact, this.#rowsBefore.get(impact.table) ?? 0);
      const limit = this.#agreed.tables.find(({ table }) => table === impact.table);
      return limit !== undefined && deleted <= limit.deleted && changed <= limit.changed;
    });
    const { dropped: mayDrop } = this.#agreed;
    if (!areRowsAgreed || !dropped.every((name) => mayDrop.includes(name))) throw new ExceededError();
    for (const id of this.#watched.keys())
      for (const event of EVENTS) this.#connection.exec(`DROP TRIGGER IF EXISTS temp."${id} ${event}"`);
  }
}

const NO_ROWS = { inserted: 0, changed: 0, deleted: 0, rows: 0 };

/** What a statement that drops does to the schema, by its first word. */
const LOSS: { readonly [verb: string]: SchemaChange['change'] } = { DROP: 'drop', ALTER: 'alter' };

const isDropping = ({ writing, sql }: Plan): boolean =>
  writing?.verb === 'DROP' ||
  (writing?.verb === 'ALTER' && [...tokens(sql.query)].some((token) => isWord(token, 'DROP')));

const toText = ({ change, type, name }: SchemaChange): string =>
  change === 'drop' ? `${type} ${name}` : `a column of ${type} ${name}`;

interface Opcode {
  readonly addr: number;
  readonly opcode: string;
  readonly p2: number;
  readonly p5: number;
}

/** The `p5` of VUpdate for OR REPLACE. */
const REPLACES = 5;

/** Whether a statement, or a trigger that it fires, deletes or replaces rows of a virtual table, or changes them itself. */
const changesVirtual = (connection: Connection, { sql, writing }: Plan): boolean => {
  if (!CHANGES.has(writing?.verb ?? '')) return false;
  const bindings = toBindings(sql.query, sql.params);
  const program = connection.prepare<unknown[], Opcode>(`EXPLAIN ${sql.query}`).all(...bindings);
  // The addresses of each trigger begin anew.
  const end = program.findIndex(({ addr }, at) => at > 0 && addr === 0);
  return program.some(({ opcode, p2, p5 }, at) => {
    const isOfTrigger = end !== -1 && at >= end;
    return (
      opcode === 'VUpdate' && (p2 === 1 || p5 === REPLACES || (!isOfTrigger && writing?.verb !== 'INSERT'))
    );
  });
};
