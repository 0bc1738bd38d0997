// Roots: the directories that the client offers (client/roots of the stateful revisions).
import { expect } from 'vitest';
import { AskError, defineServer, defineTool, MissingCapabilityError, RpcError } from '../../src/index.ts';
import type { Report } from '../../src/index.ts';
import { verifies } from './harness.ts';
import { requestOf } from './messages.ts';

const info = { name: 'test', version: '1.0.0' };
const show = defineTool({
  name: 'show',
  run: async (_, ctx) => JSON.stringify(await ctx.ask.roots()),
});
const shown = (roots: readonly object[]): object => ({
  content: [{ type: 'text', text: JSON.stringify(roots) }],
});
const isQuestion = (message: unknown): boolean => Reflect.get(Object(message), 'method') === 'roots/list';

verifies('ROOT-1', 'asks for roots only a client that declared them', async ({ connect }) => {
  const seen: unknown[] = [];
  const look = defineTool({
    name: 'look',
    run: async (_, ctx) => {
      seen.push(ctx.client.supports('roots'));
      await ctx.ask.roots().catch((error: unknown) => seen.push(error));
    },
  });
  const answers = { 'roots/list': () => ({ roots: [] }) };
  const server = defineServer({ ...info, tools: [look] });
  const without = await connect(server, { answers, capabilities: { sampling: {}, elicitation: {} } });
  await without.request('tools/call', { name: 'look' });
  expect(seen).toEqual([false, expect.any(MissingCapabilityError)]);
  expect(without.received.filter((message) => isQuestion(message))).toEqual([]);
  const declared = await connect(server, { answers, capabilities: { roots: {} } });
  await declared.request('tools/call', { name: 'look' });
  expect(seen.slice(2)).toEqual([true]);
  expect(declared.received.filter((message) => isQuestion(message))).toEqual([
    requestOf(expect.anything(), 'roots/list'),
  ]);
});

verifies('ROOT-2', 'remembers the roots until the client says that they changed', async ({ connect }) => {
  let asked = 0;
  const client = await connect(defineServer({ ...info, tools: [show] }), {
    capabilities: { roots: { listChanged: true } },
    answers: { 'roots/list': () => ({ roots: [{ uri: `file:///projects/${++asked}`, name: 'Home' }] }) },
  });
  const call = (): Promise<unknown> => client.request('tools/call', { name: 'show' });
  const first = shown([{ uri: 'file:///projects/1', name: 'Home' }]);
  expect(await Promise.all([call(), call()])).toEqual([first, first]);
  expect(await call()).toEqual(first);
  expect(asked).toBe(1);
  client.notify('notifications/roots/list_changed');
  expect(await call()).toEqual(shown([{ uri: 'file:///projects/2', name: 'Home' }]));
  expect(await call()).toEqual(shown([{ uri: 'file:///projects/2', name: 'Home' }]));
  expect(asked).toBe(2);
});

verifies('ROOT-2', 'does not remember an answer that was out of date when it came', async ({ connect }) => {
  const pending: ((roots: { roots: object[] }) => void)[] = [];
  const client = await connect(defineServer({ ...info, tools: [show] }), {
    capabilities: { roots: {} },
    answers: { 'roots/list': () => new Promise((resolve) => pending.push(resolve)) },
  });
  const first = client.request('tools/call', { name: 'show' });
  const { id: oldId } = await client.waitFor(isQuestion);
  client.notify('notifications/roots/list_changed');
  await client.request('ping');
  pending[0]?.({ roots: [{ uri: 'file:///old' }] });
  await first;
  const second = client.request('tools/call', { name: 'show' });
  await client.waitFor((message) => isQuestion(message) && message['id'] !== oldId);
  pending[1]?.({ roots: [{ uri: 'file:///new' }] });
  expect(await second).toEqual(shown([{ uri: 'file:///new' }]));
});

verifies('ROOT-2', 'keeps the roots of connections apart', async ({ connect }) => {
  const server = defineServer({ ...info, tools: [show] });
  const homes = await Promise.all(
    ['a', 'b'].map((name) =>
      connect(server, {
        capabilities: { roots: {} },
        answers: { 'roots/list': () => ({ roots: [{ uri: `file:///${name}` }] }) },
      }),
    ),
  );
  const results = await Promise.all(homes.map((client) => client.request('tools/call', { name: 'show' })));
  expect(results).toEqual([shown([{ uri: 'file:///a' }]), shown([{ uri: 'file:///b' }])]);
});

verifies('ROOT-3', 'hands only file URIs to the author and reports the others', async ({ connect }) => {
  const reports: Report[] = [];
  const roots = [
    { uri: 'https://example.com/' },
    { uri: 'file:///a' },
    { uri: 7 },
    'file:///b',
    null,
    { name: 'c' },
    { uri: '/etc' },
    { uri: 'file:relative' },
    { uri: 'file:///d', name: 'D', _meta: { 'example.org/x': 1 } },
    { uri: 'javascript:file:///e' },
  ];
  const report = (entry: Report): void => void reports.push(entry);
  const client = await connect(defineServer({ ...info, tools: [show], report }), {
    capabilities: { roots: {} },
    answers: { 'roots/list': () => ({ roots }) },
  });
  expect(await client.request('tools/call', { name: 'show' })).toEqual(
    shown([{ uri: 'file:///a' }, { uri: 'file:///d', name: 'D', _meta: { 'example.org/x': 1 } }]),
  );
  expect(reports.filter(({ level }) => level === 'warning')).toHaveLength(8);
});

verifies('ROOT-5', 'hands an empty list to the author', async ({ connect }) => {
  const client = await connect(defineServer({ ...info, tools: [show] }), {
    capabilities: { roots: {} },
    answers: { 'roots/list': () => ({ roots: [] }) },
  });
  expect(await client.request('tools/call', { name: 'show' })).toEqual(shown([]));
});

verifies('ROOT-5', 'tells the author of a refusal or a malformed answer, and asks again', async (bench) => {
  const seen: unknown[] = [];
  const look = defineTool({
    name: 'look',
    run: async (_, ctx) => {
      await ctx.ask.roots().then(
        (roots) => seen.push(roots),
        (error: unknown) => seen.push(error),
      );
    },
  });
  const replies: (() => { [member: string]: unknown })[] = [
    () => {
      throw new RpcError(-32601, 'Roots not supported');
    },
    () => {
      throw new RpcError(-32603, 'Broken');
    },
    () => ({}),
    () => ({ roots: { uri: 'file:///a' } }),
    () => ({ roots: [{ uri: 'file:///a' }] }),
  ];
  const client = await bench.connect(defineServer({ ...info, tools: [look] }), {
    capabilities: { roots: {} },
    answers: { 'roots/list': () => replies.shift()?.() ?? {} },
  });
  for (let round = 0; round < 5; round++) {
    expect(await client.request('tools/call', { name: 'look' })).toEqual({ content: [] });
  }
  expect(seen).toEqual([...Array.from({ length: 4 }, () => expect.any(AskError)), [{ uri: 'file:///a' }]]);
  expect(seen[0]).toMatchObject({ message: expect.stringContaining('Roots not supported') });
});

verifies('ROOT-5', 'stops waiting for a client that stays silent', async ({ connect }) => {
  const client = await connect(defineServer({ ...info, tools: [show], askTimeoutMs: 30, report: () => {} }), {
    capabilities: { roots: {} },
    answers: { 'roots/list': () => new Promise(() => {}) },
  });
  expect(await client.request('tools/call', { name: 'show' })).toEqual({
    content: [{ type: 'text', text: expect.stringMatching(/roots\/list|time/) }],
    isError: true,
  });
});
