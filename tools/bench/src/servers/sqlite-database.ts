// The database of the rows: a table with a million rows.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';

export interface Database {
  readonly file: string;
  /** A shell script that inserts the same rows as the tools. */
  readonly insertScript: string;
}

const batchSize = 10_000;

const schema = `
  CREATE TABLE items (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    category TEXT NOT NULL,
    price REAL NOT NULL,
    stock INTEGER,
    created TEXT NOT NULL,
    note TEXT DEFAULT ''
  );
  CREATE TABLE log (id INTEGER PRIMARY KEY, at TEXT NOT NULL, message TEXT NOT NULL);
`;

/** A million rows of about 90 bytes, the same in every run; every tenth has no stock. */
const fill = `
  WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 1000000)
  INSERT INTO items
  SELECT n, 'item number ' || n, 'category ' || (n * 7919 % 40), (n * 31 % 100000) / 100.0,
    iif(n % 10 = 0, NULL, n % 1000), datetime(1700000000 + n * 60, 'unixepoch'), 'a note about ' || (n % 977)
  FROM numbers;
  CREATE INDEX items_by_created ON items (created);
`;

/** The statements of one batch. */
export const inserts: readonly string[] = Array.from(
  { length: batchSize },
  (_, n) => `INSERT INTO log (at, message) VALUES ('2026-01-01 00:00:00', 'message number ${n}')`,
);

/** The batch as one text, for servers and programs that take a script. */
export const insertText = `BEGIN;\n${inserts.join(';\n')};\nCOMMIT;`;

export function makeDatabase(root: string): Database {
  const file = join(root, 'bench.db');
  const insertScript = join(root, 'inserts.sql');
  writeFileSync(insertScript, insertText);
  const database = new BetterSqlite(file);
  database.exec(schema + fill);
  database.close();
  return { file, insertScript };
}
