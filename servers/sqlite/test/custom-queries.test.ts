// --queries: the operator's queries as tools.
import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { optionsFor, serve, SHOP, temporary } from './setup.ts';

const ORDERS_OF = {
  name: 'orders_of',
  description: 'List the orders of one customer.',
  sql: 'SELECT o.id, o.item FROM orders o JOIN customers c ON c.id = o.customer WHERE c.name = :name ORDER BY o.id LIMIT :count',
  parameters: {
    name: { type: 'string', description: 'The name of the customer.' },
    count: { type: 'integer', description: 'How many.', default: 10, minimum: 1 },
  },
};

test('a query becomes a read-only tool with its parameters', async () => {
  using dir = temporary();
  writeFileSync(dir.at('queries.json'), JSON.stringify([ORDERS_OF]));
  await using server = await serve([dir.database('shop.db', SHOP)], { queries: dir.at('queries.json') });
  const { tools } = await server.client.request('tools/list');
  expect(
    (tools as readonly { readonly name: string }[]).find(({ name }) => name === 'orders_of'),
  ).toMatchObject({
    title: 'orders_of',
    description: 'List the orders of one customer.',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    inputSchema: {
      type: 'object',
      properties: { ...ORDERS_OF.parameters, cursor: { type: 'string' } },
      required: ['name'],
      additionalProperties: false,
    },
  });
  expect(await server.data('orders_of', { name: 'Ada', count: 1 })).toMatchObject({
    rows: [[1, 'tea']],
    row_count: 1,
  });
  expect(await server.data('orders_of', { name: "Ada' OR 1 --" })).toMatchObject({ rows: [] });
  expect((await server.call('orders_of', { name: 'Ada', count: 0 })).isError).toBe(true);
});

test('rows are returned in pages', async () => {
  using dir = temporary();
  writeFileSync(dir.at('queries.json'), JSON.stringify([ORDERS_OF]));
  const paths = [dir.database('shop.db', SHOP)];
  await using server = await serve(paths, { queries: dir.at('queries.json'), 'max-rows': 1 });
  const first = await server.call('orders_of', { name: 'Ada' });
  expect(first.structuredContent).toMatchObject({ rows: [[1, 'tea']], truncated: true });
  const cursor = first.structuredContent?.['next_cursor'];
  expect(await server.data('orders_of', { name: 'Ada', cursor })).toMatchObject({
    rows: [[2, 'milk']],
  });
  expect(await server.failure('orders_of', { name: 'Grace', cursor })).toMatch(/cursor/);
});

describe('queries that cannot run are refused at startup', () => {
  const { sql, ...withoutSql } = ORDERS_OF;
  test.each([
    ['{', /queries\.json: Expected property name/],
    [{}, /must be a list of queries/],
    [[1], /query 0: it must be an object/],
    [[{ ...ORDERS_OF, name: 'Orders Of' }], /query 0: "name" must be a tool name/],
    [
      [ORDERS_OF, { ...ORDERS_OF, writes: true }],
      /query 1: unknown member "writes"; the members are name, title/,
    ],
    [[withoutSql], /"description", "sql" and "title" must be strings/],
    [[{ ...ORDERS_OF, sql: 'DELETE FROM orders' }], /Only SELECT queries are allowed here/],
    [[{ ...ORDERS_OF, sql: `${sql} OFFSET :skip` }], /"parameters" has no schema for :skip/],
    [[{ ...ORDERS_OF, sql: 'SELECT :name' }], /the SQL has no parameter :count/],
    [[{ ...ORDERS_OF, parameters: [] }], /"parameters" must be an object/],
    [[{ ...ORDERS_OF, database: 'other' }], /"database" must be one of shop/],
  ])('%j', (content, message) => {
    using dir = temporary();
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    writeFileSync(dir.at('queries.json'), text);
    const path = dir.database('shop.db', SHOP);
    expect(() => optionsFor([path], { queries: dir.at('queries.json') })).toThrow(message);
  });
});
