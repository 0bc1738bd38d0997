// The suite of the built SQLite server: its real work, under every official client.
import { expect, test } from 'vitest';
import type { Driven, Driver } from '../src/clients/driven.ts';
import type { DatabaseSandbox } from '../src/database-sandbox.ts';
import { everyPage, notificationsOf, notified } from './suites.ts';

const UPDATED = 'notifications/resources/updated';

/** Tests the server on a database. */
export const sqlite = (driver: Driver, client: () => Driven, place: () => DatabaseSandbox): void => {
  test('tells who it is and lists its tools, with titles, icons, annotations and schemas', async () => {
    expect(client().server()).toMatchObject({ info: { name: 'sqlite' }, revision: driver.revision });
    const { items } = await everyPage(client(), 'tools');
    expect(items.map((item) => 'name' in item && item.name)).toEqual(
      expect.arrayContaining(['read_query', 'write_query', 'describe_table', 'append_insight']),
    );
    for (const item of items) {
      expect(item).toMatchObject({
        title: expect.any(String),
        icons: expect.any(Array),
        annotations: { readOnlyHint: expect.any(Boolean), openWorldHint: false },
        outputSchema: { type: 'object' },
      });
    }
  });

  test('reads typed rows, with integers of any size and bound parameters', async () => {
    const query = 'SELECT id, name, grams FROM tea WHERE id <= ? ORDER BY id';
    expect(await client().call('read_query', { query, params: [2] })).toMatchObject({
      content: [{ text: expect.stringContaining('[2,"Sencha",{"int64":"9007199254740993"}]') }],
      structuredContent: {
        columns: ['id', 'name', 'grams'],
        rows: [
          [1, 'Assam', 100],
          [2, 'Sencha', { int64: '9007199254740993' }],
        ],
      },
    });
  });

  test('writes, and shows what would be written', async () => {
    const query = "INSERT INTO tea (name) VALUES ('Oolong')";
    expect(await client().call('write_query', { query, dry_run: true })).toMatchObject({
      structuredContent: { affected_rows: 1, dry_run: true },
    });
    const count = { query: "SELECT count(*) AS n FROM tea WHERE name = 'Oolong'" };
    expect(await client().call('read_query', count)).toMatchObject({ structuredContent: { rows: [[0]] } });
    expect(await client().call('write_query', { query })).toMatchObject({
      structuredContent: { affected_rows: 1 },
    });
    expect(await client().call('read_query', count)).toMatchObject({ structuredContent: { rows: [[1]] } });
  });

  test('reads nothing but its database', async () => {
    for (const query of ["ATTACH '/etc/passwd' AS x", 'DELETE FROM tea', '/* */ DROP TABLE tea'])
      expect(await client().call('read_query', { query })).toMatchObject({ isError: true });
    expect(await client().call('read_query', { query: 'SELECT count(*) > 1 AS n FROM tea' })).toMatchObject({
      structuredContent: { rows: [[1]] },
    });
  });

  test('tells when another program changes the data', async () => {
    const { items } = await everyPage(client(), 'resourceTemplates');
    expect(items.length).toBeGreaterThan(1);
    const uri = 'sqlite://shop/table/tea/rows';
    expect(await client().read(uri)).toMatchObject({
      contents: [{ text: expect.stringContaining('Assam') }],
    });
    const stop = await client().follow({ uris: [uri], lists: [] });
    const before = notificationsOf(client(), UPDATED).length;
    place().run("INSERT INTO tea (name) VALUES ('Matcha')");
    await notified(client(), UPDATED, before + 1);
    expect(await client().read(uri)).toMatchObject({
      contents: [{ text: expect.stringContaining('Matcha') }],
    });
    await stop();
  });

  test('keeps insights', async () => {
    expect(await client().call('append_insight', { insight: 'Tea sells.' })).toMatchObject({
      content: [{ text: 'Insight added to memo' }],
    });
    expect(await client().read('memo://insights')).toMatchObject({
      contents: [{ text: expect.stringContaining('- Tea sells.') }],
    });
  });

  test('exports all rows as a resource', async () => {
    const exported = await client().call('export_query', {
      query: 'SELECT id, name FROM tea WHERE id < 3',
      format: 'csv',
    });
    const links = (exported as { content: { type: string; uri?: string }[] }).content;
    const uri = links.find(({ type }) => type === 'resource_link')?.uri ?? '';
    expect(await client().read(uri)).toMatchObject({
      contents: [{ mimeType: 'text/csv', text: 'id,name\r\n1,Assam\r\n2,Sencha\r\n' }],
    });
  });

  test('offers prompts, and completes names of tables', async () => {
    const { items } = await everyPage(client(), 'prompts');
    expect(items.map((item) => 'name' in item && item.name)).toContain('mcp-demo');
    const template = { type: 'ref/resource', uri: 'sqlite://{database}/table/{table}/schema' } as const;
    expect(
      await client().complete(template, { name: 'table', value: 't' }, { database: 'shop' }),
    ).toMatchObject({ completion: { values: ['tea'] } });
  });
};
