import { rmSync } from 'node:fs';
import { expect, test } from 'vitest';
import { open, serve, serveFile, serveNew, SHOP, temporary, type Session } from './setup.ts';

const read = async ({ client }: Session, uri: string): Promise<unknown> => {
  const { contents } = await client.request('resources/read', { uri });
  const [{ text }] = contents as [{ text: string }];
  return text.startsWith('{') ? JSON.parse(text) : text;
};

/** Shared by the read-only tests. */
const shop = await serveFile(`${SHOP} CREATE TABLE "x/y" (x);`);

const ROWS = 'sqlite://{database}/table/{table}/rows{?limit,cursor}';

test('the schema is a resource, and so is the schema of each table', async () => {
  const { resources } = await shop.client.request('resources/list');
  expect((resources as { uri: string }[]).map(({ uri }) => uri)).toEqual(['sqlite://shop/schema']);
  expect(await read(shop, 'sqlite://shop/schema')).toMatch(/^CREATE TABLE customers [^]*CREATE TRIGGER gone/);
  expect(await read(shop, 'sqlite://shop/table/orders/schema')).toMatchObject({
    name: 'orders',
    type: 'table',
  });
});

test('rows are returned in pages that link to the next', async () => {
  const first = (await read(shop, 'sqlite://shop/table/orders/rows?limit=2')) as { next: string };
  expect(first).toMatchObject({
    rows: [
      [1, 1, 'tea'],
      [2, 1, 'milk'],
    ],
  });
  const second = await read(shop, first.next);
  expect(second).toMatchObject({ rows: [[3, 2, 'rum']] });
  expect(second).not.toHaveProperty('next');
  expect(await read(shop, 'sqlite://shop/table/x%2Fy/rows')).toEqual({
    columns: ['x'],
    rows: [],
  });
});

test('a page has at most as many rows as the server allows', async () => {
  await using server = await serveNew(SHOP, { 'max-rows': 1 });
  expect(await read(server, 'sqlite://shop/table/orders/rows?limit=3')).toMatchObject({
    rows: [[1, 1, 'tea']],
    next: expect.stringMatching(/^sqlite:\/\/shop\/table\/orders\/rows\?limit=3&cursor=\w+$/),
  });
});

test.each([
  'sqlite://nope/table/orders/rows',
  'sqlite://shop/table/nope/rows',
  'sqlite://shop/table/orders%22%3B%20DROP%20TABLE%20orders/rows',
  'sqlite://shop/table/nope/schema',
])('%s is not found', async (uri) => {
  await expect(shop.client.request('resources/read', { uri })).rejects.toMatchObject({ code: -32002 });
});

test.each([
  ['table/orders/rows?limit=0', /limit must be a whole number of at least 1/],
  ['table/orders/rows?limit=all', /limit must be a whole number of at least 1/],
  ['table/orders/rows?cursor=abc', /The cursor is not one of this call/],
])('an invalid value in sqlite://shop/%s is an error of the params', async (rest, message) => {
  const uri = `sqlite://shop/${rest}`;
  await expect(shop.client.request('resources/read', { uri })).rejects.toMatchObject({
    code: -32602,
    message: expect.stringMatching(message),
  });
});

test('a problem of the database is not reported as invalid params', async () => {
  await using server = await serveNew(SHOP, { timeout: 2 });
  const { path } = server;
  rmSync(path);
  const uri = 'sqlite://shop/table/orders/rows';
  await expect(server.client.request('resources/read', { uri })).rejects.toMatchObject({ code: -32603 });
});

test('databases, tables and columns are completed', async () => {
  using dir = temporary();
  const paths = [dir.database('shop.db', SHOP), dir.database('ship.db', 'CREATE TABLE boats (name)')];
  await using server = await serve(paths);
  const rows = { type: 'ref/resource', uri: ROWS };
  const prompt = { type: 'ref/prompt', name: 'explore-database' };
  for (const [ref, name, value, known, values] of [
    [rows, 'database', 'sh', {}, ['shop', 'ship']],
    [rows, 'table', '', { database: 'shop' }, ['customers', 'names', 'orders']],
    [rows, 'table', '', { database: 'ship' }, ['boats']],
    [prompt, 'column', 'C', { database: 'shop', table: 'orders' }, ['customer']],
    [prompt, 'table', "' OR 1", { database: 'shop' }, []],
  ] as const) {
    const asked = { ref, argument: { name, value }, context: { arguments: known } };
    expect(await server.client.request('completion/complete', asked)).toMatchObject({
      completion: { values },
    });
  }
});

test('subscribers are notified of changes of data and schema by any program', async () => {
  await using server = await serveNew();
  const { path } = server;
  const uris = ['sqlite://shop/schema', 'sqlite://shop/table/orders/rows'];
  for (const uri of uris) await server.client.request('resources/subscribe', { uri });
  const updated = (uri: string) => (message: object) =>
    JSON.stringify(message).includes(`"method":"notifications/resources/updated","params":{"uri":"${uri}"`);
  const other = open(path);
  other.exec("INSERT INTO orders (item) VALUES ('x')");
  await server.client.waitFor(updated('sqlite://shop/table/orders/rows'), 15_000);
  expect(
    server.client.notifications('notifications/resources/updated').filter(updated('sqlite://shop/schema')),
  ).toEqual([]);
  other.exec('CREATE TABLE more (x)');
  other.close();
  await server.client.waitFor(updated('sqlite://shop/schema'), 15_000);
  for (const uri of uris) await server.client.request('resources/unsubscribe', { uri });
});

test('the prompt includes the schema', async () => {
  const get = async (name: string, args: object = {}) =>
    JSON.stringify(await shop.client.request('prompts/get', { name, arguments: args }));
  expect(await get('explore-database', { table: 'orders', column: 'item' })).toMatch(
    /the column item of the table orders of the database shop.*sqlite:\/\/shop\/schema.*CREATE TABLE customers/,
  );
});

test.each([
  { name: 'explore-database', arguments: { database: 'c' } },
  { name: 'explore-database', arguments: {} },
])('invalid arguments of a prompt are a client error: %j', async (params) => {
  using dir = temporary();
  await using server = await serve([dir.database('a.db', SHOP), dir.database('b.db', SHOP)]);
  await expect(server.client.request('prompts/get', params)).rejects.toMatchObject({ code: -32602 });
});
