// --confirm destructive: asks the user only before more than one row or a part of the schema is lost.
import { rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { connectUser, host, rowsIn, SHOP } from './setup.ts';

const server = host(SHOP, { confirm: 'destructive' });
afterAll(() => server[Symbol.asyncDispose]());
const { dir, path } = server;

const reset = (sql = SHOP): void => {
  // The server's processes open it again.
  rmSync(path, { force: true });
  dir.database('shop.db', sql);
};

/** Returns undefined if the table no longer exists. */
const countOrders = (): unknown => {
  const isThere = rowsIn(path, "SELECT 1 FROM sqlite_schema WHERE name = 'orders'").length > 0;
  return isThere ? rowsIn(path, 'SELECT count(*) FROM orders')[0]?.[0] : undefined;
};

const inAll = (rows: number): string =>
  `Insert, change or delete ${rows} rows in total, including by triggers and foreign keys`;

const DROPS = `Drop table orders\nDrop index orders_by_customer\nDrop trigger gone\nRemove 3 rows of orders`;
// Its trigger changes both customers for each order.
const DELETES = `${inAll(9)}\nRemove 3 rows of orders`;

const DESTRUCTIVE = [
  ['write_query', { query: 'DELETE FROM orders' }, `${DELETES}\nSQL: DELETE FROM orders`, 0],
  ['write_query', { query: 'DROP TABLE orders' }, `${DROPS}\nSQL: DROP TABLE orders`, undefined],
  [
    'execute_batch',
    { statements: [{ query: 'SELECT 1' }, { query: 'DELETE\nFROM orders WHERE 1' }] },
    `${DELETES}\nSQL: SELECT 1 (and 1 more statements)`,
    0,
  ],
  [
    'write_query',
    { query: 'DELETE FROM orders WHERE id = 1' },
    `${inAll(3)}\nRemove 1 rows of orders\nSQL: DELETE FROM orders WHERE id = 1`,
    2,
  ],
] as const;

const HARMLESS = [
  ['write_query', { query: "UPDATE orders SET item = 'x' WHERE id = 1" }],
  ['write_query', { query: 'DELETE FROM orders', dry_run: true }],
  ['write_query', { query: "INSERT INTO orders (item) VALUES ('DROP TABLE orders'), ('x'), ('y')" }],
  ['write_query', { query: 'ALTER TABLE orders ADD COLUMN "drop" TEXT' }],
  ['write_query', { query: 'ALTER TABLE orders RENAME COLUMN item TO thing' }],
  ['create_table', { query: 'CREATE TABLE IF NOT EXISTS more (x)' }],
  ['read_query', { query: 'SELECT 1' }],
] as const;

describe.each(['2025-06-18', '2025-11-25', '2026-07-28'] as const)('in %s', (revision) => {
  test('a destructive write runs if the user agrees', async () => {
    const agree = { action: 'accept', content: { agree: true } };
    const { client, asked } = await connectUser(server, () => agree, revision);
    for (const [name, args, question, left] of DESTRUCTIVE) {
      reset();
      const result = await client.request('tools/call', { name, arguments: args });
      expect([name, args, result['isError']]).toEqual([name, args, undefined]);
      expect(asked.at(-1)).toBe(`In the database shop:\n${question}`);
      expect(countOrders()).toBe(left);
    }
    expect(asked).toHaveLength(DESTRUCTIVE.length);
  });

  test('nothing is done unless the user agrees', async () => {
    reset();
    for (const answer of [{ action: 'decline' }, { action: 'cancel' }]) {
      const { client } = await connectUser(server, () => answer, revision);
      for (const [name, args] of DESTRUCTIVE) {
        expect(await client.request('tools/call', { name, arguments: args })).toMatchObject({
          isError: true,
          content: [{ text: expect.stringMatching(/^Not done\. The user did not agree\./) }],
        });
      }
    }
    expect(countOrders()).toBe(3);
  });

  test('harmless changes need no consent', async () => {
    const { client, asked } = await connectUser(server, () => ({ action: 'decline' }), revision);
    for (const [name, args] of HARMLESS) {
      const result = await client.request('tools/call', { name, arguments: args });
      expect([name, args, result['isError']]).toEqual([name, args, undefined]);
    }
    expect(asked).toEqual([]);
  });
});

test.each(['2024-11-05', '2025-03-26', '2025-11-25', '2026-07-28'] as const)(
  'a client of %s that cannot ask is refused',
  async (revision) => {
    reset();
    const client = await server.connect({ revision });
    const params = { name: 'write_query', arguments: { query: 'DELETE FROM orders' } };
    expect(await client.request('tools/call', params)).toMatchObject({
      isError: true,
      content: [
        { text: expect.stringMatching(/^Not done\. The user has to agree, and this client cannot ask/) },
      ],
    });
    expect(countOrders()).toBe(3);
  },
);

/** Asks a user who never agrees and returns the questions. */
const questionFor = async (...queries: readonly string[]): Promise<string | undefined> => {
  const { client, asked } = await connectUser(server, () => ({ action: 'decline' }), '2025-11-25');
  const statements = queries.map((query) => ({ query }));
  await client.request('tools/call', { name: 'execute_batch', arguments: { statements } });
  return asked[0];
};

/** Returns a question without its first line and the SQL. */
const lossesIn = (question: string | undefined): string | undefined =>
  question?.replace(/^.*:\n/, '').replace(/\nSQL: [^]*$/, '');

const THINGS = `
  CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT UNIQUE, n INT);
  INSERT INTO things (name, n) VALUES ('a', 1), ('b', 2), ('c', 3);
  CREATE TABLE parts (thing REFERENCES things (id) ON DELETE CASCADE);
  INSERT INTO parts VALUES (1), (1), (2);
  CREATE TABLE notes (text);
  INSERT INTO notes VALUES ('x'), ('y');
  CREATE TABLE inbox (text);
  CREATE TRIGGER empties AFTER INSERT ON inbox BEGIN DELETE FROM notes; END;
  CREATE VIEW shown AS SELECT * FROM notes;
  CREATE TRIGGER through INSTEAD OF DELETE ON shown BEGIN DELETE FROM notes WHERE text = old.text; END;
  CREATE VIRTUAL TABLE words USING fts5 (word);
  INSERT INTO words VALUES ('one'), ('two');
  CREATE TABLE dated (id INTEGER PRIMARY KEY, name, changed);
  INSERT INTO dated (name) VALUES ('a'), ('b');
  CREATE TRIGGER dates AFTER UPDATE ON dated BEGIN UPDATE dated SET changed = 1 WHERE id = new.id; END;
  CREATE TABLE named (rowid);
  INSERT INTO named VALUES (1), (1), (1);
  CREATE TABLE outbox (text);
  CREATE TRIGGER forgets AFTER INSERT ON outbox BEGIN DELETE FROM words; END;
`;

test.each([
  ['REPLACE INTO things SELECT id, name, 0 FROM things', `${inAll(6)}\nRemove 3 rows of parts`],
  ["INSERT OR REPLACE INTO things (name) VALUES ('b'), ('c'), ('d')", `${inAll(4)}\nRemove 1 rows of parts`],
  ['INSERT INTO things SELECT * FROM things WHERE 1 ON CONFLICT DO UPDATE SET n = 0', inAll(3)],
  [
    "UPDATE OR REPLACE things SET name = 'c' WHERE id < 3",
    `${inAll(4)}\nRemove 2 rows of things\nRemove 2 rows of parts`,
  ],
  ['UPDATE things SET n = 0 WHERE id > 0', inAll(3)],
  [
    'WITH replace AS (SELECT 1) DELETE FROM things',
    `${inAll(6)}\nRemove 3 rows of things\nRemove 3 rows of parts`,
  ],
  ['DELETE FROM things WHERE id = 1', `${inAll(3)}\nRemove 2 rows of parts\nRemove 1 rows of things`],
  ['INSERT INTO inbox VALUES (1)', `${inAll(3)}\nRemove 2 rows of notes`],
  ['DELETE FROM shown', `${inAll(2)}\nRemove 2 rows of notes`],
  ['DELETE FROM words', `${inAll(6)}\nRemove 2 rows of words`],
  ['ALTER TABLE things DROP COLUMN n', 'Drop a column of table things'],
  ['/* ALTER TABLE */ alter table things /* ADD */ drop n', 'Drop a column of table things'],
  ['DROP TABLE things', `Drop table things\n${inAll(6)}\nRemove 3 rows of things\nRemove 3 rows of parts`],
  ['DROP VIEW shown', 'Drop view shown\nDrop trigger through'],
  ['DROP TRIGGER empties', 'Drop trigger empties'],
  [`DELETE ${'/* '.padEnd(5000, 'x')} */ FROM notes`, `${inAll(2)}\nRemove 2 rows of notes`],
  ["UPDATE dated SET name = 'c'", inAll(4)],
  ["UPDATE dated SET name = 'c' WHERE id = 1", undefined],
  ['UPDATE named SET rowid = 2', inAll(3)],
  ["INSERT OR REPLACE INTO words (rowid, word) VALUES (1, 'x'), (2, 'x')", inAll(10)],
  ["INSERT INTO outbox VALUES ('x'), ('y')", `${inAll(8)}\nRemove 2 rows of words`],
  ['WITH x AS (SELECT 1) DELETE FROM words', `${inAll(6)}\nRemove 2 rows of words`],
  ["REPLACE INTO dated (name) VALUES ('x'), ('y')", undefined],
  ['DELETE FROM things WHERE id = 3', undefined],
  ['UPDATE things SET n = 0 WHERE id = 1', undefined],
  ["REPLACE INTO things (name) VALUES ('d')", undefined],
  ['INSERT INTO things (n) SELECT n FROM things', undefined],
  ["INSERT INTO words VALUES ('three'), ('four')", undefined],
  ['ALTER TABLE things RENAME TO others', undefined],
  ['ALTER TABLE things RENAME COLUMN n TO "drop"', undefined],
  ["INSERT INTO things (name) VALUES ('a')", undefined],
  ["INSERT OR ROLLBACK INTO things (name) VALUES ('a')", undefined],
  ['VACUUM', undefined],
  ['PRAGMA user_version = 5', undefined],
])('%s: %s', async (query, expected) => {
  reset(THINGS);
  expect(lossesIn(await questionFor(query))).toBe(expected);
  // Without the user's consent nothing was done.
  expect(expected === undefined ? THINGS_THERE : snapshot()).toEqual(THINGS_THERE);
});

const LOST_NOTES = 'Remove 2 rows of notes';

test.each([
  [
    ['ALTER TABLE notes RENAME TO old', 'CREATE TABLE notes (text)', 'DROP TABLE old'],
    `Drop table old\n${LOST_NOTES}`,
  ],
  [['ALTER TABLE notes RENAME TO "a ""b"', 'DROP TABLE "a ""b"'], `Drop table a "b\n${LOST_NOTES}`],
  [
    ['ALTER TABLE dated DROP COLUMN changed', 'ALTER TABLE dated ADD COLUMN changed'],
    'Drop a column of table dated',
  ],
  [['DROP INDEX by_name', 'CREATE INDEX by_name ON dated (name)'], 'Drop index by_name'],
  [['DELETE FROM notes', 'UPDATE "mcp counts" SET deleted = 0'], undefined],
  [['DROP TRIGGER "mcp DELETE 1"', 'DELETE FROM notes'], undefined],
  // No existing data is lost, but sums do not show it.
  [['CREATE TABLE made (x)', 'INSERT INTO made VALUES (1), (2)', 'DELETE FROM made'], inAll(4)],
])('a batch cannot hide what it drops: %j', async (queries, expected) => {
  reset(`${THINGS}CREATE INDEX by_name ON dated (name);`);
  expect(lossesIn(await questionFor(...queries))).toBe(expected);
  expect(snapshot()).toEqual(THINGS_THERE);
});

test.each([
  'DELETE FROM notes WHERE NOT EXISTS (SELECT 1 FROM temp.sqlite_schema)',
  'DELETE FROM notes WHERE (SELECT recursive_triggers FROM pragma_recursive_triggers) = 0',
  "DELETE FROM notes WHERE (SELECT count(*) FROM pragma_function_list WHERE name LIKE 'mcp%') = 0",
  'DELETE FROM notes WHERE total_changes() = 0',
  'DELETE FROM notes WHERE total_changes() > 2',
])('a statement does no more than the user was asked about: %s', async (query) => {
  reset(THINGS);
  for (let calls = 0; calls < 3; calls++) await questionFor(query);
  expect(snapshot()).toEqual(THINGS_THERE);
});

test.each([
  ['DELETE FROM notes', "INSERT INTO notes VALUES ('z')"],
  ['UPDATE things SET n = 0', "INSERT INTO things (name) VALUES ('z')"],
  ['REPLACE INTO things SELECT id, name, 0 FROM things', "INSERT INTO things (name) VALUES ('z')"],
  ['DROP TABLE notes', "INSERT INTO notes VALUES ('z')"],
])('a change that exceeds what the user agreed to is undone: %s', async (query, meanwhile) => {
  for (const atomic of [true, false]) {
    reset(THINGS);
    const agreeLate = (): { readonly action: string; readonly content: object } => {
      dir.database('shop.db', meanwhile);
      return { action: 'accept', content: {} };
    };
    const { client } = await connectUser(server, agreeLate, '2025-11-25');
    const statements = [{ query }, { query: 'SELECT 1' }];
    const args = { name: 'execute_batch', arguments: { statements, atomic } };
    expect(await client.request('tools/call', args)).toMatchObject({
      isError: true,
      content: [{ text: 'Nothing was changed: it would have changed more than a moment ago. Call again.' }],
    });
    const { things, notes } = snapshot();
    expect(Number(things) + Number(notes)).toBe(THINGS_THERE.things + THINGS_THERE.notes + 1);
  }
});

const THINGS_THERE = { things: 3, parts: 3, notes: 2, words: 2 };

const snapshot = (): { readonly [table: string]: unknown } =>
  Object.fromEntries(
    Object.keys(THINGS_THERE).map((table) => [table, rowsIn(path, `SELECT count(*) FROM ${table}`)[0]?.[0]]),
  );

test('the question names the largest losses first, so that nothing hides them', async () => {
  const many = Array.from(
    { length: 30 },
    (_, at) => `CREATE TABLE small_${at} (x); INSERT INTO small_${at} VALUES (1);`,
  );
  reset(THINGS + many.join(''));
  const deletes = Array.from({ length: 30 }, (_, at) => `DELETE FROM small_${at}`);
  const asked = await questionFor(...deletes, 'DELETE FROM things');
  const [, , first, second] = asked?.split('\n') ?? [];
  expect([first, second].toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
    'Remove 3 rows of parts',
    'Remove 3 rows of things',
  ]);
  expect(asked).toMatch(/\nand 13 more\nSQL: DELETE FROM small_0 \(and 30 more statements\)$/);
});
