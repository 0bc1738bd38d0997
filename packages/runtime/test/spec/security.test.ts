// Limits and separation of clients (security best practices).
import { setImmediate, setTimeout } from 'node:timers/promises';
import { expect } from 'vitest';
import { definePrompt, defineResourceTemplate, defineServer, defineTool } from '../../src/index.ts';
import { verifies } from './harness.ts';
import { errorTo, requestOf } from './messages.ts';
import { connected } from './requirements/types.ts';

const info = { name: 'test', version: '1.0.0' };

verifies('SEC-9', 'never answers one client what another asked', async ({ connect }) => {
  const whoami = defineTool({
    name: 'whoami',
    run: async (_, ctx) => {
      await setTimeout(Math.random() * 5);
      ctx.progress(1);
      ctx.log('error', ctx.client.info?.name);
      const { model } = await ctx.ask.sample('q', { messages: [], maxTokens: 1 });
      return `${ctx.client.info?.name} ${model}`;
    },
  });
  const server = defineServer({ ...info, tools: [whoami] });
  const names = ['a', 'b', 'c', 'd'];
  const clients = await Promise.all(
    names.map((name) =>
      connect(server, {
        clientInfo: { name, version: '1' },
        capabilities: { sampling: {} },
        answers: {
          'sampling/createMessage': () => ({
            role: 'user',
            content: { type: 'text', text: name },
            model: `model-${name}`,
          }),
        },
      }),
    ),
  );
  await Promise.all(
    clients.flatMap((client, index) =>
      [1, 2, 3].map(async (call) => {
        const meta = { progressToken: 'same' };
        const result = await client.request(
          'tools/call',
          { name: 'whoami' },
          { id: `same-${call}`, _meta: meta },
        );
        const text = `${names[index]} model-${names[index]}`;
        expect(result).toEqual({ content: [{ type: 'text', text }] });
      }),
    ),
  );
  for (const [index, client] of clients.entries()) {
    const logged = client.notifications('notifications/message').map(({ params }) => Object(params).data);
    expect(logged).toEqual([names[index], names[index], names[index]]);
    expect(client.notifications('notifications/progress')).toHaveLength(3);
  }
});

verifies(
  'SEC-10',
  'bounds the requests that run and those that wait',
  async ({ connect }) => {
    let running = 0;
    let most = 0;
    const finish: (() => void)[] = [];
    const slow = defineTool({
      name: 'slow',
      run: async () => {
        most = Math.max(most, ++running);
        await new Promise<void>((resolve) => void finish.push(resolve));
        running--;
      },
    });
    const server = defineServer({ ...info, tools: [slow], limits: { inFlight: 3, queue: 4, stallMs: 5 } });
    const client = await connect(server);
    for (let id = 0; id < 100; id++) {
      client.send(requestOf(`c${id}`, 'tools/call', { name: 'slow' }));
    }
    await client.waitFor(({ error }) => error !== undefined);
    await client.request('ping');
    expect(most).toBe(3);
    const refused = client.received.filter((message) => Reflect.has(Object(message), 'error'));
    for (const message of refused) {
      expect(message).toEqual(errorTo(expect.any(String), { code: -32000, message: expect.any(String) }));
    }
    while (client.received.length < 102) {
      for (const resolve of finish.splice(0)) resolve();
      await setImmediate();
    }
    expect(refused.length).toBeGreaterThan(50);
    expect(most).toBe(3);
    const ids = client.received.map((message) => Reflect.get(Object(message), 'id'));
    expect(new Set(ids).size).toBe(102);
  },
  { transports: connected },
);

verifies('SEC-11', 'runs nothing on input that was not checked', async ({ connect }) => {
  const runs: string[] = [];
  const input = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] } as const;
  const server = defineServer({
    ...info,
    tools: [defineTool({ name: 't', inputSchema: input, run: () => void runs.push('tool') })],
    prompts: [
      definePrompt({
        name: 'p',
        arguments: { a: { required: true } },
        get: () => {
          runs.push('prompt');
          return 'a';
        },
      }),
    ],
    resourceTemplates: [
      defineResourceTemplate({
        uriTemplate: 'test://files/{a}',
        name: 'r',
        read: () => {
          runs.push('resource');
          return 'a';
        },
      }),
    ],
  });
  const client = await connect(server);
  const bad: readonly (readonly [string, { readonly [key: string]: unknown }])[] = [
    ['tools/call', { name: 't', arguments: { a: 'text' } }],
    ['tools/call', { name: 't', arguments: 'text' }],
    ['prompts/get', { name: 'p' }],
    ['prompts/get', { name: 'p', arguments: { a: 1 } }],
    ['resources/read', { uri: 'no uri' }],
    ['resources/read', { uri: ['test://files/a'] }],
    ['resources/read', { uri: 'other://files/a' }],
    ['resources/read', { uri: 'test://files/a/b' }],
    ['resources/read', { uri: 'test://files/%zz' }],
  ];
  for (const [method, params] of bad) await client.request(method, params).catch(() => {});
  expect(runs).toEqual([]);
});
