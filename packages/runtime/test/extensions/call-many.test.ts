// Unplanned extension: uses only public names, alone and together with `tasks()`.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  defineServer,
  defineTool,
  ToolError,
  type JsonObject,
  type Middleware,
  type ServerOptions,
} from '@mcp/runtime';
import type { Extension } from '@mcp/runtime/extensions';
import { tasks } from '@mcp/runtime/tasks';
import { connect, type Answer, type ConnectOptions, type TestClient } from '@mcp/runtime/testing';
import { describe, expect, test, vi } from 'vitest';
import { callMany, MANY } from './call-many.ts';

const TASKS = 'io.modelcontextprotocol/tasks';
const ORDERS: readonly (readonly [string, () => readonly Extension[]])[] = [
  ['alone', () => [callMany()]],
  ['before tasks', () => [callMany(), tasks()]],
  ['after tasks', () => [tasks(), callMany()]],
];
const PLACES = (['2025-11-25', '2026-07-28'] as const).flatMap((revision) =>
  (['memory', 'stdio', 'http'] as const).map((transport) => ({ revision, transport })),
);
const text = (said: string) => ({ content: [{ type: 'text', text: said }] });

/** The events of one server's tools. */
class Kitchen {
  readonly events: string[] = [];
  readonly asked: JsonObject[] = [];

  serve(extensions: readonly Extension[], options: Partial<ServerOptions> = {}) {
    const hasTasks = extensions.some(({ id }) => id === TASKS);
    const seen: Middleware = (request, next) => {
      if (request.method.startsWith('tools/'))
        this.events.push(`${request.method} ${request.tool?.name ?? ''}`.trim());
      return next();
    };
    return defineServer({
      ...{ name: 'kitchen', version: '1', extensions, coerceArguments: true, middleware: [seen] },
      available: ({ name }, _ctx) => (name === 'off' ? 'the oven is broken' : name === 'secret' ? '' : true),
      tools: [
        defineTool({
          name: 'bake',
          inputSchema: {
            type: 'object',
            properties: { dish: { type: 'string' }, minutes: { type: 'integer' } },
            required: ['dish'],
          },
          aliases: { food: 'dish' },
          run: ({ dish, minutes = 1 }) => {
            this.events.push(`baked ${dish}`);
            return `${dish}, ${minutes + 1} minutes`;
          },
        }),
        defineTool({
          name: 'order',
          atMostOnce: true,
          run: async (_, ctx) => {
            const { agreed } = await ctx.ask.agree('portions', 'Two portions?');
            this.events.push(agreed ? 'ordered' : 'declined');
            return agreed ? 'ordered' : 'nothing';
          },
        }),
        defineTool({
          name: 'burn',
          run: () => {
            throw new ToolError('It burnt.');
          },
        }),
        defineTool({ name: 'off', run: () => 'never' }),
        defineTool({ name: 'secret', run: () => 'never' }),
        defineTool({ name: 'simmer', ...(hasTasks ? { task: 'required' } : {}), run: () => 'done' }),
      ],
      ...options,
    });
  }

  connect(
    extensions: readonly Extension[],
    place: ConnectOptions,
    options?: Partial<ServerOptions>,
  ): Promise<TestClient> {
    const note =
      (answer: JsonObject): Answer =>
      (params) => {
        this.asked.push(params);
        return answer;
      };
    return connect(this.serve(extensions, options), {
      ...place,
      capabilities: { elicitation: {}, extensions: { [MANY]: {}, [TASKS]: {} } },
      answers: {
        'elicitation/create': note({ action: 'accept', content: {} }),
        'callMany/goOn': note({ goOn: true }),
      },
    });
  }
}

const many = (client: TestClient, ...calls: readonly (readonly [name: string, args?: JsonObject])[]) =>
  client.request('tools/callMany', {
    calls: calls.map(([name, args]) => ({ name, ...(args === undefined ? {} : { arguments: args }) })),
  });

