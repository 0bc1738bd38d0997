// Elicitation: sending the user to a URL (client/elicitation of 2025-11-25, "URL Mode").
import { setImmediate } from 'node:timers/promises';
import { expect } from 'vitest';
import {
  defineResource,
  defineServer,
  defineTool,
  MissingCapabilityError,
  UrlElicitationRequiredError,
} from '../../src/index.ts';
import { exchange, verifies } from './harness.ts';
import type { Bench } from './harness.ts';
import { errorTo, notificationOf, requestOf } from './messages.ts';
import { connected } from './requirements/types.ts';

const info = { name: 'test', version: '1.0.0' };
const both = { elicitation: { form: {}, url: {} } };
const isVisit = (message: unknown): boolean =>
  Reflect.get(Object(message), 'method') === 'elicitation/create';
const idOf = (message: unknown): unknown =>
  Reflect.get(Object(Reflect.get(Object(message), 'params')), 'elicitationId');

/** A tool that sends the user to a page, which is done with when `completed` settles. */
const visiting = (url: string, completed?: Promise<unknown>): ReturnType<typeof defineTool> =>
  defineTool({
    name: 'visit',
    run: async (_, ctx) => {
      const visit = { message: 'Please sign in.', url, ...(completed === undefined ? {} : { completed }) };
      return (await ctx.ask.elicitUrl('key', visit)).action;
    },
  });
const connectTo = (
  { connect }: Bench,
  tool: ReturnType<typeof defineTool>,
  action = 'accept',
): ReturnType<Bench['connect']> =>
  connect(defineServer({ ...info, tools: [tool], report: () => {} }), {
    capabilities: both,
    answers: { 'elicitation/create': () => ({ action }) },
  });

verifies('ELI-13', 'sends a URL visit with mode, message, URL and an id of its own', async (bench) => {
  const url = 'https://example.com/in?a=b%20c';
  const client = await connectTo(bench, visiting(url));
  for (let round = 0; round < 3; round++) {
    expect(await client.request('tools/call', { name: 'visit' })).toEqual({
      content: [{ type: 'text', text: 'accept' }],
    });
  }
  const visits = client.received.filter((message) => isVisit(message));
  const visit = { mode: 'url', message: 'Please sign in.', url, elicitationId: expect.any(String) };
  expect(visits).toEqual(
    Array.from({ length: 3 }, () => requestOf(expect.anything(), 'elicitation/create', visit)),
  );
  expect(new Set(visits.map((message) => idOf(message))).size).toBe(3);
});

verifies('ELI-13', 'tells acceptance, refusal and dismissal of a visit apart', async (bench) => {
  for (const action of ['accept', 'decline', 'cancel']) {
    const client = await connectTo(bench, visiting('https://example.com/'), action);
    expect(await client.request('tools/call', { name: 'visit' })).toEqual({
      content: [{ type: 'text', text: action }],
    });
  }
});

verifies(['ELI-13', 'ELI-18'], 'sends nobody to what is no valid or no safe URL', async (bench) => {
  for (const url of ['', 'example.com', '/in', 'javascript:alert(1)', 'file:///a', 'http://example.com/']) {
    const client = await connectTo(bench, visiting(url));
    expect(await client.request('tools/call', { name: 'visit' })).toMatchObject({ isError: true });
    expect(client.received.filter((message) => isVisit(message))).toEqual([]);
  }
  const local = await connectTo(bench, visiting('http://127.0.0.1:8080/in'));
  expect(await local.request('tools/call', { name: 'visit' })).toEqual({
    content: [{ type: 'text', text: 'accept' }],
  });
});

verifies(
  'ELI-2',
  'sends nobody to a URL who has not declared URLs',
  async (bench) => {
    for (const elicitation of [undefined, {}, { form: {} }]) {
      let got: unknown;
      const ask = defineTool({
        name: 'ask',
        run: async (_, ctx) => {
          const visit = { message: 'a', url: 'https://example.com/' };
          got = await ctx.ask.elicitUrl('key', visit).catch((error: unknown) => error);
        },
      });
      const client = await bench.connect(defineServer({ ...info, tools: [ask] }), {
        capabilities: elicitation === undefined ? {} : { elicitation },
      });
      await client.request('tools/call', { name: 'ask' });
      expect(got).toBeInstanceOf(MissingCapabilityError);
      expect(client.received).toHaveLength(2);
    }
  },
  { revisions: ['2025-11-25'] },
);

verifies('ELI-14', 'refuses any request with the URL visits that it needs', async ({ connect }) => {
  const visits = ['1', '2'].map((id) => ({ message: 'Please sign in.', url: `https://example.com/${id}` }));
  const demand = (): never => {
    throw new UrlElicitationRequiredError('Sign in first.', visits);
  };
  const server = defineServer({
    ...info,
    tools: [defineTool({ name: 'a', run: demand })],
    prompts: [{ name: 'a', get: demand }],
    resources: [defineResource({ uri: 'test://a', name: 'a', read: demand })],
  });
  const client = await connect(server, { capabilities: both });
  const requests: readonly [string, { [member: string]: unknown }][] = [
    ['tools/call', { name: 'a' }],
    ['prompts/get', { name: 'a' }],
    ['resources/read', { uri: 'test://a' }],
  ];
  const ids = new Set<unknown>();
  for (const [method, params] of requests) {
    const answer = await exchange(client, requestOf(method, method, params));
    const elicitations = visits.map((visit) => ({
      mode: 'url',
      elicitationId: expect.any(String),
      ...visit,
    }));
    expect(answer).toEqual(
      errorTo(method, { code: -32042, message: 'Sign in first.', data: { elicitations } }),
    );
    for (const [id] of JSON.stringify(answer).matchAll(/"elicitationId":"[^"]+"/g)) ids.add(id);
  }
  expect(ids.size).toBe(6);
});

verifies(
  'ELI-15',
  'reports a finished visit once to the client that was asked',
  async (bench) => {
    let finish: (value: string) => void = () => {};
    const completed = new Promise<string>((resolve) => (finish = resolve));
    const server = defineServer({ ...info, tools: [visiting('https://example.com/', completed)] });
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

verifies('ELI-15', 'reports nothing about a visit that the user did not agree to', async (bench) => {
  for (const action of ['decline', 'cancel']) {
    const client = await connectTo(bench, visiting('https://example.com/', Promise.resolve()), action);
    await client.request('tools/call', { name: 'visit' });
    await client.request('ping');
    expect(client.notifications()).toEqual([]);
  }
});

verifies('ELI-15', 'reports nothing after the connection has ended', async (bench) => {
  let finish: () => void = () => {};
  const completed = new Promise<void>((resolve) => (finish = resolve));
  const client = await connectTo(bench, visiting('https://example.com/', completed));
  await client.request('tools/call', { name: 'visit' });
  await client.close();
  finish();
  await setImmediate();
  expect(client.notifications()).toEqual([]);
});

verifies('ELI-16', 'goes on as soon as the user agrees, though nothing is done yet', async (bench) => {
  const client = await connectTo(bench, visiting('https://example.com/', new Promise(() => {})));
  expect(await client.request('tools/call', { name: 'visit' })).toEqual({
    content: [{ type: 'text', text: 'accept' }],
  });
  expect(client.notifications()).toEqual([]);
});
