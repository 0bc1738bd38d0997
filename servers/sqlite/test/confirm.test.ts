// --confirm destructive: the user is asked before a statement destroys a lot, and only then.
import { defineServer } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openDatabases, type Databases } from '../src/databases.ts';
import { toServer } from '../src/server.ts';
import { destruction } from '../src/sql/destruction.ts';
import { open, optionsFor, SHOP, temporary, type Answer } from './setup.ts';

const dir = temporary();
const path = dir.database('shop.db', SHOP);
let databases: Databases;
beforeAll(() => {
  databases = openDatabases(optionsFor([], { 'db-path': [path], confirm: 'destructive' }));
});
afterAll(() => {
  databases.close();
  dir[Symbol.dispose]();
});

const reset = (): void => {
  const native = open(path);
  for (const { type, name } of native
    .prepare(
      "SELECT type, name FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' AND type IN ('table', 'view')",
    )
    .all() as { type: string; name: string }[])
    native.exec(`PRAGMA foreign_keys = OFF; DROP ${type} "${name}"`);
  native.exec(SHOP);
  native.close();
};

const countOrders = (): unknown => {
  const native = open(path);
  const found = native.prepare("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'orders'").get();
  const { n } = found as { n: number };
  const orders = n === 0 ? undefined : native.prepare('SELECT count(*) AS n FROM orders').get();
  native.close();
  return (orders as { n: number } | undefined)?.n;
};

const DESTRUCTIVE = [
  ['write_query', { query: 'DELETE FROM orders' }, 'Delete all rows: DELETE FROM orders', 0],
  ['write_query', { query: 'DROP TABLE orders' }, 'Drop a table: DROP TABLE orders', undefined],
  ['alter_schema', { query: 'DROP TABLE orders' }, 'Drop a table: DROP TABLE orders', undefined],
  [
    'execute_batch',
    { statements: [{ query: 'SELECT 1' }, { query: 'DELETE\nFROM orders WHERE 1' }] },
    'Delete all rows: DELETE\\nFROM orders WHERE 1',
    0,
  ],
] as const;

const HARMLESS = [
  ['write_query', { query: 'DELETE FROM orders WHERE id = 1' }],
  ['write_query', { query: 'DELETE FROM orders', dryRun: true }],
  ['write_query', { query: "INSERT INTO orders (item) VALUES ('DROP TABLE orders')" }],
  ['create_table', { query: 'CREATE TABLE IF NOT EXISTS more (x)' }],
  ['read_query', { query: 'SELECT 1' }],
] as const;

describe.each(['2025-06-18', '2025-11-25', '2026-07-28'] as const)('in %s', (revision) => {
  const connectAs = async (answer: { readonly action: string; readonly content?: object }) => {
    const asked: unknown[] = [];
    const client = await connect(defineServer({ ...toServer(databases), report: () => {} }), {
      revision,
      capabilities: { elicitation: {} },
      answers: {
        'elicitation/create': (params: { readonly message?: unknown }) => {
          asked.push(params.message);
          return answer;
        },
      },
    });
    return { client, asked };
  };

  test('what destroys a lot is done when the user agrees', async () => {
    const { client, asked } = await connectAs({ action: 'accept', content: { agree: true } });
    await using _ = client;
    for (const [name, args, question, left] of DESTRUCTIVE) {
      reset();
      const result = await client.request('tools/call', { name, arguments: args });
      expect([name, args, result['isError']]).toEqual([name, args, undefined]);
      expect(asked.at(-1)).toBe(`In the database shop:\n${question}`);
      expect(countOrders()).toBe(left);
    }
    expect(asked).toHaveLength(DESTRUCTIVE.length);
  });

  test('nothing is done when the user does not agree', async () => {
    reset();
    for (const answer of [{ action: 'decline' }, { action: 'cancel' }]) {
      const { client } = await connectAs(answer);
      await using _ = client;
      for (const [name, args] of DESTRUCTIVE) {
        const result = (await client.request('tools/call', { name, arguments: args })) as unknown as Answer;
        expect(result.isError).toBe(true);
        expect(result.content[0]?.text).toMatch(/^Not done\. The user did not agree\./);
      }
    }
    expect(countOrders()).toBe(3);
  });

  test('nobody is asked about what is harmless', async () => {
    const { client, asked } = await connectAs({ action: 'decline' });
    await using _ = client;
    for (const [name, args] of HARMLESS) {
      const result = await client.request('tools/call', { name, arguments: args });
      expect([name, args, result['isError']]).toEqual([name, args, undefined]);
    }
    expect(asked).toEqual([]);
  });
});