describe.each(ORDERS)('callMany %s', (_, extensions) => {
  describe.each(PLACES)('in $revision over $transport', (place) => {
    const serverInfo = { name: 'kitchen', version: '1' };
    const complete =
      place.revision === '2026-07-28'
        ? { resultType: 'complete', _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo } }
        : {};
    const done = (said: string) => ({ ...text(said), ...complete });

    test('a call works like one of a client: aliases, coercion, checks, visibility, middleware', async () => {
      const kitchen = new Kitchen();
      await using client = await kitchen.connect(extensions(), place);
      const result = await many(
        client,
        ['bake', { food: 'pie', minutes: '4' }],
        ['bake', { dish: 5 }],
        ['off'],
        ['secret'],
      );
      expect(result).toMatchObject({
        results: [
          {
            content: [
              { type: 'text', text: 'pie, 5 minutes' },
              { type: 'text', text: '["food" is called "dish" here.]' },
            ],
          },
          { isError: true },
          { error: { code: -32602, message: 'Invalid params: tool "off" is off; the oven is broken' } },
          { error: { code: -32602, message: expect.stringContaining('unknown tool "secret"') as string } },
        ],
        stopped: false,
      });
      expect(kitchen.events.filter((event) => event.startsWith('tools/call '))).toContain('tools/call bake');
      expect(kitchen.events.filter((event) => event.startsWith('baked'))).toEqual(['baked pie']);
    });

    test('questions of tools and its own reach the client, and no finished tool runs again', async () => {
      const kitchen = new Kitchen();
      await using client = await kitchen.connect(extensions(), place);
      const result = await many(
        client,
        ['bake', { dish: 'pie' }],
        ['order'],
        ['burn'],
        ['order'],
        ['bake', { dish: 'bun' }],
      );
      expect(result).toEqual({
        results: [
          done('pie, 2 minutes'),
          done('ordered'),
          { ...done('It burnt.'), isError: true },
          done('ordered'),
          done('bun, 2 minutes'),
        ],
        stopped: false,
        ...complete,
      });
      const did = kitchen.events.filter((event) => !event.startsWith('tools/'));
      expect(did).toEqual(['baked pie', 'ordered', 'ordered', 'baked bun']);
      expect(kitchen.asked).toMatchObject([
        { message: 'Two portions?' },
        { done: 3 },
        { message: 'Two portions?' },
      ]);
    });

    test('refuses a method that needs another extension or does not exist, as for a client', async () => {
      const kitchen = new Kitchen();
      const other: Extension = {
        id: 'com.example/other',
        features: (server) => [
          {
            methods: {
              'other/call': {
                row: { from: 'client', first: '2025-11-25', admitted: true },
                shape: { called: { since: '2025-11-25' }, resultType: { since: '2025-11-25' } },
                handle: async (request, { method }) => ({
                  called: await server
                    .call(request, String(method), {})
                    .catch((error: unknown) => String(error)),
                }),
              },
            },
          },
        ],
      };
      await using client = await connect(kitchen.serve([...extensions(), other]), place);
      const called = async (method: string) => (await client.request('other/call', { method }))['called'];
      expect(await called('tools/callMany')).toContain(MANY);
      expect(await called('none')).toContain('MCP has no such request');
      const ping = await called('ping');
      expect(ping).toEqual(place.revision === '2026-07-28' ? String(ping) : {});
    });
  });
});

describe('callMany together with tasks', () => {
  const place = { revision: '2026-07-28' } as const;

  test.each(ORDERS.slice(1))('%s: a tool that must be a task becomes one', async (_, extensions) => {
    await using client = await new Kitchen().connect(extensions(), place);
    const { results } = await many(client, ['simmer']);
    const [created] = results as JsonObject[];
    expect(created).toMatchObject({ resultType: 'task', status: 'working' });
    await vi.waitFor(async () => {
      const task = await client.request('tasks/get', { taskId: created?.['taskId'] });
      expect(task).toMatchObject({ status: 'completed', result: text('done') });
    }, 20_000);
  });
});

