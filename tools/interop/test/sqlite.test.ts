// The built SQLite server: its real work on a database.
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { DatabaseSandbox } from '../src/database-sandbox.ts';
import { completes, everyPage, hasText, namesOf, saysOf, tells, UPDATED } from './suites.ts';
import { underClients } from './under-clients.ts';

underClients({
  name: 'sqlite',
  sandbox: () => new DatabaseSandbox(),
  args: ({ file }) => ['--db-path', file, '--export-dir', dirname(file)],
  tools: {
    some: ['read_query', 'write_query', 'describe_table', 'export_query'],
    each: {
      annotations: { readOnlyHint: expect.any(Boolean), openWorldHint: false },
      outputSchema: { type: 'object' },
    },
  },
  suite: (_driver, client, place) => {
    const counts = async (query: string, count: number): Promise<void> =>
      expect(await client().call('read_query', { query })).toMatchObject({
        structuredContent: { rows: [[count]] },
      });

    test('reads typed rows, with integers of any size and bound parameters', async () => {
      const query = 'SELECT id, name, grams FROM tea WHERE id <= ? ORDER BY id';
      expect(await client().call('read_query', { query, params: [2] })).toMatchObject({
        ...saysOf('[2,"Sencha",{"int64":"9007199254740993"}]'),
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
      const count = "SELECT count(*) AS n FROM tea WHERE name = 'Oolong'";
      expect(await client().call('write_query', { query, dry_run: true })).toMatchObject({
        structuredContent: { affected_rows: 1, dry_run: true },
      });
      await counts(count, 0);
      expect(await client().call('write_query', { query })).toMatchObject({
        structuredContent: { affected_rows: 1 },
      });
      await counts(count, 1);
    });

    test('reads nothing but its database', async () => {
      for (const query of ["ATTACH '/etc/passwd' AS x", 'DELETE FROM tea', '/* */ DROP TABLE tea'])
        expect(await client().call('read_query', { query })).toMatchObject({ isError: true });
      await counts('SELECT count(*) > 1 AS n FROM tea', 1);
    });

    test('tells when another program changes the data', async () => {
      expect((await everyPage(client(), 'resourceTemplates')).length).toBeGreaterThan(1);
      const uri = 'sqlite://shop/table/tea/rows';
      expect(await client().read(uri)).toMatchObject(hasText('Assam'));
      await tells(client(), { uris: [uri] }, UPDATED, () =>
        place().run("INSERT INTO tea (name) VALUES ('Matcha')"),
      );
      expect(await client().read(uri)).toMatchObject(hasText('Matcha'));
    });

    test('saves all rows as a file', async () => {
      const query = 'SELECT id, name FROM tea WHERE id < 3';
      const args = { query, save_to: 'tea.csv', overwrite: true };
      const exported = await client().call('export_query', args);
      const links = (exported as { content: { type: string; uri?: string }[] }).content;
      const uri = links.find(({ type }) => type === 'resource_link')?.uri ?? '';
      expect(readFileSync(new URL(uri), 'utf8')).toBe('id,name\r\n1,Assam\r\n2,Sencha\r\n');
    });

    test('offers prompts, and completes names of tables', async () => {
      expect(namesOf(await everyPage(client(), 'prompts'))).toContain('explore-database');
      const template = { type: 'ref/resource', uri: 'sqlite://{database}/table/{table}/schema' } as const;
      const table = { name: 'table', value: 't' };
      expect(await client().complete(template, table, { database: 'shop' })).toMatchObject(completes('tea'));
    });
  },
});
