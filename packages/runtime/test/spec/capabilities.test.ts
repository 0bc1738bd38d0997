// Capabilities: what the server declares, and what it may ask because the client declared it (basic/lifecycle).
import { expect } from 'vitest';
import {
  defineResource,
  defineResourceTemplate,
  defineServer,
  defineTool,
  promptRegistry,
  resourceRegistry,
  resourceTemplateRegistry,
  toolRegistry,
} from '../../src/index.ts';
import type { Context } from '../../src/index.ts';
import { verifies } from './harness.ts';
import { notificationOf } from './messages.ts';
import { connected } from './requirements/types.ts';

const info = { name: 'test', version: '1.0.0' };
const tool = defineTool({ name: 'tool', run: () => 'a' });
const resource = defineResource({ uri: 'test://a', name: 'a', read: () => 'a' });
const watched = defineResource({ ...resource, watch: () => () => {} });
const prompt = { name: 'prompt', arguments: { a: { complete: () => ['x'] } }, get: () => 'a' };
const plainPrompt = { name: 'plain', arguments: { a: {} }, get: () => 'a' };

const template = defineResourceTemplate({ uriTemplate: 'test://{a}', name: 'a', read: () => 'a' });
type Declared = readonly (readonly [options: object, capabilities: object])[];
const declares =
  (cases: Declared): Parameters<typeof verifies>[2] =>
  async ({ connect }) => {
    for (const [options, capabilities] of cases) {
      const client = await connect(defineServer({ ...info, logging: false, ...options }));
      expect(client.server['capabilities']).toEqual(capabilities);
    }
  };

verifies(
  { stateful: ['TOOL-1', 'PRM-1'], modern: 'L-01' },
  'declares each feature that it has, without promising changes, and no other',
  declares([
    [{}, {}],
    ...[[], [tool]].map((tools) => [{ tools }, { tools: {} }] as const),
    ...[[], [plainPrompt]].map((prompts) => [{ prompts }, { prompts: {} }] as const),
    ...[[], [resource]].map((resources) => [{ resources }, { resources: {} }] as const),
    [{ resourceTemplates: [template] }, { resources: {} }],
  ]),
);

verifies(
  { stateful: ['CAP-1', 'CAP-2', 'CAP-5', 'RES-1'], modern: 'L-01' },
  'declares what it sends of its own accord: logs and changes',
  declares([
    [{}, {}],
    [{ logging: undefined }, { logging: {} }],
    [{ tools: toolRegistry() }, { tools: { listChanged: true } }],
    [{ resources: resourceRegistry() }, { resources: { listChanged: true } }],
    [{ resourceTemplates: resourceTemplateRegistry() }, { resources: { listChanged: true } }],
    [{ resources: [watched] }, { resources: { subscribe: true } }],
    [{ resources: resourceRegistry([watched]) }, { resources: { subscribe: true, listChanged: true } }],
  ]),
  { transports: connected },
);

verifies(
  'L-01',
  'declares completions when something can be completed',
  declares([
    [
      { prompts: [prompt], resources: [resource] },
      { resources: {}, prompts: {}, completions: {} },
    ],
  ]),
);

verifies('CAP-2', 'logs only when it has declared logging', async ({ connect }) => {
  const noisy = defineTool({ name: 'noisy', run: (_, ctx) => ctx.log('emergency', 'a') });
  const client = await connect(defineServer({ ...info, tools: [noisy], logging: false }));
  await client.request('tools/call', { name: 'noisy' });
  expect(client.notifications()).toEqual([]);
});

verifies('CAP-3', 'declares completions exactly when something can be completed', async ({ connect }) => {
  const some = await connect(defineServer({ ...info, logging: false, prompts: [prompt] }));
  expect(some.server['capabilities']).toEqual({ prompts: {}, completions: {} });
  const none = await connect(defineServer({ ...info, logging: false, prompts: [plainPrompt] }));
  expect(none.server['capabilities']).toEqual({ prompts: {} });
  const ref = { type: 'ref/prompt', name: 'plain' };
  const attempt = none.request('completion/complete', { ref, argument: { name: 'a', value: '' } });
  await expect(attempt).rejects.toMatchObject({ code: -32601 });
});

