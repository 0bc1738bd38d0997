// Calls that outlast their answer, and the skill, as seen by a client of 2026-07-28.
import { connect, type TestClient } from '@mcp/runtime/testing';
import { describe, expect, test, vi } from 'vitest';
import { serve, use, type Session } from './setup.ts';

const PATIENCE_MS = 30_000;
const capabilities = { extensions: { 'io.modelcontextprotocol/tasks': {} } };

const becomes = (
  client: TestClient,
  taskId: unknown,
  status: string,
): Promise<{ readonly [member: string]: unknown }> =>
  vi.waitFor(async () => {
    const task = await client.request('tasks/get', { taskId });
    expect(task).toMatchObject({ status });
    return task;
  }, PATIENCE_MS);

describe.each(['stdio', 'http'] as const)('over %s', (transport) => {
  /** A site with one page that arrives at once, one released by the test, and others that never arrive. */
  const slowSite = async (
    timeout: number,
  ): Promise<{ readonly server: Session; readonly answer: () => void }> => {
    let answer = (): void => {};
    const allowed = new Promise<void>((resolve) => (answer = resolve));
    const server = await use(
      ({ url }, response) => {
        if (url === '/alive') response.setHeader('content-type', 'text/plain').end('alive and well');
        if (url === '/slow')
          void allowed.then(() => response.setHeader('content-type', 'text/plain').end('slow'));
      },
      { 'ignore-robots-txt': true, timeout },
      { transport, capabilities },
    );
    return { server, answer };
  };

  const start = async ({ client, origin }: Session, ...paths: readonly string[]) => {
    const urls = paths.map((path) => `${origin}${path}`);
    const task = await client.request('tools/call', { name: 'fetch_many', arguments: { urls } });
    expect(task).toMatchObject({ resultType: 'task', taskId: expect.any(String) });
    return task['taskId'];
  };

  test('fetch_many of a slow site becomes a task', async () => {
    const { server, answer } = await slowSite(30);
    await using _ = server;
    const taskId = await start(server, '/slow');
    answer();
    const { result } = await becomes(server.client, taskId, 'completed');
    expect(JSON.stringify(result)).toContain('slow');
  });

  test('one hanging address is a separate error after its time limit', async () => {
    const { server } = await slowSite(1);
    await using _ = server;
    const taskId = await start(server, '/alive', '/hangs');
    const { result } = await becomes(server.client, taskId, 'completed');
    const shown = JSON.stringify(result);
    expect(shown).toContain('alive and well');
    expect(shown).toMatch(/hangs.*\[timeout, may work later\]/);
  });

  test('a cancellation closes the hanging connection', async () => {
    const { server } = await slowSite(30);
    await using _ = server;
    const taskId = await start(server, '/hangs');
    expect(server.page.paths).toEqual(['/hangs']);
    await server.client.request('tasks/cancel', { taskId });
    await becomes(server.client, taskId, 'cancelled');
    await expect.poll(() => server.page.sockets.size).toBe(0);
  });
});

test('the skill is available', async () => {
  await using client = await connect(serve(), { capabilities });
  const uri = 'skill://research-the-web/SKILL.md';
  expect(await client.request('skills/list')).toMatchObject({ skills: [{ uri }] });
  expect(await client.request('resources/read', { uri })).toMatchObject({ contents: [{ uri }] });
  expect(client.server['instructions']).toContain(uri);
});
