// Impact: counts what statements destroy, from the rows before and after and from SQLite's counters.
import { SqlFailure } from '../sql/failure.ts';
import { quoteName } from '../sql/name.ts';
import type { Impact, SchemaChange, WriteResult } from '../tasks.ts';
import { sizeOf, type Connection } from './connection.ts';
import type { Plan } from './plans.ts';

/** Counting the rows of a larger database takes too long. */
const MOST_BYTES = 512 * 2 ** 20;

// Shadow tables are included, because SQLite's counters include them.
const TABLES = `
  SELECT name, type = 'shadow' AS isPart FROM pragma_table_list
  WHERE schema = 'main' AND type IN ('table', 'virtual', 'shadow') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;

interface Counted {
  readonly name: string;
  readonly isPart: number;
  readonly rows: number;
}

/** Returns the number of rows of each table. */
const countRows = (connection: Connection): Counted[] =>
  connection
    .prepare<[], Omit<Counted, 'rows'>>(TABLES)
    .all()
    .map((table) => ({ ...table, rows: count(connection, table.name) }));

/** Returns 0 for a broken virtual table. */
const count = (connection: Connection, table: string): number => {
  try {
    const counting = connection.prepare(`SELECT count(*) FROM main.${quoteName(table)}`);
    return Number(counting.pluck().get());
  } catch {
    return 0;
  }
};

const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0);

/** Starts counting. The returned function computes the impact from the results of the statements. */
export const startCounting = (
  connection: Connection,
  plans: readonly Plan[],
): ((results: readonly WriteResult[], changes: readonly SchemaChange[]) => Impact) => {
  const before = sizeOf(connection) <= MOST_BYTES ? countRows(connection) : [];
  return (results, changes) => {
    const after = before.length === 0 ? [] : countRows(connection);
    const left = new Map(after.map(({ name, rows }) => [name, rows]));
    const fewer = before.flatMap(({ name, rows, isPart }) => {
      const lost = rows - (left.get(name) ?? 0);
      return lost > 0 && isPart === 0 ? [{ table: name, rows: lost }] : [];
    });
    const dropped = changes.flatMap(({ change, type, name, isLoss }) => {
      if (isLoss !== true) return [];
      return change === 'drop' ? `${type} ${name}` : `a column of ${type} ${name}`;
    });
    const total = sum(results.map((each) => each.all_affected_rows ?? each.affected_rows));
    // An added row counts in both `total` and `growth`. In their difference a deleted row counts twice, and a
    // changed or replaced one once.
    const growth = sum(after.map(({ rows }) => rows)) - sum(before.map(({ rows }) => rows));
    const [only, ...others] = plans.flatMap(({ writing }) => writing ?? []);
    const verb = others.length === 0 ? only?.verb : undefined;
    const direct = sum(results.map((each) => each.affected_rows));
    const isOneDeleted = verb === 'DELETE' && total <= 1;
    // A trigger that sets the time of a change changes the row again.
    const isOneChanged = verb === 'UPDATE' && direct === 1 && total === 2 && growth === 0;
    const areSeveral = !isOneDeleted && !isOneChanged && total - growth > 1;
    return { total, fewer, dropped, isLarge: dropped.length > 0 || areSeveral };
  };
};

/**
 * Compares the impact with what the user agreed to. Another program may have written, or a statement is random.
 *
 * @throws {SqlFailure} if it is larger.
 */
export const checkAgreed = (impact: Impact, agreed: Impact): void => {
  const areRowsAgreed = impact.fewer.every(({ table, rows }) =>
    agreed.fewer.some((each) => each.table === table && rows <= each.rows),
  );
  const areDropsAgreed = impact.dropped.every((name) => agreed.dropped.includes(name));
  if (!areRowsAgreed || !areDropsAgreed || impact.total > agreed.total)
    throw new SqlFailure('exceeded', 'Nothing was changed: it would have changed more than a moment ago.');
};