verifies('CAP-4', 'completes without having declared that it can', async ({ connect }) => {
  const client = await connect(defineServer({ ...info, logging: false, prompts: [prompt] }));
  expect(client.server['capabilities']).toEqual({ prompts: {} });
  const ref = { type: 'ref/prompt', name: 'prompt' };
  expect(await client.request('completion/complete', { ref, argument: { name: 'a', value: '' } })).toEqual({
    completion: { values: ['x'], total: 1, hasMore: false },
  });
});

verifies(
  'CAP-5',
  'promises changes only for what can change',
  async ({ connect }) => {
    const fixed = defineServer({
      ...info,
      logging: false,
      tools: [tool],
      resources: [resource],
      prompts: [plainPrompt],
    });
    const fixedClient = await connect(fixed);
    expect(fixedClient.server['capabilities']).toEqual({ tools: {}, resources: {}, prompts: {} });
    const attempt = fixedClient.request('resources/subscribe', { uri: 'test://a' });
    await expect(attempt).rejects.toMatchObject({ code: -32601 });

    const watchable = await connect(defineServer({ ...info, logging: false, resources: [watched] }));
    expect(watchable.server['capabilities']).toEqual({ resources: { subscribe: true } });
    expect(await watchable.request('resources/subscribe', { uri: 'test://a' })).toEqual({});

    const [tools, resources, prompts] = [toolRegistry(), resourceRegistry(), promptRegistry()];
    const live = await connect(defineServer({ ...info, logging: false, tools, resources, prompts }));
    expect(live.server['capabilities']).toEqual({
      tools: { listChanged: true },
      resources: { listChanged: true },
      prompts: { listChanged: true },
    });
    tools.add(tool);
    resources.add(resource);
    prompts.add(plainPrompt);
    for (const kind of ['tools', 'resources', 'prompts']) {
      const method = `notifications/${kind}/list_changed`;
      expect(await live.waitFor((message) => message['method'] === method)).toEqual(notificationOf(method));
    }
  },
  { transports: connected },
);

verifies('CAP-6', 'answers the lists of declared features though they are empty', async ({ connect }) => {
  const server = defineServer({ ...info, tools: [], resources: [], prompts: [] });
  const client = await connect(server);
  expect(await client.request('tools/list')).toEqual({ tools: [] });
  expect(await client.request('resources/list')).toEqual({ resources: [] });
  expect(await client.request('resources/templates/list')).toEqual({ resourceTemplates: [] });
  expect(await client.request('prompts/list')).toEqual({ prompts: [] });
});

verifies(
  'CAP-16',
  'declares from the start what may come later, and no more',
  async ({ connect }) => {
    const tools = toolRegistry();
    const server = defineServer({ ...info, logging: false, tools });
    const client = await connect(server);
    expect(client.server['capabilities']).toEqual({ tools: { listChanged: true } });
    tools.add(tool);
    expect(await client.request('tools/list')).toMatchObject({ tools: [{ name: 'tool' }] });
    tools.delete('tool');
    expect(await client.request('tools/list')).toEqual({ tools: [] });
    const other = await connect(server);
    expect(other.server['capabilities']).toEqual(client.server['capabilities']);
  },
  { transports: connected },
);

