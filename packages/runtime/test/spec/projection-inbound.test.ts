// Inbound projection: which members unknown to the revision are tolerated from clients.
import { expect } from 'vitest';
import { definePrompt, defineServer, defineTool, toolRegistry } from '../../src/index.ts';
import { exchange, verifies } from './harness.ts';
import type { Message } from './harness.ts';
import { answerTo, requestOf } from './messages.ts';

const info = { name: 'test', version: '1.0.0' };

verifies('PROJ-39', 'accepts a client that says more of itself, and shows it', async ({ connect }) => {
  const clientInfo = {
    name: 'client',
    version: '9',
    title: 'Client',
    description: 'A client.',
    websiteUrl: 'https://example.com',
    icons: [{ src: 'https://example.com/a.png' }],
  };
  const capabilities = { tasks: { list: {} }, elicitation: { url: {} }, 'com.example/new': { a: 1 } };
  const look = defineTool({
    name: 'look',
    run: (_, ctx) => JSON.stringify([ctx.client.info, ctx.client.capabilities]),
  });
  const client = await connect(defineServer({ ...info, tools: [look] }), { clientInfo, capabilities });
  expect(await client.request('tools/call', { name: 'look' })).toEqual({
    content: [{ type: 'text', text: JSON.stringify([clientInfo, capabilities]) }],
  });
});

const completing = definePrompt({
  name: 'p',
  arguments: {
    language: {},
    framework: {
      complete: (value: string, known: { readonly arguments: { readonly [name: string]: string } }) => [
        `${known.arguments['language']}:${value}`,
      ],
    },
  },
  get: () => 'a',
});
const complete = (ref: object, context: object = {}): Message =>
  requestOf('c', 'completion/complete', { ref, argument: { name: 'framework', value: 'f' }, ...context });

verifies('PROJ-40', 'uses the context of a completion', async ({ connect }) => {
  const client = await connect(defineServer({ ...info, prompts: [completing] }));
  const context = { context: { arguments: { language: 'python' } } };
  expect(await exchange(client, complete({ type: 'ref/prompt', name: 'p' }, context))).toEqual(
    answerTo('c', { completion: { values: ['python:f'], total: 1, hasMore: false } }),
  );
});

verifies('PROJ-41', 'overlooks the title of a prompt reference', async ({ connect }) => {
  const client = await connect(defineServer({ ...info, prompts: [completing] }));
  const answer = await exchange(client, complete({ type: 'ref/prompt', name: 'p', title: 'Other' }));
  expect(answer).toMatchObject({ result: { completion: { values: ['undefined:f'] } } });
});

verifies('PROJ-42', 'answers a request that asks for a task in the plain way', async ({ connect }) => {
  const client = await connect(defineServer({ ...info, tools: [defineTool({ name: 'a', run: () => 'a' })] }));
  const params = { name: 'a', arguments: {}, task: { ttl: 60_000 } };
  expect(await client.request('tools/call', params)).toEqual({ content: [{ type: 'text', text: 'a' }] });
});

verifies('TASK-2', 'ignores the wish for a task, having declared none', async ({ connect }) => {
  const tools = toolRegistry([defineTool({ name: 'a', run: () => 'a' })]);
  const client = await connect(defineServer({ ...info, tools }), {
    capabilities: Object.assign({ roots: {} }, { tasks: {} }),
  });
  expect(client.server['capabilities']).not.toHaveProperty('tasks');
  for (const task of [{}, { ttl: 60_000 }, null]) {
    expect(await client.request('tools/call', { name: 'a', task })).toEqual({
      content: [{ type: 'text', text: 'a' }],
    });
  }
  for (const method of ['tasks/get', 'tasks/list', 'tasks/result', 'tasks/cancel']) {
    await expect(client.request(method, { taskId: 'a' })).rejects.toMatchObject({ code: -32601 });
  }
});

const foreign = [
  ...['server/discover', 'subscriptions/listen', 'tasks/get', 'elicitation/create', 'roots/list'],
  ...['sampling/createMessage', 'notifications/initialized', 'notifications/message'],
];

verifies('PROJ-52', 'knows no method of another revision', async ({ connect }) => {
  const client = await connect(defineServer({ ...info, tools: toolRegistry() }));
  for (const [id, method] of foreign.entries()) {
    const answer = await exchange(client, requestOf(`f${id}`, method, {}));
    expect(answer).toMatchObject({ id: `f${id}`, error: { code: -32601 } });
  }
});

verifies(
  'PROJ-18',
  'leaves the id out of an error about a message it could not read',
  async ({ connect }) => {
    const client = await connect(defineServer(info));
    client.send('[1,');
    client.send(requestOf(true, 'ping'));
    await client.request('ping', undefined, { id: 'end' });
    expect(client.received.slice(1, -1).map((message) => Object.keys(Object(message)))).toEqual([
      ['jsonrpc', 'error'],
      ['jsonrpc', 'error'],
    ]);
  },
);
