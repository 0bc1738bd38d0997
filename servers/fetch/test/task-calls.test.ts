// fetch_many as a task, with an address that does not answer.
import { connect } from '@mcp/runtime/testing';
import { describe, expect, test, vi } from 'vitest';
import { serve } from './setup.ts';
import { site } from './site.ts';

const PATIENCE = 30_000;
const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

/** One page that comes at once, and one that never does. */
const halfDead = () =>
  site((request, response) => {
    if (request.url === '/alive') response.setHeader('content-type', 'text/plain').end('alive and well');
  });

describe.each(['stdio', 'http'] as const)('over %s', (transport) => {
  test('one address that hangs is an error of its own when its time is over', async () => {
    await using page = await halfDead();
    const server = serve({ 'ignore-robots-txt': true, timeout: 2 });
    await using client = await connect(server, { transport, capabilities });
    const urls = [`${page.origin}/alive`, `${page.origin}/hangs`];
    const { taskId } = await client.request('tools/call', { name: 'fetch_many', arguments: { urls } });
    expect(taskId).toEqual(expect.any(String));
    const { result } = await vi.waitFor(async () => {
      const task = await client.request('tasks/get', { taskId });
      expect(task).toMatchObject({ status: 'completed' });
      return task;
    }, PATIENCE);
    const shown = JSON.stringify(result);
    expect(shown).toContain('alive and well');
    expect(shown).toMatch(/hangs.*2 seconds|timed? ?out/i);
  });

  test('a cancellation ends the connection that hangs', async () => {
    await using page = await halfDead();
    const server = serve({ 'ignore-robots-txt': true });
    await using client = await connect(server, { transport, capabilities });
    const urls = [`${page.origin}/hangs`];
    const { taskId } = await client.request('tools/call', { name: 'fetch_many', arguments: { urls } });
    expect(page.paths).toEqual(['/hangs']);
    await client.request('tasks/cancel', { taskId });
    await vi.waitFor(async () => {
      expect(await client.request('tasks/get', { taskId })).toMatchObject({ status: 'cancelled' });
      expect(page.sockets.size).toBe(0);
    }, PATIENCE);
  });
});
