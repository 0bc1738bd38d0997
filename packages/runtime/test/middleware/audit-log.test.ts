// auditLog: one line per outcome, what it contains, and what it never does.
import { once } from 'node:events';
import { describe, expect, test, vi } from 'vitest';
import {
  definePrompt,
  defineResource,
  defineServer,
  defineTool,
  RpcError,
  ToolError,
} from '../../src/index.ts';
import { auditLog } from '../../src/middleware.ts';
import type { AuditLogOptions } from '../../src/middleware/audit-log.ts';
import { connect } from '../../src/testing/connect.ts';
import { call, PLACES } from './fixture.ts';

const schema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] } as const;
const anything = { type: 'object' } as const;

const serve = (options: AuditLogOptions = {}) => {
  const texts: string[] = [];
  const server = defineServer({
    name: 'test',
    version: '1',
    tools: [
      defineTool({ name: 'echo', inputSchema: anything, run: () => 'echo' }),
      defineTool({ name: 'later', run: async () => 'later' }),
      defineTool({ name: 'fail', run: () => Promise.reject(new ToolError('no')) }),
      defineTool({ name: 'refuse', run: () => Promise.reject(new RpcError(7, 'no')) }),
      defineTool({
        name: 'wait',
        run: async (_, { signal }) => {
          await once(signal, 'abort');
        },
      }),
      defineTool({
        name: 'ask',
        run: async (_, ctx) => (await ctx.ask.elicit('ok', { message: 'Ok?', schema })).action,
      }),
    ],
    resources: [defineResource({ uri: 'test:///a', name: 'a', read: () => 'a' })],
    prompts: [definePrompt({ name: 'p', get: () => 'p' })],
    middleware: [auditLog({ write: (line) => texts.push(line), ...options })],
    report: () => {},
  });
  const lines = () => texts.map((text) => JSON.parse(text));
  return { server, texts, lines };
};

describe.each(PLACES)('$revision over $transport', (place) => {
  test('records who did what, when, for how long, and how it ended', async () => {
    const { server, lines } = serve();
    const before = Date.now();
    await using client = await connect(server, place);
    await client.request('tools/call', { name: 'echo', arguments: { a: 'secret' } }, { id: 'one' });
    const [line] = lines();
    expect(line).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      ms: expect.any(Number),
      method: 'tools/call',
      target: 'echo',
      requestId: 'one',
      connection: expect.stringMatching(/^connection \d+$/),
      revision: place.revision,
      client: { name: 'test-client', version: '1.0.0' },
      outcome: 'ok',
      // {"content":[{"type":"text","text":"echo"}]}: five values and the letters of names and texts.
      resultChars: 4 * 5 + 'contenttypetexttextecho'.length,
      argumentsDigest: expect.stringMatching(/^[\da-f]{16}$/),
      argumentChars: 4 * 2 + 'asecret'.length,
    });
    expect(Date.parse(line.time)).toBeGreaterThanOrEqual(before);
    expect(line.ms).toBeGreaterThanOrEqual(0);
  });

  test('has a line for every outcome, and none for other methods', async () => {
    const { server, lines } = serve();
    await using client = await connect(server, place);
    await client.request('tools/list');
    await call(client, 'later');
    await call(client, 'fail');
    await call(client, 'refuse').catch(() => {});
    await call(client, 'nothing').catch(() => {});
    await client.request('resources/read', { uri: 'test:///a' });
    await client.request('resources/read', { uri: 'test:///b' }).catch(() => {});
    await client.request('prompts/get', { name: 'p' });
    expect(lines().map(({ target, outcome, code }) => [target, outcome, code])).toEqual([
      ['later', 'ok', undefined],
      ['fail', 'tool error', undefined],
      ['refuse', 'error', 7],
      ['nothing', 'error', -32602],
      ['test:///a', 'ok', undefined],
      ['test:///b', 'error', -32002],
      ['p', 'ok', undefined],
    ]);
  });

  test('records cancelled calls', async () => {
    const { server, lines } = serve();
    await using client = await connect(server, place);
    const { length } = client.sent;
    void call(client, 'wait');
    const { id } = client.sent[length] as { readonly id: number };
    client.notify('notifications/cancelled', { requestId: id });
    await vi.waitFor(() => expect(lines()).toMatchObject([{ target: 'wait', outcome: 'cancelled' }]), 20_000);
  });

  test('writes values only on demand, and never those of secret names', async () => {
    const { server, lines } = serve({ arguments: 'values' });
    await using client = await connect(server, place);
    const given = { a: 1, Password: 'x', deep: [{ apiKey: { b: 2 } }], long: 'y'.repeat(2000) };
    await call(client, 'echo', given);
    expect(lines()).toMatchObject([
      {
        arguments: {
          a: 1,
          Password: '[redacted]',
          deep: [{ apiKey: '[redacted]' }],
          long: 'y'.repeat(1000),
        },
      },
    ]);
  });
});

test('a question of a stateless request is an outcome, the retry is another line', async () => {
  const { server, lines } = serve();
  const answers = { 'elicitation/create': () => ({ action: 'accept', content: { ok: true } }) };
  await using client = await connect(server, { capabilities: { elicitation: {} }, answers });
  await call(client, 'ask');
  expect(lines()).toMatchObject([{ outcome: 'asked' }, { outcome: 'ok' }]);
});

test('equal arguments have equal digests, other arguments and other logs different ones', async () => {
  const one = serve();
  const other = serve();
  await using client = await connect(one.server);
  await using another = await connect(other.server);
  for (const a of [1, 1, 2]) await call(client, 'echo', { a });
  await call(another, 'echo', { a: 1 });
  const [first, second, third] = one.lines().map(({ argumentsDigest }) => argumentsDigest);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(other.lines()[0].argumentsDigest).not.toBe(first);
});

test('can omit arguments and redact custom names', async () => {
  const none = serve({ arguments: 'none' });
  await using client = await connect(none.server);
  await call(client, 'echo', { a: 1 });
  expect(none.texts.join()).not.toContain('argument');
  const own = serve({ arguments: 'values', redact: ['a'] });
  await using another = await connect(own.server);
  await call(another, 'echo', { a: 1, token: 2 });
  expect(own.lines()).toMatchObject([{ arguments: { a: '[redacted]', token: 2 } }]);
});

test('client input cannot create a second line, and is cut', async () => {
  const { server, texts, lines } = serve();
  const clientInfo = { name: 'a\n{"outcome":"ok"}', version: 'v'.repeat(5000) };
  await using client = await connect(server, { clientInfo });
  await call(client, `x\n${'y'.repeat(5000)}`).catch(() => {});
  expect(texts.join('').split('\n')).toHaveLength(1);
  expect(lines()[0].target).toHaveLength(1000);
  expect(lines()[0].client.version).toHaveLength(1000);
});

test('a log that cannot be written does not affect calls', async () => {
  const { server } = serve({
    write: () => {
      throw new Error('the disk is full');
    },
  });
  await using client = await connect(server);
  expect(await call(client, 'later')).toMatchObject({ content: [{ text: 'later' }] });
});

test('writes lines to stderr by default', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
  try {
    const server = defineServer({
      name: 'test',
      version: '1',
      tools: [defineTool({ name: 'a', run: () => 'a' })],
      middleware: [auditLog()],
    });
    await using client = await connect(server);
    await call(client, 'a');
    expect(printed.mock.calls).toEqual([[expect.stringContaining('"target":"a"')]]);
  } finally {
    printed.mockRestore();
  }
});
