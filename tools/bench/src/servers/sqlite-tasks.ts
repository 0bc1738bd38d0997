// What an assistant asks about a database, and how: with our tools and with those of a peer.
import { ourLane, peerLane } from '../comparison/lanes.ts';
import { type Subject, type TaskRow, toTasks } from '../tokens/subject.ts';
import { dbhub } from './sqlite.ts';
import { makeWorld } from './sqlite-database.ts';

const query = (title: string, expected: string, sql: string): TaskRow => [
  title,
  expected,
  [['read_query', { query: sql }]],
  [['execute_sql', { sql }]],
];

const describe = { object_type: 'table', detail_level: 'full' };

const rows: readonly TaskRow[] = [
  [
    'First look: tables, columns, keys',
    'category',
    [['list_tables', { detail: 'full' }]],
    [['search_objects', { ...describe, pattern: '%' }]],
  ],
  [
    'One table in detail',
    'category',
    [['describe_table', { table_name: 'items' }]],
    [['search_objects', { ...describe, pattern: 'items' }]],
  ],
  query('One row of seven columns', 'category 1', 'SELECT * FROM items WHERE id = 39'),
  query('100 rows of seven columns', 'category 1', 'SELECT * FROM items ORDER BY id LIMIT 100'),
  query('1,000 rows of seven columns', 'category 1', 'SELECT * FROM items ORDER BY id LIMIT 1000'),
  query(
    'A sum for each of 40 categories',
    'category 39',
    'SELECT category, count(*) AS items, round(sum(price), 2) AS total FROM items GROUP BY category',
  ),
];

/** Works on the database of the benchmark. */
export async function openSqlite(): Promise<Subject> {
  const world = makeWorld();
  const { database } = world;
  return {
    name: 'sqlite',
    peer: dbhub,
    lanes: [
      ourLane('sqlite', ['--db-path', database]),
      peerLane(dbhub, ['--transport', 'stdio', '--dsn', `sqlite://${database}`]),
    ],
    tasks: toTasks(dbhub, rows),
    [Symbol.asyncDispose]: async () => world[Symbol.dispose](),
  };
}
