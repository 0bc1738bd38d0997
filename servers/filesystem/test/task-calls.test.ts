// Task calls: cancelling a long search frees its thread.
import { connect, type TestClient } from '@mcp/runtime/testing';
import { expect, test, vi } from 'vitest';
import { temporary } from './setup.ts';

const PATIENCE = 30_000;
const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

const search = (client: TestClient, query: string) =>
  client.request('tools/call', { name: 'search_file_contents', arguments: { path: '.', query } });

test.each(['stdio', 'http'] as const)(
  'cancels an endless search over %s, and runs the next one',
  async (transport) => {
    using dir = temporary({ 'a.txt': `${'a'.repeat(40)}!\n` });
    await using client = await connect(dir.server, { transport, capabilities });
    const { taskId, status } = await search(client, '(a+)+$b');
    expect(status).toBe('working');
    await client.request('tasks/cancel', { taskId });
    await vi.waitFor(
      async () =>
        expect(await client.request('tasks/get', { taskId })).toMatchObject({ status: 'cancelled' }),
      PATIENCE,
    );
    const next = await search(client, '!');
    const last = async (): Promise<unknown> => {
      if (next['taskId'] === undefined) return next;
      return (await client.request('tasks/get', { taskId: next['taskId'] }))['result'];
    };
    await vi.waitFor(
      async () =>
        expect(await last()).toMatchObject({ structuredContent: { files: [{ path: dir.at('a.txt') }] } }),
      PATIENCE,
    );
  },
  2 * PATIENCE,
);
