// Open plan: an extension outside the runtime adds methods, shapes, capabilities, and runs that outlive their call.
import { defineServer, defineTool, ToolError, type McpServer, type Middleware } from '@mcp/runtime';
import { timeout } from '@mcp/runtime/middleware';
import { connect, type TestClient } from '@mcp/runtime/testing';
import { describe, expect, test, vi } from 'vitest';
import { TICKETS, tickets } from './tickets.ts';

/** Makes a server with a waiting, an asking and a failing tool, and records the order of events. */
class Fixture {
  readonly events: string[] = [];
  finish = (): void => {};

  create(): McpServer {
    const finished = new Promise<void>((resolve) => (this.finish = resolve));
    const wait = defineTool({
      name: 'wait',
      run: async (_, ctx) => {
        ctx.progress(1, 2, 'half');
        ctx.signal.addEventListener('abort', () => this.events.push('aborted'));
        await finished;
        this.events.push('tool done');
        return 'waited';
      },
    });
    const ask = defineTool({
      name: 'ask',
      run: async (_, ctx) => {
        const schema = { type: 'object', properties: { name: { type: 'string' } } } as const;
        const answer = await ctx.ask.elicit('who', { message: 'Who?', schema });
        return `Hello ${answer.action === 'accept' ? answer.content.name : 'nobody'}.`;
      },
    });
    const fail = defineTool({ name: 'fail', run: () => Promise.reject(new ToolError('No.')) });
    const never = defineTool({ name: 'never', run: () => new Promise<string>(() => {}) });
    const watch: Middleware = async ({ params, method }, next) => {
      if (method !== 'tools/call') return next();
      this.events.push(`${String(params['name'])} begins`);
      try {
        return await next();
      } finally {
        this.events.push(`${String(params['name'])} ends`);
      }
    };
    return defineServer({
      name: 'test',
      version: '1',
      tools: [wait, ask, fail, never],
      middleware: [watch, timeout({ ms: 60_000, tools: { never: 20 } })],
      extensions: [tickets(() => true)],
    });
  }
}

const SPEAKS = { capabilities: { elicitation: {}, extensions: { [TICKETS]: {} } } };
const callOf = (client: TestClient, name: string): Promise<{ [member: string]: unknown }> =>
  client.request('tools/call', { name, arguments: {} });
const get = (client: TestClient, ticketId: unknown): Promise<{ [member: string]: unknown }> =>
  client.request('tickets/get', { ticketId });
const _meta = { 'io.modelcontextprotocol/serverInfo': { name: 'test', version: '1' } };
const complete = { resultType: 'complete', _meta };

describe.each(['memory', 'stdio', 'http'] as const)('over %s', (transport) => {
  const place = { transport, ...SPEAKS };

  test('is among the capabilities from its own revision on', async () => {
    await using client = await connect(new Fixture().create(), place);
    expect(client.server['capabilities']).toMatchObject({ extensions: { [TICKETS]: {} } });
    await using older = await connect(new Fixture().create(), { ...place, revision: '2025-11-25' });
    expect(older.server['capabilities']).not.toHaveProperty('extensions');
  });

  test('answers a call with a ticket, and its run continues, with the middleware inside', async () => {
    const fixture = new Fixture();
    await using client = await connect(fixture.create(), place);
    const ticket = { ticketId: 't0', status: 'working', message: 'half' };
    expect(await callOf(client, 'wait')).toEqual({ ...ticket, resultType: 'ticket', _meta });
    expect(await get(client, 't0')).toEqual({ ...ticket, ...complete });
    expect(fixture.events).toEqual(['wait begins']);
    fixture.finish();
    await vi.waitFor(
      async () => expect(await get(client, 't0')).toMatchObject({ status: 'completed' }),
      20_000,
    );
    expect(await get(client, 't0')).toEqual({
      ...{ ...ticket, status: 'completed', ...complete },
      result: { content: [{ type: 'text', text: 'waited' }], ...complete },
    });
    expect(fixture.events).toEqual(['wait begins', 'tool done', 'wait ends']);
  });

  test('questions wait for their answers, and notifications report each change', async () => {
    await using client = await connect(new Fixture().create(), place);
    void client.request('subscriptions/listen', { notifications: { ticketIds: ['t0'] } }).catch(() => {});
    await client.waitFor(({ method }) => method === 'notifications/subscriptions/acknowledged');
    await callOf(client, 'ask');
    await client.waitFor((message) => Object(message['params']).status === 'asking');
    expect(await get(client, 't0')).toMatchObject({ questions: { who: 'elicitation/create' } });
    const answers = { who: { action: 'accept', content: { name: 'Ann' } } };
    await client.request('tickets/answer', { ticketId: 't0', answers });
    const told = await client.waitFor((message) => Object(message['params']).status === 'completed');
    expect(told).toMatchObject({ params: { result: { content: [{ type: 'text', text: 'Hello Ann.' }] } } });
  });

  test('limits and failures are results of the run', async () => {
    await using client = await connect(new Fixture().create(), place);
    await callOf(client, 'fail');
    await callOf(client, 'never');
    const texts = ['No.', 'Timed out after 20 ms. Ask for less at a time, or try again later.'];
    for (const [i, text] of texts.entries()) {
      const result = { content: [{ type: 'text', text }], isError: true };
      await vi.waitFor(
        async () => expect(await get(client, `t${i}`)).toMatchObject({ status: 'completed', result }),
        20_000,
      );
    }
  });

  test('a run is cancelled on its own', async () => {
    const fixture = new Fixture();
    await using client = await connect(fixture.create(), place);
    await callOf(client, 'wait');
    await client.request('tickets/cancel', { ticketId: 't0' });
    expect(fixture.events).toEqual(['wait begins', 'aborted']);
    fixture.finish();
    await vi.waitFor(() => expect(fixture.events.at(-1)).toBe('wait ends'), 20_000);
    expect(await get(client, 't0')).toMatchObject({ status: 'cancelled' });
  });

  test('its lists say how long they may be cached', async () => {
    await using client = await connect(new Fixture().create(), place);
    expect(await client.request('tickets/list')).toEqual({
      ...{ ticketIds: [], ttlMs: 0, cacheScope: 'private' },
      ...complete,
    });
  });

  test('a client without the extension gets plain results, and errors say what its methods need', async () => {
    const fixture = new Fixture();
    await using client = await connect(fixture.create(), { transport });
    fixture.finish();
    expect(await callOf(client, 'wait')).toEqual({
      content: [{ type: 'text', text: 'waited' }],
      ...complete,
    });
    const error = { code: -32021, data: { requiredCapabilities: { extensions: { [TICKETS]: {} } } } };
    await expect(get(client, 't0')).rejects.toMatchObject(error);
    const listen = client.request('subscriptions/listen', { notifications: { ticketIds: [] } });
    await expect(listen).rejects.toMatchObject(error);
    await using older = await connect(fixture.create(), { ...place, revision: '2025-11-25' });
    await expect(get(older, 't0')).rejects.toMatchObject({ code: -32601 });
    fixture.finish();
    expect(await callOf(older, 'wait')).toEqual({ content: [{ type: 'text', text: 'waited' }] });
  });
});
