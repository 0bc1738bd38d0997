// Five hundred attacks on the gate, generated from SQLite's grammar. Only the gate is tested, on a writable connection:
// nothing else protects the file.
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { query } from '../src/child/read.ts';
import { open, SHOP, temporary } from './setup.ts';

const ATTACKS = 500;
const SEED = 20_261_123;

/** Makes the same choices in every run. */
const choices = (seed: number): (<T>(from: readonly T[]) => T) => {
  let state = seed;
  return (from) => {
    state = Math.trunc(Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    const chosen = from[(state >>> 3) % from.length];
    if (chosen === undefined) throw new Error('nothing to choose from');
    return chosen;
  };
};

type Choose = ReturnType<typeof choices>;
type Rule = (choose: Choose) => string;

/** Every grammar rule that can change something, with its options. */
const RULES: readonly Rule[] = [
  (of) =>
    of(['', 'WITH a AS (SELECT 1) ', 'WITH RECURSIVE a(x) AS (VALUES(1) UNION SELECT x FROM a) ']) +
    `${of(['INSERT', 'REPLACE', 'INSERT OR REPLACE', 'INSERT OR IGNORE', 'INSERT OR ROLLBACK'])} INTO ` +
    `${of(['customers', 'main.customers', '"customers"', '[customers]', '`customers`'])} (name) ` +
    of(["VALUES ('x')", "SELECT 'x'", "VALUES ('x') ON CONFLICT DO UPDATE SET name = 'y'"]) +
    of(['', ' RETURNING *', ' RETURNING (SELECT count(*) FROM orders)']),
  (of) =>
    of(['', 'WITH a AS (SELECT 1) ', 'WITH a AS MATERIALIZED (SELECT 1), b AS (SELECT 2) ']) +
    `UPDATE ${of(['', 'OR REPLACE ', 'OR FAIL '])}customers SET name = ${of(["'z'", '(SELECT 1)', 'upper(name)'])}` +
    of(['', ' FROM orders', ' WHERE id = 1', ' WHERE id IN (SELECT customer FROM orders)']) +
    of(['', ' RETURNING id']),
  (of) =>
    `${of(['', 'WITH a AS (SELECT 1) ', 'WITH a(x) AS NOT MATERIALIZED (SELECT 1) '])}DELETE FROM ` +
    of(['orders', 'main.orders', 'orders AS o']) +
    of(['', ' WHERE 1', ' RETURNING *']),
  (of) =>
    `CREATE ${of(['TABLE', 'TEMP TABLE', 'TABLE IF NOT EXISTS', 'TEMPORARY TABLE'])} made ` +
    of(['(x)', 'AS SELECT 1 AS x', '(x PRIMARY KEY) WITHOUT ROWID', '(x) STRICT']),
  (of) =>
    `CREATE ${of(['', 'UNIQUE '])}INDEX made ON customers (${of(['name', 'lower(name)', 'credit DESC'])})`,
  (of) => `CREATE ${of(['', 'TEMP '])}VIEW made AS SELECT ${of(['1', '* FROM customers'])}`,
  (of) =>
    `CREATE ${of(['', 'TEMP '])}TRIGGER made ${of(['BEFORE', 'AFTER'])} ${of(['INSERT', 'UPDATE', 'DELETE'])} ` +
    'ON customers BEGIN SELECT 1; END',
  (of) => `CREATE VIRTUAL TABLE made USING ${of(['fts5 (x)', 'rtree (id, a, b)', 'dbstat'])}`,
  (of) =>
    `DROP ${of(['TABLE', 'INDEX', 'VIEW', 'TRIGGER'])} ${of(['', 'IF EXISTS '])}${of(['orders', 'names', 'gone'])}`,
  (of) =>
    `ALTER TABLE customers ${of(['RENAME TO x', 'ADD COLUMN x', 'DROP COLUMN credit', 'RENAME credit TO debt'])}`,
  (of) =>
    of([
      'BEGIN',
      'BEGIN IMMEDIATE',
      'BEGIN EXCLUSIVE',
      'COMMIT',
      'END',
      'ROLLBACK',
      'SAVEPOINT a',
      'RELEASE a',
    ]),
  (of) => of(['VACUUM', "VACUUM INTO 'made.db'", 'ANALYZE', 'REINDEX', 'ANALYZE customers', 'DETACH main']),
  (of) =>
    `ATTACH ${of(["':memory:'", "'made.db'", "''", "'file:made.db?mode=rwc'"])} AS ${of(['other', "'other'"])}`,
  (of) =>
    `PRAGMA ${of(['', 'main.', 'temp.', '"main".'])}` +
    of([
      ...[
        'user_version',
        'application_id',
        'schema_version',
        'journal_mode',
        'query_only',
        'writable_schema',
      ],
      ...['auto_vacuum', 'encoding', 'foreign_keys', 'synchronous', 'cache_size', 'recursive_triggers'],
      ...[
        'locking_mode',
        'temp_store',
        'trusted_schema',
        'case_sensitive_like',
        'mmap_size',
        'secure_delete',
      ],
    ]) +
    of([' = 1', '(1)', ' = ON', "('wal')", ' = -1', '\n=\n0', '/**/(2)']),
  (of) =>
    `PRAGMA ${of(['optimize', 'incremental_vacuum', 'wal_checkpoint', 'shrink_memory', 'optimize(0xfffe)'])}`,
];

/** Disguises of a statement. */
const COVERS: readonly ((sql: string, choose: Choose) => string)[] = [
  (sql) => sql,
  (sql) => sql.toLowerCase(),
  (sql, of) =>
    of(['-- SELECT\n', '/* SELECT */', '\uFEFF', '\n\f\t ', ';', ';;/**/;', '--\r\n', '/**/--\n']) + sql,
  (sql, of) => sql.replaceAll(' ', () => of([' ', '/**/', '\n', '--x\n', '\t', '/* ; */'])),
  (sql, of) =>
    `${of(['SELECT 1', 'VALUES (1)', 'WITH a AS (SELECT 1) SELECT * FROM a', 'EXPLAIN SELECT 1'])};${sql}`,
  (sql, of) => `${sql};${of(['', ' SELECT 1', '--', ' /* */'])}`,
  (sql, of) =>
    `${of(['EXPLAIN ', 'EXPLAIN QUERY PLAN ', 'explain/**/query--\nplan\n', 'EXPLAIN EXPLAIN '])}${sql}`,
  (sql, of) => `WITH a AS (${of(['SELECT 1', sql, `${sql} RETURNING 1`])}) ${of(['SELECT * FROM a', sql])}`,
  (sql, of) => `SELECT ${of([`(${sql})`, `* FROM (${sql})`, `1 UNION ${sql}`, `1 WHERE EXISTS (${sql})`])}`,
  (sql) => `SELECT 1\0;${sql}`,
  (sql, of) =>
    `${of(["SELECT ';", 'SELECT "', 'SELECT [', 'SELECT `', "SELECT '"])}${of(["';", '";', '];', '`;', ''])}${sql}`,
  (sql) => sql.replace(/[aeiou]/i, (letter) => `${letter}\u0000`),
  (sql, of) => of([`(${sql})`, `{${sql}}`, `SELECT 1 LIMIT (${sql})`, `VALUES ((${sql}))`]),
];

const attacks = (count: number): string[] => {
  const of = choices(SEED);
  const made = new Set<string>();
  while (made.size < count) {
    const covered = of(COVERS)(of(RULES)(of), of);
    made.add(of([true, false]) ? of(COVERS)(covered, of) : covered);
  }
  return [...made];
};

/**
 * Returns whether SQLite itself says that a statement changes the database file, or undefined if it is not one
 * statement.
 */
const isReadonly = (sql: string): boolean | undefined => {
  const scratch = new Database(':memory:');
  try {
    scratch.exec(SHOP);
    return scratch.prepare(sql).readonly;
  } catch {
    return undefined;
  } finally {
    scratch.close();
  }
};

const SETTINGS = [
  ...['user_version', 'application_id', 'schema_version', 'journal_mode', 'query_only', 'writable_schema'],
  ...[
    'auto_vacuum',
    'encoding',
    'foreign_keys',
    'synchronous',
    'cache_size',
    'recursive_triggers',
    'locking_mode',
  ],
  ...['temp_store', 'trusted_schema', 'mmap_size', 'secure_delete', 'database_list'],
];

const stateOf = (connection: Database.Database): unknown => [
  connection.prepare('SELECT total_changes()').get(),
  connection.inTransaction,
  connection.prepare('SELECT * FROM sqlite_schema').all(),
  connection.prepare('SELECT * FROM temp.sqlite_schema').all(),
  connection.prepare("SELECT *, 'A' LIKE 'a' FROM customers").all(),
  connection.prepare('SELECT * FROM orders').all(),
  SETTINGS.map((name) => connection.pragma(name)),
];

test('none of five hundred generated attacks writes, and the gate admits only statements that read', () => {
  using dir = temporary();
  const connection = open(dir.database('shop.db', SHOP));
  const before = stateOf(connection);
  let writing = 0;
  const through: string[] = [];
  for (const attack of attacks(ATTACKS)) {
    const said = isReadonly(attack);
    if (said === false) writing++;
    try {
      query(connection, { query: attack }, { maxRows: 10, maxBytes: 1000 });
      through.push(attack);
      // A plan is never run, whatever SQLite says about its statement.
      const isPlan = /^(?:\s|;|\uFEFF|\/\*.*?\*\/|--[^\n]*\n)*explain/is.test(attack);
      expect([attack, said === true || isPlan]).toEqual([attack, true]);
    } catch (error) {
      if (error instanceof Error && error.name === 'AssertionError') throw error;
    }
    expect([attack, stateOf(connection)]).toEqual([attack, before]);
  }
  connection.close();
  // The attacks are real: many would write, and some are harmless enough to run.
  expect(writing).toBeGreaterThan(100);
  expect(through.length).toBeGreaterThan(5);
});
