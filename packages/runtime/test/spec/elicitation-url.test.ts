// Elicitation: sending the user to a URL, by a request or in the result (client/elicitation, "URL Mode").
import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';
import {
  defineResource,
  defineServer,
  defineTool,
  MissingCapabilityError,
  RpcError,
} from '../../src/index.ts';
import type { ClientCapabilities, Context } from '../../src/index.ts';
import { ask, expectUnasked, questionIn } from './asking.ts';
import { exchange, verifies } from './harness.ts';
import type { Bench, Message } from './harness.ts';
import { answerTo, errorTo, notificationOf, requestOf, resultIn } from './messages.ts';
import { connected } from './requirements/types.ts';

const info = { name: 'test', version: '1.0.0' };
const both = { elicitation: { form: {}, url: {} } };
const isVisit = (message: unknown): boolean =>
  Reflect.get(Object(message), 'method') === 'elicitation/create';
const idOf = (message: unknown): unknown =>
  Reflect.get(Object(Reflect.get(Object(message), 'params')), 'elicitationId');
const signIn = (url: string, completed?: Promise<unknown>): Parameters<Context['ask']['elicitUrl']>[1] => ({
  message: 'Please sign in.',
  url,
  ...(completed === undefined ? {} : { completed }),
});

/** Sends the user to a page, which is done with when `completed` settles. */
const sendTo = (
  bench: Bench,
  url: string,
  completed?: Promise<unknown>,
  { action = 'accept', capabilities = both }: { action?: string; capabilities?: ClientCapabilities } = {},
): ReturnType<typeof ask> =>
  ask(bench, (ctx) => ctx.ask.elicitUrl('key', signIn(url, completed)), {
    capabilities,
    reply: () => ({ action }),
  });

verifies(
  { stateful: ['ELI-13', 'ELI-15', 'ELI-18'], modern: ['I-12', 'I-13'] },
  'sends users to safe URLs, tells what they did, and reports what they agreed to where reports exist',
  async (bench) => {
    const { revision } = bench;
    const ids = new Set<unknown>();
    for (const url of [
      'https://example.com/in?a=b%20c',
      'http://localhost:8080/in',
      'http://127.0.0.1:80/in',
    ]) {
      for (const action of ['accept', 'decline', 'cancel']) {
        const { asked, got, result, client } = await sendTo(bench, url, Promise.resolve(), { action });
        await client.request('tools/list');
        expect(got).toEqual({ action });
        expect(result).toEqual(resultIn(revision, { content: [] }));
        const [question] = asked;
        const isSession = revision === '2025-11-25';
        const id = isSession ? { elicitationId: expect.any(String) } : {};
        const params = { mode: 'url', message: 'Please sign in.', url, ...id };
        expect(question).toEqual(questionIn(revision, 'elicitation/create', params));
        const report = notificationOf('notifications/elicitation/complete', {
          elicitationId: idOf(question),
        });
        expect(client.notifications()).toEqual(isSession && action === 'accept' ? [report] : []);
        ids.add(idOf(question));
      }
    }
    expect(ids.size).toBe(revision === '2025-11-25' ? 9 : 1);
    expect(await sendTo(bench, 'https://example.com/')).toMatchObject({ got: { action: 'accept' } });
  },
);

verifies(
  { stateful: ['ELI-13', 'ELI-18'], modern: 'I-12' },
  'sends nobody to what is no valid or no safe URL',
  async (bench) => {
    for (const url of ['', 'example.com', '/in', 'javascript:alert(1)', 'file:///a', 'http://example.com/']) {
      expectUnasked(bench, await sendTo(bench, url), /must be https:/);
    }
  },
);

verifies(
  'ELI-2',
  'sends nobody to a URL who has not declared URLs',
  async (bench) => {
    for (const capabilities of [{}, { elicitation: {} }, { elicitation: { form: {} } }]) {
      const { got, client } = await sendTo(bench, 'https://example.com/', undefined, { capabilities });
      expect(got).toBeInstanceOf(MissingCapabilityError);
      expect(client.received).toHaveLength(2);
    }
  },
  { revisions: ['2025-11-25'] },
);

