// The README's table of limits: three times each limit at once, and another client is still served.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { FOREVER } from './queries.ts';
import { host, open, SHOP, temporary } from './setup.ts';

/** Returns the number of a database's processes that read, or write. */
const processesOf = (path: string, readonly: boolean): number =>
  String(execFileSync('ps', ['-eo', 'args', '-ww']))
    .split('\n')
    .filter(
      (line) => line.includes(`"path":${JSON.stringify(path)}`) && line.includes(`"readonly":${readonly}`),
    ).length;

const call = (name: string, args: object) => ({ name, arguments: args });

test('24 endless queries of one client run in four processes, and another client is answered', async () => {
  await using server = host(SHOP, { timeout: 60 });
  const evil = await server.connect({ transport: 'http', revision: '2025-11-25' });
  const good = await server.connect({ transport: 'http', revision: '2025-11-25' });
  for (let at = 0; at < 24; at++)
    void evil.request('tools/call', call('read_query', { query: FOREVER })).catch(() => undefined);
  await expect.poll(() => processesOf(server.path, true)).toBe(4);
  expect(await good.request('tools/call', call('read_query', { query: 'SELECT 1' }))).toMatchObject({
    structuredContent: { rows: [[1]] },
  });
  expect(processesOf(server.path, true)).toBe(5);
});

test('three endless writes of one client run in one process, one after the other', async () => {
  await using server = host(SHOP, { timeout: 2 });
  const evil = await server.connect({ transport: 'http', revision: '2025-11-25' });
  const good = await server.connect({ transport: 'http', revision: '2025-11-25' });
  const query = `INSERT INTO orders (item) ${FOREVER}`;
  const writing = Array.from({ length: 3 }, () => evil.request('tools/call', call('write_query', { query })));
  await expect.poll(() => processesOf(server.path, false)).toBe(1);
  const insert = call('write_query', { query: "INSERT INTO orders (item) VALUES ('x')" });
  // After the running one, before the two that wait.
  expect(await good.request('tools/call', insert)).toMatchObject({ structuredContent: { affected_rows: 1 } });
  expect(processesOf(server.path, false)).toBe(1);
  await Promise.all(writing);
});

test('twelve files of one client are read two at a time, and another client has its own two', async () => {
  using dir = temporary();
  mkdirSync(dir.at('in'));
  for (const name of ['evil', 'good']) writeFileSync(dir.at('in', `${name}.csv`), 'item\ntea\n');
  await using server = host(SHOP, { timeout: 60, 'import-dir': dir.at('in') });
  const evil = await server.connect({ transport: 'http', revision: '2025-11-25' });
  const good = await server.connect({ transport: 'http', revision: '2025-11-25' });
  const other = open(server.path);
  other.exec('BEGIN IMMEDIATE');
  const importing = (client: typeof evil, name: string) =>
    client.request('tools/call', call('import_rows', { table_name: 'orders', file: `${name}.csv` }));
  const many = Array.from({ length: 12 }, () => importing(evil, 'evil'));
  const one = importing(good, 'good');
  // Both have been read as far as allowed once the writer has begun and another call was answered.
  await expect.poll(() => processesOf(server.path, false)).toBe(1);
  await good.request('tools/list');
  for (const name of ['evil', 'good']) rmSync(dir.at('in', `${name}.csv`));
  other.exec('COMMIT');
  other.close();
  expect(await one).not.toHaveProperty('isError');
  const texts = (await Promise.all(many)).map((answer) => JSON.stringify(answer['content']));
  expect(texts.filter((text) => text.includes('does not exist'))).toHaveLength(10);
  expect(texts.filter((text) => text.includes('undo_last_write'))).toHaveLength(2);
});
