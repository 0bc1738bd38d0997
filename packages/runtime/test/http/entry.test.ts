// HTTP entry without a socket: limits, guard, credentials and status before a request reaches the protocol.
import { describe, expect, test, vi } from 'vitest';
import type { Authorization } from '../../src/auth/protect.ts';
import { defineServer, defineTool, RpcError } from '../../src/index.ts';
import type { Caller } from '../../src/jsonrpc/channel.ts';
import { readMessages } from '../../src/jsonrpc/message.ts';
import { Exchange, type Headers, type ResponseStream } from '../../src/transports/http/edge/exchange.ts';
import {
  bucketOf,
  ClientLimiter,
  isKnown,
  sessionToEnd,
  type Held,
} from '../../src/transports/http/entry/client-limits.ts';
import { staticToken } from '../../src/transports/http/entry/credentials.ts';
import { guardFor, refusal } from '../../src/transports/http/entry/guard.ts';
import { HttpHandler } from '../../src/transports/http/entry/handler.ts';
import { toRefusal } from '../../src/transports/http/entry/refusal.ts';
import { checkScopes, demandScopes, headOf } from '../../src/transports/http/entry/scopes.ts';
import { callerOf } from './client.ts';

/** Makes a fake request. */
class Given extends Exchange {
  readonly method = 'POST';
  readonly path: string = '/mcp';
  readonly remoteAddress: string | undefined;
  readonly #headers: Headers;
  status: number | undefined;

  constructor(remoteAddress: string | undefined, headers: Headers = {}, caller?: Caller) {
    super();
    this.remoteAddress = remoteAddress;
    this.#headers = headers;
    this.caller = caller;
  }

  header(name: string): string | undefined {
    return this.#headers[name];
  }

  query(): undefined {
    return undefined;
  }

  async body(): Promise<undefined> {
    return undefined;
  }

  respond(status: number): void {
    this.status = status;
  }

  stream(): ResponseStream {
    throw new Error('nothing is streamed here');
  }
}

const alice = callerOf('alice');
const from = (address?: string, caller?: Caller): Given => new Given(address, {}, caller);
const problemOf = (act: () => void): unknown => {
  try {
    act();
    return undefined;
  } catch (error) {
    return error;
  }
};
const times = (count: number, act: () => void): unknown => {
  for (let n = 1; n < count; n++) act();
  return problemOf(act);
};

describe('limits without settings', () => {
  test.each(['127.0.0.1', '127.1.2.3', '::1', undefined])('do not apply to %s', (address) => {
    const limiter = new ClientLimiter({});
    expect(times(2_500, () => limiter.arrive(from(address)))).toBe(undefined);
    expect(times(2_500, () => limiter.enter(from(address)))).toBe(undefined);
    expect(times(2_500, () => limiter.session(from(address)))).toBe(undefined);
  });

  test.each([
    ['a machine elsewhere', '192.0.2.1', undefined],
    ['a caller of this machine', '127.0.0.1', alice],
    ['a caller of whom nothing else is known', undefined, alice],
  ])('apply to %s', (_, address, caller) => {
    const limiter = new ClientLimiter({});
    expect(times(1000, () => limiter.enter(from(address, caller)))).toBe(undefined);
    expect(problemOf(() => limiter.enter(from(address, caller)))).toMatchObject({ status: 429 });
  });
});

test('an ended request frees a slot for another', () => {
  const limiter = new ClientLimiter({ open: 2 });
  const enter = (): Given => {
    const exchange = from('192.0.2.1');
    limiter.enter(exchange);
    return exchange;
  };
  const [first] = [enter(), enter()];
  expect(problemOf(enter)).toMatchObject({ status: 429 });
  first.close(false);
  expect(problemOf(enter)).toBe(undefined);
  expect(problemOf(enter)).toMatchObject({ status: 429 });
});

test('a refusal says in how many seconds to retry', () => {
  const limiter = new ClientLimiter({ requests: { burst: 1, perSecond: 0.0001 } });
  limiter.arrive(from('192.0.2.1'));
  expect(problemOf(() => limiter.arrive(from('192.0.2.1')))).toMatchObject({
    headers: { 'retry-after': '10000' },
  });
});

test('ends the oldest unused session', () => {
  const held = (client: string, isInUse: boolean, lastUsed: number): Held => ({ client, isInUse, lastUsed });
  const [used, young, old, same] = [
    held('a', true, 1),
    held('a', false, 5),
    held('a', false, 4),
    held('a', false, 4),
  ];
  const others = [held('b', false, 0)];
  expect(sessionToEnd([used, young, old, same, ...others], 'c')).toBe(old);
  expect(sessionToEnd([young, used], 'c')).toBe(young);
  expect(problemOf(() => sessionToEnd([used, young, ...others], 'a'))).toMatchObject({ status: 503 });
});

test('a client is known by its credentials or its address', () => {
  expect([from(undefined, alice), from('192.0.2.1'), from()].map(isKnown)).toEqual([true, true, false]);
});