const demanded = ['1', '2'].map((id) => ({ message: 'Sign in.', url: `https://example.com/${id}` }));
const demand = (): never => {
  throw new RpcError(-32042, 'Sign in first.', {
    elicitations: demanded.map((visit) => ({ mode: 'url', elicitationId: crypto.randomUUID(), ...visit })),
  });
};
const demanding = defineServer({
  ...info,
  tools: [defineTool({ name: 'a', run: demand })],
  prompts: [{ name: 'a', get: demand }],
  resources: [defineResource({ uri: 'test://a', name: 'a', read: demand })],
});
/** What the three methods answer that may demand visits. */
const answersOf = async (
  { connect }: Bench,
  capabilities: ClientCapabilities,
): Promise<readonly Message[]> => {
  const client = await connect(demanding, { capabilities });
  return [
    await exchange(client, requestOf('a', 'tools/call', { name: 'a' })),
    await exchange(client, requestOf('b', 'prompts/get', { name: 'a' })),
    await exchange(client, requestOf('c', 'resources/read', { uri: 'test://a' })),
  ];
};

verifies(['ELI-14', 'PROJ-31'], 'refuses any request with the URL visits that it needs', async (bench) => {
  const answers = await answersOf(bench, both);
  const elicitations = demanded.map((page) => ({ mode: 'url', elicitationId: expect.any(String), ...page }));
  const error = { code: -32042, message: 'Sign in first.', data: { elicitations } };
  expect(answers).toEqual(['a', 'b', 'c'].map((id) => errorTo(id, error)));
  const ids = JSON.stringify(answers).matchAll(/"elicitationId":"[^"]+"/g);
  expect(new Set([...ids].map(([id]) => id)).size).toBe(6);
});

verifies('PROJ-31', 'tells in text of a needed URL visit where nobody can be sent to one', async (bench) => {
  const unable = bench.revision === '2025-11-25' ? [] : [{ elicitation: { url: {} } }];
  for (const capabilities of [{}, { elicitation: {} }, ...unable]) {
    const text = expect.stringContaining('Sign in first.');
    const error = {
      code: expect.toSatisfy((code) => code === -32602 || code === -32603),
      message: expect.stringContaining('Sign in first.'),
    };
    expect(await answersOf(bench, capabilities)).toEqual([
      answerTo('a', { content: [{ type: 'text', text }], isError: true }),
      errorTo('b', error),
      errorTo('c', error),
    ]);
  }
});

verifies(
  'ELI-15',
  'reports a finished visit once to the client that was asked',
  async (bench) => {
    let finish: (value: string) => void = () => {};
    const completed = new Promise<string>((resolve) => (finish = resolve));
    const tool = defineTool({
      name: 'visit',
      run: async (_, ctx) =>
        (await ctx.ask.elicitUrl('key', signIn('https://example.com/', completed))).action,
    });
    const server = defineServer({ ...info, tools: [tool] });
    const options = { capabilities: both, answers: { 'elicitation/create': () => ({ action: 'accept' }) } };
    const [asked, other] = await Promise.all([
      bench.connect(server, options),
      bench.connect(server, options),
    ]);
    await asked.request('tools/call', { name: 'visit' });
    await other.request('tools/list');
    expect(asked.notifications()).toEqual([]);
    finish('done');
    await asked.waitFor(({ method }) => method === 'notifications/elicitation/complete');
    for (const client of [asked, other]) await client.request('ping');
    const visit = asked.received.find((message) => isVisit(message));
    expect(asked.notifications()).toEqual([
      notificationOf('notifications/elicitation/complete', { elicitationId: idOf(visit) }),
    ]);
    expect(other.notifications()).toEqual([]);
  },
  { transports: connected },
);

verifies('PROJ-32', 'reports a finished visit in its revision only', async (bench) => {
  const { client } = await sendTo(bench, 'https://example.com/', Promise.resolve());
  await client.request('ping');
  const completions = client.notifications('notifications/elicitation/complete');
  expect(completions).toHaveLength(bench.revision === '2025-11-25' ? 1 : 0);
});

verifies('ELI-15', 'reports nothing after the connection has ended', async (bench) => {
  let finish: () => void = () => {};
  const completed = new Promise<void>((resolve) => (finish = resolve));
  const { client } = await sendTo(bench, 'https://example.com/', completed);
  await client.close();
  finish();
  await setImmediate();
  expect(client.notifications()).toEqual([]);
});

verifies('ELI-16', 'goes on as soon as the user agrees, though nothing is done yet', async (bench) => {
  const { got, result, client } = await sendTo(bench, 'https://example.com/', new Promise(() => {}));
  expect(got).toEqual({ action: 'accept' });
  expect(result).toEqual({ content: [] });
  expect(client.notifications()).toEqual([]);
});
