// The SQLite server with a sample database: queries, an export, a question to the user, an attack, an endless query.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { call, connect } from './call.ts';
import { event, say, title } from './transcript.ts';

const FOREVER = 'WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT count(*) FROM c';

/** Shows the SQLite server. */
export const showSqlite = async (): Promise<void> => {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-demo-')));
  title('SQLite server');
  say('mcp-server-sqlite, with a new database');
  try {
    const flags = ['--timeout', '1', '--confirm', 'destructive', '--export-dir', scratch];
    const args = ['--db-path', join(scratch, 'shop.db'), ...flags];
    await using client = await connect('sqlite', args, { capabilities: { elicitation: {} } });
    client.setRequestHandler('elicitation/create', ({ params: { message } }) => {
      event(`the user is asked: ${message.replace('\n', ' ')}`);
      return { action: 'decline' };
    });
    await showQueries(client);
    await showAttacks(client);
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
};

const showQueries = async (client: Client): Promise<void> => {
  await call(client, 'create_table', {
    query: 'CREATE TABLE sales (id INTEGER PRIMARY KEY, item TEXT, price REAL)',
  });
  const query = 'INSERT INTO sales (item, price) VALUES (?, ?)';
  const rows = [
    ['tea', 2.5],
    ['milk', 1],
    ['tea', 2.75],
  ];
  await call(client, 'execute_batch', { statements: rows.map((params) => ({ query, params })) });
  const sum = 'SELECT item, sum(price) AS total FROM sales GROUP BY item';
  await call(client, 'read_query', { query: sum });
  await call(client, 'export_query', { query: sum, save_to: 'sums.csv' });
  await call(client, 'write_query', { query: 'DELETE FROM sales', dry_run: true });
  await call(client, 'write_query', { query: 'DELETE FROM sales' });
};

const showAttacks = async (client: Client): Promise<void> => {
  await call(client, 'read_query', { query: 'EXPLAIN PRAGMA query_only = 0' });
  await call(client, 'read_query', { query: FOREVER });
  const start = performance.now();
  await call(client, 'read_query', { query: 'SELECT count(*) AS sales FROM sales' });
  event(`the next query was answered after ${Math.round(performance.now() - start)} ms`);
};
