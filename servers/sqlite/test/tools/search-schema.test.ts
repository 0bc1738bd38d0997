import { expect, test } from 'vitest';
import { BROKEN_VIEW, serve, serveNew, SHOP, temporary } from '../setup.ts';

test('finds tables, columns, indexes and triggers by part of their names', async () => {
  await using server = await serveNew();
  const found = (args: object) => server.data('search_schema', args);
  expect(await found({ query: 'CUSTOMER' })).toEqual({
    matches: [
      { database: 'shop', type: 'table', name: 'customers' },
      { database: 'shop', type: 'index', name: 'orders_by_customer', table: 'orders' },
      { database: 'shop', type: 'column', name: 'customer', table: 'orders', column_type: 'INTEGER' },
    ],
  });
  expect(await found({ query: 'name', type: 'column' })).toEqual({
    matches: [
      { database: 'shop', type: 'column', name: 'name', table: 'customers', column_type: 'TEXT' },
      { database: 'shop', type: 'column', name: 'name', table: 'names', column_type: 'TEXT' },
    ],
  });
  expect(await found({ query: 'one', type: 'trigger' })).toEqual({
    matches: [{ database: 'shop', type: 'trigger', name: 'gone', table: 'orders' }],
  });
  expect(await found({ query: '%' })).toEqual({ matches: [] });
});

test('searches all databases unless one is named, skipping broken views, up to the limit', async () => {
  using dir = temporary();
  const paths = [dir.database('a.db', SHOP + BROKEN_VIEW), dir.database('b.db', 'CREATE TABLE items (item)')];
  await using server = await serve(paths, { 'max-rows': 2 });
  const found = (args: object) => server.data('search_schema', args);
  expect(await found({ query: 'item' })).toEqual({
    matches: [
      { database: 'a', type: 'column', name: 'item', table: 'orders', column_type: 'TEXT' },
      { database: 'b', type: 'table', name: 'items' },
    ],
    truncated: true,
    note: 'There are more matches: search for a longer part of the name, or for one type.',
  });
  expect(await found({ query: 'item', database: 'b' })).toEqual({
    matches: [
      { database: 'b', type: 'table', name: 'items' },
      { database: 'b', type: 'column', name: 'item', table: 'items' },
    ],
  });
});
