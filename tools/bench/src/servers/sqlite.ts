// SQLite: our server, a peer, a minimal loop with the database in its process, and the shell.
import { spawnSync } from 'node:child_process';
import { lanesOf, type Peer } from '../comparison/lanes.ts';
import { command } from '../comparison/subject.ts';
import type { Call, Question, Row, Subject } from '../comparison/subject.ts';
import { describePackage } from '../installed.ts';
import type { Options } from '../options.ts';
import { makeFolder } from './folder.ts';
import { type Database, inserts, insertText, makeDatabase } from './sqlite-database.ts';
import { measureSteps } from './sqlite-steps.ts';

/** Uses `node:sqlite`; other peers need a native build at installation. */
const dbhub: Peer = { name: 'dbhub', package: '@bytebase/dbhub', script: 'dist/index.js' };
/** The version of the `sqlite3` shell, if it is installed. */
const shell = spawnSync('sqlite3', ['--version']).stdout?.toString().split(' ', 1)[0];
// Without this, our server returns at most 1,000 rows.
const bounds = ['--max-rows', '20000'];

/** Returns a query whose row is in category 1. */
const pointQuery = (n: number): string => `SELECT * FROM items WHERE id = ${40 * (n % 20_000) + 39}`;

const byShell = (...args: readonly string[]): Row['asks'] =>
  shell === undefined ? {} : { raw: command('sqlite3', ...args) };

function rowsFor({ file, insertScript }: Database): readonly Row[] {
  const asksFor = (sql: (n: number) => string): Row['asks'] => {
    const expected = 'category 1';
    const read: Call = { tool: 'read_query', args: (n) => ({ query: sql(n) }), expected };
    const peer: Call = { tool: 'execute_sql', args: (n) => ({ sql: sql(n) }), expected };
    return { limit: read, ours: read, peer, ...byShell('-json', file, sql(0)) };
  };
  const statements = inserts.map((sql) => ({ query: sql }));
  // Older builds have this tool, too.
  const batch = { tool: 'execute_batch', args: () => ({ statements }), expected: 'results' };
  const script = { tool: 'execute_sql', args: () => ({ sql: insertText }), expected: 'success' };
  return [
    {
      name: 'point query',
      calls: 100,
      asks: asksFor(pointQuery),
      most: { times: 3.75 },
    },
    {
      name: 'select 10,000 rows',
      calls: 3,
      asks: asksFor((n) => `SELECT * FROM items WHERE id > ${(n * 7919) % 900_000} ORDER BY id LIMIT 10000`),
      most: { times: 1.6 },
    },
    {
      name: 'insert 10,000 in a batch',
      calls: 1,
      asks: { limit: batch, ours: batch, peer: script, ...byShell(file, `.read ${insertScript}`) },
    },
  ];
}

const query = (title: string, expected: string, sql: string): Question => ({
  title,
  expected,
  ours: ['read_query', { query: sql }],
  peer: ['execute_sql', { sql }],
});

const describe = { object_type: 'table', detail_level: 'full' };

const questions: readonly Question[] = [
  {
    title: 'First look: tables, columns, keys',
    expected: 'category',
    ours: ['list_tables', { detail: 'full' }],
    peer: ['search_objects', { ...describe, pattern: '%' }],
  },
  {
    title: 'One table in detail',
    expected: 'category',
    ours: ['describe_table', { table_name: 'items' }],
    peer: ['search_objects', { ...describe, pattern: 'items' }],
  },
  query('One row of seven columns', 'category 1', 'SELECT * FROM items WHERE id = 39'),
  query('100 rows of seven columns', 'category 1', 'SELECT * FROM items ORDER BY id LIMIT 100'),
  query(
    'A sum for each of 40 categories',
    'category 39',
    'SELECT category, count(*) AS items, round(sum(price), 2) AS total FROM items GROUP BY category',
  ),
];

export async function openSqlite(options: Options): Promise<Subject> {
  const { root, remove } = makeFolder();
  const database = makeDatabase(root);
  const { file } = database;
  const args = {
    limit: [file],
    ours: ['--db-path', file, ...bounds],
    peer: ['--transport', 'stdio', '--dsn', `sqlite://${file}`],
  };
  return {
    name: 'sqlite',
    peer: dbhub.package,
    title: `${describePackage('better-sqlite3')}; shell: ${shell ?? 'not installed'}`,
    lanes: lanesOf('sqlite', dbhub, args, options),
    rows: rowsFor(database),
    questions,
    tables: async (rounds) => [await measureSteps(file, pointQuery, 2 * rounds)],
    [Symbol.asyncDispose]: remove,
  };
}