test.each([
  ['0.1.2.3', '0.1.2.3'],
  ['1::2:3:4:5:6:7', '1:0:2:3'],
  ['::1', '0:0:0:0'],
  ['1::', '1:0:0:0'],
  ['2001:DB8:0:05:6:7:8:9', '2001:db8:0:5'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s counts as %s', (address, bucket) => {
  expect(bucketOf(address)).toBe(bucket);
});

describe('the guard', () => {
  const local = { allowedHosts: [], allowedOrigins: [] };

  test('accepts IPv6 addresses with and without brackets', () => {
    const { allowedHosts } = guardFor('192.0.2.1', {
      ...local,
      allowedHosts: ['[2001:DB8::1]', '2001:db8::2'],
    });
    expect(allowedHosts).toEqual(['192.0.2.1', '[2001:db8::1]', '[2001:db8::2]']);
    const host = '[2001:db8::1]';
    const ask = (name: string) => refusal(new Given(undefined, { host: name }), { ...local, allowedHosts });
    expect([host, `${host}:8080`, '[2001:db8::3]'].map((name) => ask(name) === undefined)).toEqual([
      true,
      true,
      false,
    ]);
  });

  test.each(['http://[bad', 'https://a.example/path', 'http://A.example', '*'])(
    'refuses %s, which is not an origin',
    (origin) => {
      expect(problemOf(() => guardFor('localhost', { ...local, allowedOrigins: [origin] }))).toMatchObject({
        message: expect.stringContaining('is not an origin'),
      });
    },
  );

  test('refuses a page of a served host unless its origin is allowed', () => {
    const settings = guardFor('localhost', { ...local, allowedHosts: ['x.example'] });
    const ask = (origin: string) => refusal(new Given(undefined, { host: 'x.example', origin }), settings);
    expect(ask('https://x.example')).toMatch(/Origin/);
    expect(ask('http://localhost:3000')).toBe(undefined);
  });
});

describe('a token', () => {
  const token = 'abcdefghijklmnop0123';
  const statusOf = (authorization?: string): unknown => {
    const exchange = new Given(undefined, authorization === undefined ? {} : { authorization });
    return Reflect.get(Object(problemOf(() => void staticToken(token)(exchange))), 'status');
  };

  test('admits only requests that carry it', () => {
    expect(statusOf(`Bearer ${token}`)).toBe(undefined);
    const wrong = [
      `x${token.slice(1)}`,
      `${token.slice(0, -1)}x`,
      `${token}x`,
      token.slice(0, -1),
      `${token}\0`,
      '',
    ].map((given) => `Bearer ${given}`);
    expect([...wrong, token, undefined].map(statusOf)).toEqual(Array(8).fill(401));
  });
});

describe('the status of an answer', () => {
  const authorization = {
    stepUp: (_: unknown, scopes: string[]) => `scope="${scopes.join(' ')}"`,
  } as unknown;
  const protectedBy = (): Given => Object.assign(from(), { authorization: authorization as Authorization });

  test.each([
    [undefined, 200, 200],
    [-32700, 400, 400],
    [-32600, 400, 400],
    [-32601, 404, 200],
    [-32019, 200, 200],
    [-32020, 400, 200],
    [-32022, 400, 200],
    [-32023, 200, 200],
    [-31001, 200, 200],
  ])('with the code %s is %d, or %d if faults are hidden', (errorCode, shown, hidden) => {
    expect(headOf(from(), { errorCode }, true)).toEqual({ status: shown, headers: {} });
    expect(headOf(from(), { errorCode }, false)).toEqual({ status: hidden, headers: {} });
  });

  test.each([
    [{ requiredScopes: ['files:write'] }, 'files:write'],
    [undefined, ''],
  ])('requests the missing scopes: %j', (errorData, scope) => {
    expect(headOf(protectedBy(), { errorCode: -31001, errorData }, true)).toEqual({
      status: 403,
      headers: { 'www-authenticate': `scope="${scope}"` },
    });
  });

  test('without authorization, scopes are left to the conversation, and a refusal has no challenge', () => {
    const tool = defineTool({ name: 'write', scopes: ['files:write'], run: () => 'ok' });
    const server = defineServer({ name: 'a', version: '1', tools: [tool] });
    const body = readMessages({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'write' } });
    const refusedBy = (exchange: Given): unknown => problemOf(() => checkScopes(body, exchange, server));
    expect(refusedBy(from(undefined, alice))).toBe(undefined);
    expect(refusedBy(Object.assign(protectedBy(), { caller: alice }))).toMatchObject({ status: 403 });
    expect(problemOf(() => demandScopes(from(undefined, alice), ['files:write']))).toMatchObject({
      headers: {},
    });
  });

  test('of a bug is 500', () => {
    expect(toRefusal(new Error('bug')).status).toBe(500);
    expect(toRefusal(new RpcError(-32602, 'bad')).status).toBe(400);
  });
});

test('a refusal says how long it took', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    vi.advanceTimersByTime(1000);
    const took: number[] = [];
    const handler = new HttpHandler({
      guard: guardFor('localhost', { allowedHosts: [], allowedOrigins: [] }),
      routes: new Map(),
      authorize: undefined,
      limiter: undefined,
      refused: (_exchange, _refusal, durationMs) => void took.push(durationMs),
    });
    const exchange = new Given(undefined, { host: 'evil.example' });
    await handler.handle(exchange);
    expect({ status: exchange.status, took }).toEqual({ status: 403, took: [0] });
  } finally {
    vi.useRealTimers();
  }
});