test.each(['2024-11-05', '2025-03-26', '2025-11-25', '2026-07-28'] as const)(
  'a client of %s that cannot ask gets a refusal',
  async (revision) => {
    reset();
    await using client = await connect(defineServer({ ...toServer(databases), report: () => {} }), {
      revision,
    });
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

test.each([
  ['delete from t', 'Delete all rows'],
  ['/* WHERE id = 1 */ DELETE FROM t -- WHERE id = 1', 'Delete all rows'],
  ['DELETE FROM "where"', 'Delete all rows'],
  ["DELETE FROM t WHERE 'id' = 'id'", 'Delete all rows'],
  ['DELETE FROM t WHERE 1e0 OR 0x1', 'Delete all rows'],
  ['DELETE FROM t WHERE NOT NULL IS TRUE', 'Delete all rows'],
  ["DELETE FROM t WHERE x'01' != :a AND abs(@b)", 'Delete all rows'],
  ['DELETE FROM t WHERE (SELECT 1 WHERE 1)', 'Delete all rows'],
  ['DELETE FROM t RETURNING (SELECT id FROM u WHERE id = 1)', 'Delete all rows'],
  ['WITH a AS (SELECT id FROM u WHERE id = 1) DELETE FROM t', 'Delete all rows'],
  ['WITH replace AS (SELECT 1) DELETE FROM t', 'Delete all rows'],
  ['WITH a (x) AS (SELECT 1), replace (x) AS (SELECT id FROM u) DELETE FROM t', 'Delete all rows'],
  ['DELETE FROM t WHERE 1 COLLATE nocase', 'Delete all rows'],
  ['DELETE FROM t WHERE 1 COLLATE "nocase" = 1', 'Delete all rows'],
  ['DELETE FROM t WHERE CAST(1 AS DOUBLE PRECISION)', 'Delete all rows'],
  ['DELETE FROM t WHERE EXISTS (SELECT 1 AS one FROM t AS other)', 'Delete all rows'],
  ['UPDATE OR IGNORE t SET a = (SELECT b FROM u WHERE u.id = t.id)', 'Change all rows'],
  ['drop /**/ view v', 'Drop a view'],
  ['ALTER TABLE t DROP COLUMN a', 'Drop a column'],
  ['ALTER TABLE t DROP a', 'Drop a column'],
  ['ALTER TABLE t RENAME TO u', undefined],
  ['DELETE FROM t WHERE id = ?', undefined],
  ['DELETE FROM t WHERE "id" = 1', undefined],
  ["DELETE FROM t WHERE name COLLATE nocase = 'x'", undefined],
  ['DELETE FROM t WHERE 1 COLLATE nocase AND id = 1', undefined],
  ['DELETE FROM t WHERE CAST(id AS TEXT) = ?', undefined],
  ['DELETE FROM t WHERE 1 = (SELECT id FROM u)', undefined],
  ['WITH a AS (SELECT 1) SELECT * FROM a', undefined],
  ["INSERT INTO t VALUES ('DELETE FROM t')", undefined],
  ['INSERT INTO t VALUES (1) ON CONFLICT DO UPDATE SET a = 1', undefined],
])('%s: %s', (sql, expected) => {
  expect(destruction(sql)).toBe(expected);
});
