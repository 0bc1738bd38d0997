// What statements do to what is there: rows counted before and after, and what SQLite says it changed.
import { SqlFailure } from '../sql/failure.ts';
import { quoteName } from '../sql/name.ts';
import type { Impact, SchemaChange, WriteResult } from '../tasks.ts';
import type { Connection } from './connection.ts';
import type { Plan } from './plans.ts';

/** To count the rows of a larger database takes too long. */
const MOST_BYTES = 512 * 2 ** 20;

// The tables of a virtual table are counted too: SQLite counts what is written to them.
const TABLES = `
  SELECT name, type = 'shadow' AS isPart FROM pragma_table_list
  WHERE schema = 'main' AND type IN ('table', 'virtual', 'shadow') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;

interface Counted {
  readonly rows: number;
  readonly isPart: boolean;
}

/** How many rows each table has. Empty for a database that is too large. */
const countRows = (connection: Connection): Map<string, Counted> => {
  const tables = connection.prepare<[], { name: string; isPart: number }>(TABLES).all();
  const counted = tables.map(
    ({ name, isPart }) => [name, { rows: count(connection, name), isPart: isPart === 1 }] as const,
  );
  return new Map(counted);
};

/** 0 for a virtual table that does not work. */
const count = (connection: Connection, table: string): number => {
  try {
    return Number(
      connection
        .prepare(`SELECT count(*) FROM main.${quoteName(table)}`)
        .pluck()
        .get(),
    );
  } catch {
    return 0;
  }
};

const isSmall = (connection: Connection): boolean => {
  const [pages, size] = ['page_count', 'page_size'].map((name) => connection.pragma(name, { simple: true }));
  return Number(pages) * Number(size) <= MOST_BYTES;
};

/** Counts from now on. The returned function tells what has happened, given what the statements did. */
export const startCounting = (
  connection: Connection,
  plans: readonly Plan[],
): ((results: readonly WriteResult[], changes: readonly SchemaChange[]) => Impact) => {
  const before = isSmall(connection) ? countRows(connection) : undefined;
  return (results, changes) => {
    const after = before === undefined ? undefined : countRows(connection);
    const fewer = [...(before ?? [])].flatMap(([table, { rows, isPart }]) => {
      const lost = rows - (after?.get(table)?.rows ?? 0);
      return lost > 0 && !isPart ? [{ table, rows: lost }] : [];
    });
    const total = results.reduce((sum, each) => sum + (each.all_affected_rows ?? each.affected_rows), 0);
    const growth = sumOf(after) - sumOf(before);
    const dropped = changes.flatMap(({ change, type, name, isLoss }) => {
      if (isLoss !== true) return [];
      return change === 'drop' ? `${type} ${name}` : `a column of ${type} ${name}`;
    });
    return {
      total,
      fewer,
      dropped,
      isLarge: dropped.length > 0 || isLarge({ plans, results, total, growth }),
    };
  };
};

const sumOf = (counted: ReadonlyMap<string, Counted> = new Map()): number =>
  [...counted.values()].reduce((sum, { rows }) => sum + rows, 0);

interface Sums {
  readonly plans: readonly Plan[];
  readonly results: readonly WriteResult[];
  readonly total: number;
  readonly growth: number;
}

/**
 * Whether more than one row that was there is deleted, replaced or changed. Rows that are only added are as many as the
 * tables grow by. A row that is deleted counts twice in the difference, one that is changed or replaced once.
 */
const isLarge = ({ plans, results, total, growth }: Sums): boolean => {
  const writes = plans.filter(({ writing }) => writing !== undefined);
  const verb = writes.length === 1 ? writes[0]?.writing?.verb : undefined;
  if (verb === 'DELETE' && total <= 1) return false;
  // A trigger that notes when a row was changed changes it again.
  const direct = results.reduce((sum, { affected_rows: rows }) => sum + rows, 0);
  if (verb === 'UPDATE' && direct === 1 && total === 2 && growth === 0) return false;
  return total - growth > 1;
};

/** Statements did more than what was counted before: another program wrote, or they are random. */
export class ExceededError extends SqlFailure {
  constructor() {
    super('exceeded', 'Nothing was changed: it would have changed more than a moment ago.');
  }
}

/** @throws {ExceededError} when more has happened than what was agreed. */
export const checkAgreed = (impact: Impact, agreed: Impact): void => {
  const areRowsAgreed = impact.fewer.every(({ table, rows }) =>
    agreed.fewer.some((each) => each.table === table && rows <= each.rows),
  );
  const areDropsAgreed = impact.dropped.every((name) => agreed.dropped.includes(name));
  if (!areRowsAgreed || !areDropsAgreed || impact.total > agreed.total) throw new ExceededError();
};
