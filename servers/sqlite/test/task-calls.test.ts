// An import as a task: its cancellation takes back every row, and the next call has its turn.
import { defineServer } from '@mcp/runtime';
import { connect } from '@mcp/runtime/testing';
import { expect, test, vi } from 'vitest';
import { Databases } from '../src/databases.ts';
import { toServer } from '../src/server.ts';
import { open, optionsFor, temporary } from './setup.ts';

const PATIENCE = 30_000;
const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

/** Each row takes some milliseconds. */
const SLOW = `
  CREATE TABLE things (name TEXT);
  INSERT INTO things VALUES ('before');
  CREATE TRIGGER slow AFTER INSERT ON things BEGIN
    SELECT max(i) FROM (WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) SELECT i FROM n);
  END;
`;

test.each(['stdio', 'http'] as const)(
  'an import that is cancelled over %s leaves no row',
  async (transport) => {
    using dir = temporary();
    const path = dir.database('things.db', SLOW);
    const databases = new Databases(optionsFor([], { 'db-path': [path], write: true, timeout: 600 }));
    try {
      await using client = await connect(defineServer(toServer(databases)), { transport, capabilities });
      const call = (rows: number) => {
        const text = `name\n${Array.from({ length: rows }, (_, row) => `row ${row}\n`).join('')}`;
        return client.request('tools/call', {
          name: 'import_rows',
          arguments: { table_name: 'things', text },
        });
      };
      const { taskId, status } = await call(20_000);
      expect(status).toBe('working');
      await client.request('tasks/cancel', { taskId });
      await vi.waitFor(
        async () =>
          expect(await client.request('tasks/get', { taskId })).toMatchObject({ status: 'cancelled' }),
        PATIENCE,
      );
      const next = await call(2);
      const last = async (): Promise<unknown> => {
        if (next['taskId'] === undefined) return next;
        return (await client.request('tasks/get', { taskId: next['taskId'] }))['result'];
      };
      await vi.waitFor(
        async () => expect(await last()).toMatchObject({ structuredContent: { rows: 2 } }),
        PATIENCE,
      );
    } finally {
      databases.close();
    }
    const native = open(path);
    expect(native.prepare('SELECT name FROM things').pluck().all()).toEqual(['before', 'row 0', 'row 1']);
    expect(native.pragma('integrity_check', { simple: true })).toBe('ok');
    native.close();
  },
  4 * PATIENCE,
);
