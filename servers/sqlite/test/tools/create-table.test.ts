import { expect, test } from 'vitest';
import { serveNew, textsOf } from '../setup.ts';

test('creates only tables, and reports whether one was created', async () => {
  await using server = await serveNew('');
  const create = (query: string) => server.call('create_table', { query });
  expect((await create('-- new\ncreate /**/ table t (x)')).structuredContent).toEqual({
    created: true,
    table: 't',
  });
  expect((await create('CREATE TABLE IF NOT EXISTS t (x)')).structuredContent).toEqual({
    note: 'A table of this name exists already; it was not changed.',
  });
  for (const query of [
    'CREATE TEMP TABLE u (x)',
    'CREATE VIRTUAL TABLE f USING fts5 (x)',
    'DROP TABLE t',
    'CREATE INDEX i ON t (x)',
    'CREATE VIEW v AS SELECT 1',
  ])
    expect(textsOf(await create(query))).toEqual([
      'Only CREATE TABLE statements are allowed here. For CREATE INDEX, CREATE VIEW or CREATE VIRTUAL TABLE use write_query.',
    ]);
  expect(textsOf(await create('CREATE TABLE t (x)'))).toEqual(['Database error: table t already exists.']);
  expect(await server.data('list_tables')).toEqual({
    tables: [{ name: 't', type: 'table' }],
  });
});