const schema = { type: 'object', properties: { a: { type: 'string' } } } as const;
const questions = {
  roots: (ctx: Context) => ctx.ask.roots(),
  sampling: (ctx: Context) => ctx.ask.sample('q', { messages: [], maxTokens: 1 }),
  tools: (ctx: Context) => ctx.ask.sample('q', { messages: [], maxTokens: 1, tools: [] }),
  form: (ctx: Context) => ctx.ask.elicit('q', { message: 'a', schema }),
  url: (ctx: Context) => ctx.ask.elicitUrl('q', { message: 'a', url: 'https://example.com/' }),
};
const asking = (question: keyof typeof questions): ReturnType<typeof defineServer> => {
  const run = async (_: unknown, ctx: Context): Promise<string> => {
    await questions[question](ctx);
    return 'asked';
  };
  return defineServer({ ...info, tools: [defineTool({ name: 'ask', run })] });
};
const answers = {
  'roots/list': () => ({ roots: [] }),
  'sampling/createMessage': () => ({ role: 'user', content: { type: 'text', text: '' }, model: 'm' }),
  'elicitation/create': () => ({ action: 'decline' }),
};
const asked = { content: [{ type: 'text', text: 'asked' }] };
const refused = { content: [{ type: 'text', text: expect.any(String) }], isError: true };

/** Checks that a question is sent with these capabilities, or that the handler fails without anything being sent. */
const gate =
  (question: keyof typeof questions, capabilities: object, isSent: boolean): Parameters<typeof verifies>[2] =>
  async ({ connect }) => {
    const client = await connect(asking(question), { capabilities, answers });
    expect(await client.request('tools/call', { name: 'ask' })).toEqual(isSent ? asked : refused);
    expect(client.received).toHaveLength(isSent ? 3 : 2);
  };

verifies('CAP-9', 'asks a client with roots for them', gate('roots', { roots: {} }, true), {
  transports: connected,
});
verifies('CAP-9', 'asks no client without roots for them', gate('roots', { sampling: {} }, false));
verifies('CAP-10', 'asks a client with sampling to sample', gate('sampling', { sampling: {} }, true), {
  transports: connected,
});
verifies('CAP-10', 'asks no client without sampling to sample', gate('sampling', { roots: {} }, false));
verifies('CAP-11', 'offers tools when declared', gate('tools', { sampling: { tools: {} } }, true), {
  transports: connected,
});
verifies('CAP-11', 'offers no tools otherwise', gate('tools', { sampling: { context: {} } }, false));
verifies('CAP-13', 'shows a form to a client that takes forms', gate('form', { elicitation: {} }, true), {
  transports: connected,
});
verifies('CAP-13', 'shows no form to any other client', gate('form', { sampling: {} }, false));
verifies('CAP-13', 'opens no URL when only forms are declared', gate('url', { elicitation: {} }, false));
verifies('CAP-14', 'opens a URL when declared', gate('url', { elicitation: { url: {} } }, true), {
  transports: connected,
});
verifies('CAP-14', 'opens no URL when only form is', gate('url', { elicitation: { form: {} } }, false));
verifies('CAP-14', 'shows no form when only url is', gate('form', { elicitation: { url: {} } }, false));
verifies(
  'CAP-14',
  'shows a form when both are declared',
  gate('form', { elicitation: { form: {}, url: {} } }, true),
  { transports: connected },
);

verifies('CAP-8', 'declares the experimental capabilities that the author gave', async ({ connect }) => {
  const experimental = { 'com.example/a': { deep: [1] }, b: {} };
  const client = await connect(defineServer({ ...info, logging: false, experimental }));
  expect(client.server['capabilities']).toEqual({ experimental });
});

verifies(
  'CAP-8',
  'shows handlers the experimental capabilities of the client',
  async ({ connect }) => {
    const show = defineTool({
      name: 'show',
      run: (_, ctx) => JSON.stringify(ctx.client.capabilities.experimental),
    });
    const client = await connect(defineServer({ ...info, tools: [show] }), {
      capabilities: { experimental: { 'com.example/a': { deep: [1] } } },
    });
    expect(await client.request('tools/call', { name: 'show' })).toEqual({
      content: [{ type: 'text', text: '{"com.example/a":{"deep":[1]}}' }],
    });
  },
  { transports: connected },
);
