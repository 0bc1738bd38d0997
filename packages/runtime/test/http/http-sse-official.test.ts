// The official v1 client over HTTP+SSE, and how clients detect the transport of a URL.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ElicitRequestSchema, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, test } from 'vitest';
import { hello, open, send } from '@mcp/raw-http';
import { fixture } from './fixture.ts';
import { servingSse as serving } from './sse-client.ts';

const newClient = (): Client =>
  new Client({ name: 'official', version: '1.0.0' }, { capabilities: { elicitation: {} } });

// The transport's optional members are declared without `undefined`, which our compiler settings tell apart.
const transport = (made: object): Transport => made as Transport;

describe('the official client', () => {
  test('lists, calls, answers questions, receives progress and changes, and ends', async () => {
    const { server, tools, release, happened } = fixture();
    await using http = await serving(server);
    const client = newClient();
    client.setRequestHandler(ElicitRequestSchema, () => ({ action: 'accept', content: { ok: true } }));
    const changed = new Promise<void>((resolve) =>
      client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve()),
    );
    await client.connect(transport(new SSEClientTransport(new URL(http.at('/sse')))));
    expect(client.getServerVersion()).toEqual({ name: 'test', version: '1.0.0' });
    const first = await client.listTools();
    expect(first.tools.map(({ name }) => name)).toEqual(['echo', 'ask']);
    expect(await client.callTool({ name: 'echo', arguments: { text: 'ü' } })).toEqual({
      content: [{ type: 'text', text: 'ü' }],
    });
    expect(await client.callTool({ name: 'ask' })).toEqual({ content: [{ type: 'text', text: 'accept' }] });
    const progress: number[] = [];
    await client.callTool({ name: 'steps', arguments: { name: 'a' } }, undefined, {
      onprogress: ({ progress: done }) => {
        progress.push(done);
        release('a');
      },
    });
    // This client forgets progress that it reads together with the result, as it may read the second step.
    expect([[1], [1, 2]]).toContainEqual(progress);
    tools.delete('echo');
    await changed;
    const running = client.callTool({ name: 'wait', arguments: { name: 'b' } }).catch(() => 'closed');
    await happened('b began');
    await client.close();
    await happened('b stopped');
    expect(await running).toBe('closed');
  });

  test('sends its token to both paths', async () => {
    await using http = await serving(fixture().server, { token: 'a-secret-that-is-long' });
    const url = new URL(http.at('/sse'));
    const headers = { authorization: 'Bearer a-secret-that-is-long' };
    const client = newClient();
    await client.connect(transport(new SSEClientTransport(url, { requestInit: { headers } })));
    expect((await client.listTools()).tools).toHaveLength(2);
    await client.close();
    await expect(newClient().connect(transport(new SSEClientTransport(url)))).rejects.toThrow('401');
  });
});

describe('a client that knows both transports', () => {
  /** What the specification tells clients to do (basic/transports, "Backwards Compatibility", from 2025-03-26). */
  const connect = async (url: URL): Promise<[kind: string, client: Client]> => {
    const client = newClient();
    try {
      await client.connect(transport(new StreamableHTTPClientTransport(url)));
      return ['Streamable HTTP', client];
    } catch {
      const old = newClient();
      await old.connect(transport(new SSEClientTransport(url)));
      return ['HTTP+SSE', old];
    }
  };

  test.each([
    ['/mcp', 'Streamable HTTP'],
    ['/sse', 'HTTP+SSE'],
  ])('detects at %s: %s', async (path, expected) => {
    await using http = await serving(fixture().server);
    const [kind, client] = await connect(new URL(http.at(path)));
    expect([kind, (await client.listTools()).tools.length]).toEqual([expected, 2]);
    await client.close();
  });

  test('POST has status 405 at the old stream, but never for initialize at the endpoint', async () => {
    await using http = await serving(fixture().server);
    const body = hello('2025-11-25');
    const accept = 'application/json, text/event-stream';
    expect((await send(http.at('/sse'), { headers: { accept }, body })).status).toBe(405);
    for (const revision of ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25', '2099-01-01']) {
      expect((await send(http.url, { headers: { accept }, body: hello(revision) })).status).toBe(200);
    }
    // An old client at the endpoint learns at once that it has no old stream.
    const stream = await open(http.url, { method: 'GET', headers: { accept: 'text/event-stream' } });
    expect(stream.status).toBe(400);
    await stream.ended;
    expect(stream.json).toMatchObject({
      error: { message: expect.stringContaining('Mcp-Session-Id') as string },
    });
  });
});