describe.each(PLACES.slice(0, 4))('in $revision over $transport', (place) => {
  test('the calls of one request run one after another in its slot', async () => {
    let running = 0;
    let most = 0;
    const slow = defineTool({
      name: 'slow',
      run: async () => {
        most = Math.max(most, ++running);
        await sleep(5);
        running--;
        return 'done';
      },
    });
    const together: Extension = {
      id: 'com.example/together',
      features: (server) => [
        {
          methods: {
            together: {
              row: { from: 'client', first: '2025-11-25', admitted: true },
              shape: { results: { since: '2025-11-25' }, resultType: { since: '2025-11-25' } },
              handle: async (request) => ({
                results: await Promise.all(
                  Array.from({ length: 5 }, () => server.call(request, 'tools/call', { name: 'slow' })),
                ),
              }),
            },
          },
        },
      ],
    };
    const server = defineServer({
      ...{ name: 'test', version: '1', tools: [slow], extensions: [together], limits: { inFlight: 1 } },
    });
    await using client = await connect(server, place);
    expect((await client.request('together'))['results']).toMatchObject(
      Array.from({ length: 5 }, () => text('done')),
    );
    expect(most).toBe(1);
  });

  test('a cancelled request cancels its current call and starts no further one', async () => {
    const events: string[] = [];
    const hang = defineTool({
      name: 'hang',
      run: (_, ctx) =>
        new Promise<string>((resolve) => {
          events.push('begins');
          ctx.signal.addEventListener('abort', () => {
            events.push('aborted');
            resolve('late');
          });
        }),
    });
    const server = defineServer({ name: 'test', version: '1', tools: [hang], extensions: [callMany()] });
    await using client = await connect(server, { ...place, capabilities: { extensions: { [MANY]: {} } } });
    void many(client, ['hang'], ['hang']).catch(() => {});
    await vi.waitFor(() => expect(events).toEqual(['begins']), 20_000);
    const id = (client.sent.at(-1) as { id: number }).id;
    client.notify('notifications/cancelled', { requestId: id });
    await vi.waitFor(() => expect(events).toContain('aborted'), 20_000);
    await sleep(20);
    expect(events).toEqual(['begins', 'aborted']);
  });
});

test('a method without a slot cannot call others', async () => {
  const without: Extension = {
    id: 'com.example/without',
    features: (server) => [
      {
        methods: {
          without: {
            row: { from: 'client', first: '2025-11-25' },
            shape: {},
            handle: (request) => server.call(request, 'tools/call', { name: 'add' }),
          },
        },
      },
    ],
  };
  const messages: unknown[] = [];
  const server = defineServer({
    ...{ name: 'test', version: '1', tools: [], extensions: [without] },
    report: ({ error }) => messages.push(error),
  });
  await using client = await connect(server, { revision: '2025-11-25' });
  await expect(client.request('without')).rejects.toMatchObject({ code: -32603 });
  expect(messages).toEqual([new TypeError('without calls tools/call: its row needs "admitted: true"')]);
});

test('a runner may ask its own question before the request runs', async () => {
  const gate: Extension = {
    id: 'com.example/gate',
    features: () => [
      {
        runners: {
          'tools/call': async (request, next) => {
            const { open } = await request.ctx.ask.raw('gate', { method: 'gate/open' });
            return open === true ? next() : Promise.resolve({ content: [{ type: 'text', text: 'closed' }] });
          },
        },
      },
    ],
  };
  for (const { revision, transport } of PLACES)
    for (const open of [true, false]) {
      const kitchen = new Kitchen();
      await using client = await connect(kitchen.serve([gate]), {
        ...{ revision, transport, capabilities: { elicitation: {} } },
        answers: {
          'gate/open': () => ({ open }),
          'elicitation/create': () => ({ action: 'accept', content: {} }),
        },
      });
      const { content } = await client.request('tools/call', { name: 'order' });
      expect({ content }).toEqual(text(open ? 'ordered' : 'closed'));
    }
});
