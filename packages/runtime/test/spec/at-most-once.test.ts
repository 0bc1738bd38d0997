// At most once: sealed state that opens a single time, for definitions that ask for it (basic/patterns/mrtr).
import { afterAll, beforeAll, expect } from 'vitest';
import {
  definePrompt,
  defineServer,
  defineTool,
  type McpServer,
  type Report,
  type ServerOptions,
} from '../../src/index.ts';
import { MemoryNonceStore } from '../../src/stores/nonce-store.ts';
import type { TestClient } from '../../src/testing/test-client.ts';
import { RemoteStores, startStores } from '../stores/remote.ts';
import { verifies, type Message } from './harness.ts';

const schema = { type: 'object', properties: { ok: { type: 'boolean' } } } as const;
const yes = { action: 'accept', content: { ok: true } };
const SPENT = {
  code: -32602,
  message:
    'Invalid params: "requestState" was used already, and this request runs at most once; begin again without it',
};
const capabilities = { elicitation: {} };

let stores: Awaited<ReturnType<typeof startStores>> | undefined;
beforeAll(async () => {
  stores = await startStores();
});
afterAll(() => stores?.[Symbol.dispose]());

interface Shop {
  readonly server: McpServer;
  /** How often something was bought. */
  readonly bought: () => number;
}

function shop(options: Partial<ServerOptions> = {}): Shop {
  let count = 0;
  const buy = (atMostOnce: boolean): ReturnType<typeof defineTool> =>
    defineTool({
      name: atMostOnce ? 'buy' : 'browse',
      atMostOnce,
      inputSchema: { type: 'object', properties: { item: { type: 'string' } } },
      run: async (_, ctx) => {
        const first = await ctx.ask.elicit('first', { message: 'Buy?', schema });
        const second = await ctx.ask.elicit('second', { message: 'Sure?', schema });
        count++;
        return `${first.action} ${second.action}`;
      },
    });
  const order = definePrompt({
    name: 'order',
    atMostOnce: true,
    get: async (_, ctx) => {
      const { action } = await ctx.ask.elicit('first', { message: 'Order?', schema });
      count++;
      return action;
    },
  });
  const server = defineServer({
    name: 'shop',
    version: '1.0.0',
    tools: [buy(true), buy(false)],
    prompts: [order],
    ...options,
  });
  return { server, bought: () => count };
}

const tool = (client: TestClient, name: string, more: Message = {}): Promise<Message> =>
  client.request('tools/call', { name, arguments: { item: 'x' }, ...more }, { answer: false });

const reject = async (answer: Promise<unknown>): Promise<void> => {
  await expect(answer).rejects.toMatchObject(SPENT);
};

verifies('I-07', 'runs at most once for each answer where the definition says so', async ({ connect }) => {
  const { server, bought } = shop();
  const client = await connect(server, { capabilities });
  const one = await tool(client, 'buy');
  const first = { inputResponses: { first: yes }, requestState: one['requestState'] };
  const two = await tool(client, 'buy', first);
  expect(two).toMatchObject({ resultType: 'input_required', inputRequests: { second: expect.anything() } });
  await reject(tool(client, 'buy', first));
  const last = { inputResponses: { second: yes }, requestState: two['requestState'] };
  expect(await tool(client, 'buy', last)).toMatchObject({ resultType: 'complete' });
  for (const repeated of [last, first]) await reject(tool(client, 'buy', repeated));
  expect(bought()).toBe(1);
});

verifies('I-07', 'lets one of many repetitions at once through', async ({ connect }) => {
  const { server, bought } = shop();
  const client = await connect(server, { capabilities });
  const get = (more: Message = {}): Promise<Message> =>
    client.request('prompts/get', { name: 'order', ...more }, { answer: false });
  const { requestState } = await get();
  const tries = Array.from({ length: 10 }, () => get({ inputResponses: { first: yes }, requestState }));
  const settled = await Promise.allSettled(tries);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(bought()).toBe(1);
});

