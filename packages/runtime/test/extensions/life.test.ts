// Life of an extension: created once per server, and notified of the start and end of every connection.
import { modern, send } from '@mcp/raw-http';
import { defineServer, defineTool, type McpServer } from '@mcp/runtime';
import type { Extension, ExtensionRequest } from '@mcp/runtime/extensions';
import { tasks } from '@mcp/runtime/tasks';
import { connect } from '@mcp/runtime/testing';
import { describe, expect, test, vi } from 'vitest';
import { serving } from '../http/client.ts';

type Connection = ExtensionRequest['connection'];

/** Records opened connections, those of requests, and closed ones. */
class Watch {
  made = 0;
  readonly seen = new Set<Connection>();
  readonly opened: Connection[] = [];
  readonly closed: Connection[] = [];

  readonly extension: Extension = {
    id: 'com.example/watch',
    features: () => {
      this.made++;
      return [
        {
          runners: { 'tools/call': (request) => void this.seen.add(request.connection) },
          opened: (connection) => this.opened.push(connection),
          closed: (connection) => this.closed.push(connection),
        },
      ];
    },
  };

  serve(): McpServer {
    const hang = defineTool({
      name: 'hang',
      run: (_, ctx) =>
        new Promise<string>((resolve) => ctx.signal.addEventListener('abort', () => resolve('late'))),
    });
    return defineServer({
      ...{ name: 'test', version: '1', extensions: [this.extension, tasks()] },
      tools: [defineTool({ name: 'echo', run: () => 'said' }), hang],
    });
  }

  /** Expects that connections with requests were opened and closed once. */
  get isEven(): boolean {
    return (
      this.seen.size > 0 &&
      [...this.seen].every((seen) =>
        [this.opened, this.closed].every((told) => told.filter((one) => one === seen).length === 1),
      )
    );
  }
}

describe('calls `opened` once at the start, and `closed` at the end, of every connection', () => {
  test.each(['memory', 'stdio', 'http'] as const)('over %s', async (transport) => {
    for (const revision of ['2025-11-25', '2026-07-28'] as const) {
      const watch = new Watch();
      const client = await connect(watch.serve(), { transport, revision });
      await client.request('tools/call', { name: 'echo' });
      await client.close();
      expect(watch.isEven).toBe(true);
    }
  });

  test('of a client without sessions', async () => {
    const watch = new Watch();
    const client = await connect(watch.serve(), {
      transport: 'http',
      revision: '2025-11-25',
      sessions: false,
    });
    for (let n = 0; n < 3; n++) await client.request('tools/call', { name: 'echo' });
    await vi.waitFor(() => expect([watch.seen.size, watch.isEven]).toEqual([3, true]), 20_000);
    await client.close();
  });

  test('of stateless HTTP: after the answer, after an error, and after the client disconnects', async () => {
    const watch = new Watch();
    await using http = await serving(watch.serve());
    for (let n = 0; n < 20; n++) await send(http.url, modern('tools/call', { name: 'echo' }));
    await send(http.url, modern('tools/call', { name: 'none' }));
    await vi.waitFor(() => expect([watch.seen.size, watch.isEven]).toEqual([21, true]), 20_000);
    const { body, headers = {} } = modern('tools/call', { name: 'hang' });
    const sent = Object.entries({ ...headers, 'content-type': 'application/json' });
    const controller = new AbortController();
    const gone = fetch(http.url, {
      ...{ method: 'POST', signal: controller.signal, body: JSON.stringify(body) },
      headers: sent,
    });
    await vi.waitFor(() => expect(watch.seen.size).toBe(22), 20_000);
    controller.abort();
    await gone.catch(() => {});
    await vi.waitFor(() => expect(watch.isEven).toBe(true), 20_000);
  });
});

describe.each(['opened', 'draining', 'closed', 'notifications'] as const)(
  'an extension that throws in `%s`',
  (part) => {
    test.each(['memory', 'stdio', 'http'] as const)('ends no connection over %s', async (transport) => {
      const fail = (): void => {
        throw new Error('on purpose');
      };
      const bad: Extension = {
        id: 'com.example/bad',
        features: () => [{ [part]: part === 'notifications' ? { 'notifications/odd': fail } : fail }],
      };
      const watch = new Watch();
      const reports: object[] = [];
      for (const revision of ['2025-11-25', '2026-07-28'] as const) {
        const server = defineServer({
          ...{ name: 'test', version: '1', extensions: [bad, watch.extension] },
          report: (given) => reports.push(given),
          tools: [defineTool({ name: 'echo', run: () => 'said' })],
        });
        const client = await connect(server, { transport, revision });
        client.notify('notifications/odd');
        expect(await client.request('tools/call', { name: 'echo' })).toMatchObject({
          content: [{ text: 'said' }],
        });
        await client.close();
      }
      expect(watch.isEven).toBe(true);
      const told = { level: 'error', message: 'an extension failed', error: new Error('on purpose') };
      // A client over HTTP ends its session at once: nothing drains.
      const isTold = transport !== 'http' || part !== 'draining';
      expect(reports.slice(0, 1)).toEqual(isTold ? [told] : []);
    });
  },
);

test('`features` is called once for each server, also when a command line changes the server', async () => {
  const watch = new Watch();
  const server = watch.serve();
  const off = defineTool({ name: 'extra', task: 'required', run: () => 'done' });
  server.redefine((options) => ({ ...options, tools: [...(options.tools ?? []), off] }));
  expect(watch.made).toBe(1);
  await using client = await connect(server, {
    capabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } },
  });
  // What an extension knows of the server is that of the newest definition.
  expect(await client.request('tools/call', { name: 'extra' })).toMatchObject({ resultType: 'task' });
  watch.serve();
  expect(watch.made).toBe(2);
});
