// The SQLite server at work on a sample database: a query, an export, an attack, a query that never ends, and
// a user who is asked.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { call } from './call.ts';
import { program } from './checkout.ts';
import { event, say, title } from './transcript.ts';

const FOREVER = 'WITH RECURSIVE c (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c) SELECT count(*) FROM c';

/** Shows the SQLite server. */
export const showSqlite = async (): Promise<void> => {
  const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'mcp-demo-')));
  title('SQLite server');
  say('mcp-server-sqlite, with a database that it makes');
  try {
    await using stack = new AsyncDisposableStack();
    const client = new Client({ name: 'demo', version: '1.0.0' }, { capabilities: { elicitation: {} } });
    client.setRequestHandler('elicitation/create', ({ params: { message } }) => {
      event(`the user is asked: ${message.replace('\n', ' ')}`);
      return { action: 'decline' };
    });
    const flags = ['--timeout', '1', '--confirm', 'destructive', '--export-dir', scratch];
    const args = [program('sqlite'), '--db-path', join(scratch, 'shop.db'), ...flags];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: 'inherit' }));
    stack.defer(() => client.close());
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