verifies('I-07', 'takes no answers without the state of the questions', async ({ connect }) => {
  const { server, bought } = shop();
  const client = await connect(server, { capabilities });
  const made = tool(client, 'buy', { inputResponses: { first: yes, second: yes } });
  await expect(made).rejects.toMatchObject({
    code: -32602,
    message: 'Invalid params: answers to this request need the "requestState" that came with the questions',
  });
  expect(bought()).toBe(0);
});

verifies('I-07', 'does not use state up by a request that is refused', async ({ connect }) => {
  const { server } = shop();
  const client = await connect(server, { capabilities });
  const { requestState } = await tool(client, 'buy');
  const malformed = tool(client, 'buy', { inputResponses: { first: null }, requestState });
  await expect(malformed).rejects.toMatchObject({ code: -32602 });
  expect(await tool(client, 'buy', { inputResponses: { first: yes }, requestState })).toMatchObject({
    resultType: 'input_required',
  });
});

verifies(
  'I-07',
  'lets a client repeat a request whose answer it lost everywhere else',
  async ({ connect }) => {
    const { server, bought } = shop();
    const client = await connect(server, { capabilities });
    const one = await tool(client, 'browse');
    const two = await tool(client, 'browse', {
      inputResponses: { first: yes },
      requestState: one['requestState'],
    });
    const last = { inputResponses: { second: yes }, requestState: two['requestState'] };
    expect(await tool(client, 'browse', last)).toEqual(await tool(client, 'browse', last));
    expect(bought()).toBe(2);
  },
);

verifies('I-07', 'runs at most once in all processes that share the store', async ({ connect }) => {
  using one = new RemoteStores(stores?.port ?? 0);
  using other = new RemoteStores(stores?.port ?? 0);
  const stateSecrets = ['a secret that both processes know'];
  const a = shop({ stateSecrets, nonces: one.nonces });
  const b = shop({ stateSecrets, nonces: other.nonces });
  const [first, second] = [
    await connect(a.server, { capabilities }),
    await connect(b.server, { capabilities }),
  ];
  const { requestState } = await tool(first, 'buy');
  const answer = { inputResponses: { first: yes }, requestState };
  const settled = await Promise.allSettled([tool(first, 'buy', answer), tool(second, 'buy', answer)]);
  expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const lost = settled.find(({ status }) => status === 'rejected');
  expect(lost).toMatchObject({ reason: SPENT });
});

verifies('I-07', 'does nothing when it cannot tell, and says so', async ({ connect }) => {
  const reports: string[] = [];
  const report = ({ message, error }: Report): number => reports.push(`${message}: ${String(error)}`);
  const away = { use: () => Promise.reject(new Error('away')) };
  const text =
    'Nothing was done: the server cannot tell now whether these answers were used before; try again later';
  for (const nonces of [new MemoryNonceStore(0), away]) {
    const { server, bought } = shop({ nonces, report });
    const client = await connect(server, { capabilities });
    const { requestState } = await tool(client, 'buy');
    const answer = await tool(client, 'buy', { inputResponses: { first: yes }, requestState });
    expect(answer).toMatchObject({ isError: true, content: [{ type: 'text', text }] });
    const asked = await client.request('prompts/get', { name: 'order' }, { answer: false });
    const more = { inputResponses: { first: yes }, requestState: asked['requestState'] };
    const got = client.request('prompts/get', { name: 'order', ...more }, { answer: false });
    await expect(got).rejects.toMatchObject({ code: -32603, message: text });
    expect(bought()).toBe(0);
  }
  const full = 'RangeError: 0 nonces are in use; a store outside of the process holds more';
  const failed = ['Error: away', full].map((why) => `the store of nonces failed: ${why}`);
  expect(reports.toSorted()).toEqual([failed[0], failed[0], failed[1], failed[1]]);
});
