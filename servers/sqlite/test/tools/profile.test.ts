import { expect, test } from 'vitest';
import { countTo, serveNew, SHOP, textsOf } from '../setup.ts';

const profileOf = (server: Awaited<ReturnType<typeof serveNew>>, table: string) =>
  server.data('describe_table', { table_name: table, profile: true });

test('shows the contents of each column', async () => {
  await using server = await serveNew(
    `${SHOP} CREATE TABLE t (n INTEGER, "odd ""name" TEXT, b BLOB, none);
     INSERT INTO t VALUES (3, 'tea', x'00ff', NULL), (1, 'tea', NULL, NULL), (NULL, printf('%.200c', 'x'), x'01', NULL),
       (9007199254740993, 'it''s', NULL, NULL);`,
  );
  expect(await server.data('describe_table', { table_name: 'T', profile: true })).toEqual({
    name: 't',
    type: 'table',
    rows: 4,
    columns: [
      {
        name: 'n',
        nulls: 1,
        distinct: 3,
        minimum: 1,
        maximum: { int64: '9007199254740993' },
        examples: '1, 3, 9007199254740993',
      },
      {
        name: 'odd "name',
        nulls: 0,
        distinct: 3,
        minimum: "it's",
        maximum: 'x'.repeat(60),
        examples: `'tea', 'it''s', '${'x'.repeat(60)}'`,
      },
      {
        name: 'b',
        nulls: 2,
        distinct: 2,
        minimum: { blob: 'AP8=' },
        maximum: { blob: 'AQ==' },
        examples: "X'00FF', X'01'",
      },
      { name: 'none', nulls: 4, distinct: 0 },
    ],
  });
  expect(await profileOf(server, 'names')).toMatchObject({
    rows: 2,
    columns: [{ name: 'name', distinct: 2 }],
  });
  expect(await profileOf(server, 'sqlite_schema')).toHaveProperty('rows');
  expect(await server.failure('describe_table', { table_name: 'nope', profile: true })).toMatch(
    /no table or view "nope"/,
  );
});

test('is limited to a number of rows, and says so', async () => {
  const rows = `${countTo(100_001)} SELECT i FROM c`;
  const wide = Array.from({ length: 600 }, (_, at) => `c${at}`).join();
  await using server = await serveNew(
    `CREATE TABLE t (i); INSERT INTO t ${rows}; CREATE TABLE wide (${wide});`,
  );
  expect(await profileOf(server, 't')).toMatchObject({
    rows: 100_000,
    more_rows: true,
    columns: [{ name: 'i', distinct: 100_000, minimum: 1, maximum: 100_000 }],
  });
  const profiled = await server.call('describe_table', { table_name: 'wide', profile: true });
  expect(profiled.structuredContent).toMatchObject({
    rows: 0,
    note: '500 more columns are not profiled: query them with read_query.',
  });
  expect(textsOf(profiled)[0]?.length).toBeLessThan(40_000);
});

test('profile_table, its former name, is not listed and answers the same', async () => {
  await using server = await serveNew(SHOP);
  const { tools } = await server.client.request('tools/list');
  expect(JSON.stringify(tools)).not.toContain('profile_table');
  expect(await server.data('profile_table', { table_name: 'names' })).toEqual(
    await profileOf(server, 'names'),
  );
});
