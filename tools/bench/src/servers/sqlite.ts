// The rows: what each server is asked, and the shell.
import { spawnSync } from 'node:child_process';
import { askAll, atMostTimes, limit, ours } from '../comparison/row.ts';
import type { Row } from '../comparison/row.ts';
import type { Peer } from '../comparison/lanes.ts';
import { inserts, insertText, type World } from './sqlite-database.ts';

/** On `node:sqlite`. Others need a native build when they are installed. */
export const dbhub: Peer = { name: 'dbhub', package: '@bytebase/dbhub', script: 'dist/index.js' };

/** The version of the `sqlite3` shell, where it is installed. */
export const shell: string | undefined = spawnSync('sqlite3', ['--version'])
  .stdout?.toString()
  .split(' ', 1)[0];

/** All rows, in the order of the report. */
export function rowsFor(world: World): readonly Row[] {
  return [...readRows(world), describeRow(world), insertRow(world)];
}

const byShell = (...args: readonly string[]): Pick<Row, 'raw'> =>
  shell === undefined ? {} : { raw: ['sqlite3', ...args] };

function query(name: string, calls: number, { database }: World): (sql: (n: number) => string) => Row {
  return (sql) => ({
    name,
    calls,
    asks: {
      ...askAll([limit, ours], {
        tool: 'read_query',
        args: (n) => ({ query: sql(n) }),
        expected: 'category 1',
      }),
      [dbhub.name]: { tool: 'execute_sql', args: (n) => ({ sql: sql(n) }), expected: 'category 1' },
    },
    ...byShell('-json', database, sql(0)),
  });
}

function readRows(world: World): Row[] {
  const start = (n: number): number => (n * 7919) % 900_000;
  const select = query('select 10,000 rows', 3, world);
  const point = query('point query', 100, world);
  const aggregate = query('aggregate a million', 1, world);
  const scan = query('scan, find 3 rows', 2, world);
  return [
    {
      ...select((n) => `SELECT * FROM items WHERE id > ${start(n)} ORDER BY id LIMIT 10000`),
      aims: [atMostTimes(1.3, limit)],
    },
    // Items of this form are in category 1.
    {
      ...point((n) => `SELECT * FROM items WHERE id = ${40 * (n % 20_000) + 39}`),
      aims: [atMostTimes(2.5, limit)],
    },
    {
      ...aggregate(() => 'SELECT category, count(*), avg(price), max(name) FROM items GROUP BY category'),
      aims: [atMostTimes(1.1, limit)],
    },
    {
      ...scan(() => `SELECT * FROM items WHERE name LIKE '%number 39999%' AND category = 'category 1'`),
      aims: [atMostTimes(1.1, limit)],
    },
  ];
}

function describeRow({ database }: World): Row {
  return {
    name: 'describe',
    calls: 100,
    asks: {
      ...askAll([limit, ours], {
        tool: 'describe_table',
        args: () => ({ table_name: 'items' }),
        expected: 'notnull',
      }),
      [dbhub.name]: {
        tool: 'search_objects',
        args: () => ({ object_type: 'table', pattern: 'items', detail_level: 'full' }),
        expected: 'category',
      },
    },
    ...byShell('-json', database, 'PRAGMA table_info(items)'),
    aims: [atMostTimes(2, limit)],
  };
}

function insertRow({ database, insertScript }: World): Row {
  const statements = inserts.map((sql) => ({ query: sql }));
  return {
    name: 'insert 10,000 in a batch',
    calls: 1,
    asks: {
      ...askAll([limit, ours], {
        tool: 'execute_batch',
        args: () => ({ statements }),
        expected: 'affected_rows',
      }),
      [dbhub.name]: { tool: 'execute_sql', args: () => ({ sql: insertText }), expected: 'success' },
    },
    ...byShell(database, `.read ${insertScript}`),
  };
}
