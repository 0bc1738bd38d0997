// rateLimit: which calls pass, how others are refused, and for whom.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { modern, send } from '@mcp/raw-http';
import { defineServer, defineTool, type McpServer } from '../../src/index.ts';
import { rateLimit } from '../../src/middleware.ts';
import type { RateLimitOptions } from '../../src/middleware/rate-limit.ts';
import { connect } from '../../src/testing/connect.ts';
import { serving } from '../http/client.ts';
import { call, extra, failure, PLACES, success } from './fixture.ts';

const tools = ['a', 'b'].map((name) => defineTool({ name, run: () => name }));

const serve = (options: RateLimitOptions): McpServer =>
  defineServer({ name: 'test', version: '1', tools, middleware: [rateLimit(options)] });

const HOUR = 3600;

describe.each(PLACES)('$revision over $transport', (place) => {
  test('admits calls up to the limit and refuses the next with a result that the model can read', async () => {
    await using client = await connect(serve({ burst: 2, perSecond: 2 / HOUR }), place);
    const results = [await call(client, 'a'), await call(client, 'b'), await call(client, 'a')];
    expect(results).toEqual([
      { ...success('a'), ...extra(place) },
      { ...success('b'), ...extra(place) },
      { ...failure('Rate limit: at most 2 calls of tools in 60 min. Try again in 30 min.'), ...extra(place) },
    ]);
  });

  test('ignores other methods', async () => {
    await using client = await connect(serve({ burst: 1, perSecond: 1 / HOUR }), place);
    await call(client, 'a');
    for (let i = 0; i < 3; i++)
      expect((await client.request('tools/list'))['tools']).toMatchObject([{ name: 'a' }, { name: 'b' }]);
  });

  test('counts a tool with its own rate separately', async () => {
    await using client = await connect(
      serve({ burst: 3, perSecond: 3 / HOUR, tools: { a: { burst: 1, perSecond: 1 } } }),
      place,
    );
    expect(await call(client, 'a')).toMatchObject(success('a'));
    expect(await call(client, 'a')).toMatchObject({
      content: [
        { text: expect.stringMatching(/^Rate limit: at most 1 calls of a in 1 s\. Try again in \d+ ms\.$/) },
      ],
      isError: true,
    });
    expect(await call(client, 'b')).toMatchObject(success('b'));
  });
});

describe('with a clock', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  test('admits calls again at an even rate', async () => {
    await using client = await connect(serve({ burst: 2, perSecond: 2 / 60 }));
    const isRefused = async () => (await call(client, 'a'))['isError'] === true;
    expect([await isRefused(), await isRefused(), await isRefused()]).toEqual([false, false, true]);
    vi.advanceTimersByTime(29_000);
    expect(await isRefused()).toBe(true);
    vi.advanceTimersByTime(1_000);
    expect([await isRefused(), await isRefused()]).toEqual([false, true]);
  });
});

test('each connection has its own limit', async () => {
  const server = serve({ burst: 1, perSecond: 1 / HOUR });
  await using one = await connect(server);
  await using other = await connect(server);
  expect(await call(one, 'a')).toMatchObject(success('a'));
  expect(await call(one, 'a')).toMatchObject({ isError: true });
  expect(await call(other, 'a')).toMatchObject(success('a'));
});

test('a custom key determines the limit', async () => {
  const server = serve({ burst: 1, perSecond: 1 / HOUR, key: ({ ctx }) => ctx.client.info?.name ?? '' });
  const clientInfo = { name: 'another', version: '1' };
  await using one = await connect(server);
  await using same = await connect(server);
  await using another = await connect(server, { clientInfo });
  expect(await call(one, 'a')).toMatchObject(success('a'));
  expect(await call(same, 'a')).toMatchObject({ isError: true });
  expect(await call(another, 'a')).toMatchObject(success('a'));
});

test('forgets the least recently seen key when there are too many', async () => {
  const server = serve({ burst: 1, perSecond: 1 / HOUR, maxKeys: 2 });
  await using one = await connect(server);
  await using two = await connect(server);
  await using three = await connect(server);
  for (const client of [one, two, one, three]) await call(client, 'a');
  expect(await call(one, 'a')).toMatchObject({ isError: true });
  expect(await call(two, 'a')).toMatchObject(success('a'));
});

test('stateless HTTP requests of unknown senders share one limit', async () => {
  await using open = await serving(serve({ burst: 1, perSecond: 1 / HOUR }));
  const answers = [];
  for (let i = 0; i < 2; i++) answers.push(await send(open.url, modern('tools/call', { name: 'a' })));
  expect(answers.map(({ text }) => JSON.parse(text).result.isError)).toEqual([undefined, true]);
});
