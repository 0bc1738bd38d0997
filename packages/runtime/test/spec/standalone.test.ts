// HTTP without sessions: earlier revisions get only the promises that stateless requests can keep.
import { expect } from 'vitest';
import {
  defineResource,
  defineServer,
  defineTool,
  promptRegistry,
  resourceRegistry,
  toolRegistry,
} from '../../src/index.ts';
import type { McpServer } from '../../src/index.ts';
import { exchange, verifies } from './harness.ts';
import { errorTo, requestOf } from './messages.ts';

const alone = { transports: ['sessionless http'] } as const;

/** Every list may change, a resource can be watched, a tool logs. */
const changing = (logging: boolean): { server: McpServer; tools: ReturnType<typeof toolRegistry> } => {
  const noisy = defineTool({
    name: 'noisy',
    run: (_, ctx) => {
      ctx.log('emergency', 'a');
      return 'done';
    },
  });
  const tools = toolRegistry([noisy]);
  const watched = defineResource({ uri: 'test://a', name: 'a', read: () => 'a', watch: () => () => {} });
  const prompt = { name: 'prompt', arguments: { a: { complete: () => ['x'] } }, get: () => 'a' };
  const server = defineServer({
    name: 'test',
    version: '1.0.0',
    logging,
    experimental: { 'example.com/own': { listChanged: true } },
    tools,
    resources: resourceRegistry([watched]),
    prompts: promptRegistry([prompt]),
  });
  return { server, tools };
};

verifies(
  ['CAP-1', 'CAP-2', 'CAP-5', 'CAP-16', 'RES-1'],
  'declares no changes and no logging, before and after a change',
  async ({ connect }) => {
    const { server, tools } = changing(true);
    const expected = {
      experimental: { 'example.com/own': { listChanged: true } },
      tools: {},
      resources: {},
      prompts: {},
      completions: {},
    };
    expect((await connect(server)).server['capabilities']).toEqual(expected);
    tools.add(defineTool({ name: 'new', run: () => 'new' }));
    expect((await connect(server)).server['capabilities']).toEqual(expected);
  },
  alone,
);

verifies(
  ['CAP-5', 'LOG-1'],
  'refuses what needs a session, and says so',
  async ({ connect }) => {
    const client = await connect(changing(true).server);
    const params = { uri: 'test://a', level: 'debug' };
    for (const method of ['resources/subscribe', 'resources/unsubscribe', 'logging/setLevel']) {
      expect(await exchange(client, requestOf(method, method, params))).toEqual(
        errorTo(method, {
          code: -32601,
          message: `Method not found: "${method}" (it needs a session, and this server keeps none)`,
        }),
      );
    }
  },
  alone,
);

verifies(
  'LOG-1',
  'sends no log message that it has not promised',
  async ({ connect }) => {
    for (const logging of [true, false]) {
      const client = await connect(changing(logging).server);
      expect(await client.request('tools/call', { name: 'noisy' })).toEqual({
        content: [{ type: 'text', text: 'done' }],
      });
      expect(client.notifications()).toEqual([]);
    }
  },
  alone,
);
