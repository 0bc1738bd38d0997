// Scopes: who may call what, and how a client learns which are missing before anything happens.
import {
  AuthorizationServer,
  bearer,
  call,
  envelope,
  hello,
  type Message,
  modern,
  open,
  readChallenge,
  rpc,
  said,
  send,
  type TokenOptions,
  type Wire,
} from '@mcp/raw-http';
import { readMessages } from '../../src/jsonrpc/message.ts';
import { describe, expect, test } from 'vitest';
import { DefinitionError, defineServer, defineTool } from '../../src/index.ts';
import { connect } from '../../src/testing/connect.ts';
import { callerOf, SESSION_REVISIONS } from '../http/client.ts';
import { begin, calling, METADATA_URL, protectedBy, protectedServer, RESOURCE } from './protected.ts';

const tokenWith = (
  issuer: AuthorizationServer,
  scope: string,
  more: TokenOptions['claims'] = {},
): Promise<string> => issuer.token(RESOURCE, { claims: { scope, ...more } });

const lacking = (id: unknown, scopes: readonly string[]): Message => ({
  jsonrpc: '2.0',
  ...(id === undefined ? {} : { id }),
  error: {
    code: -31001,
    message: `Insufficient scope: this needs ${scopes.join(', ')}`,
    data: { requiredScopes: scopes },
  },
});

const challengeFor = (scope: string): Message => ({
  error: 'insufficient_scope',
  error_description: 'The token does not have all scopes that this needs',
  scope,
  resource_metadata: METADATA_URL,
});

const expectRefused = (wire: Wire, id: unknown, needed: readonly string[], asked: string): void => {
  expect([wire.status, wire.json]).toEqual([403, lacking(id, needed)]);
  expect(readChallenge(wire)).toEqual(challengeFor(asked));
};

/** One request for each kind of definition with scopes, and the scopes. */
const KINDS: readonly (readonly [string, Message, readonly string[]])[] = [
  ['tools/call', { name: 'write' }, ['files:write', 'files:read']],
  ['prompts/get', { name: 'brief' }, ['prompts:read']],
  ['resources/read', { uri: 'test://secret' }, ['files:read']],
  ['resources/read', { uri: 'files:///a' }, ['files:read']],
  [
    'completion/complete',
    { ref: { type: 'ref/prompt', name: 'brief' }, argument: { name: 'topic', value: '' } },
    ['prompts:read'],
  ],
  [
    'completion/complete',
    { ref: { type: 'ref/resource', uri: 'files:///{name}' }, argument: { name: 'name', value: '' } },
    ['files:read'],
  ],
];

describe.each(KINDS)('%s %j', (method, params, needed) => {
  test('without a session: 403 with all scopes, then 200 [AUTH-20, AUTH-21, AUTH-22, AUTH-23, A-03]', async () => {
    await using issuer = await AuthorizationServer.start();
    const { server, done } = protectedServer();
    await using http = await protectedBy(issuer, { server });
    const poor = await tokenWith(issuer, 'other offline_access');
    const refused = await send(http.url, modern(method, params, bearer(poor)));
    expectRefused(refused, 1, needed, [...needed, 'other'].join(' '));
    expect(done).toEqual([]);
    const asked = String(readChallenge(refused)['scope']);
    const granted = await send(http.url, modern(method, params, bearer(await tokenWith(issuer, asked))));
    expect([granted.status, granted.json]).toMatchObject([200, { id: 1, result: {} }]);
  });

  test.each(SESSION_REVISIONS)('in a session of %s: the same', async (revision) => {
    await using issuer = await AuthorizationServer.start();
    const { server, done } = protectedServer();
    await using http = await protectedBy(issuer, { server });
    const poor = bearer(await tokenWith(issuer, ''));
    const session = await begin(http.url, revision, poor);
    expectRefused(await session.post(rpc(7, method, params), poor), 7, needed, needed.join(' '));
    expect(done).toEqual([]);
    const rich = bearer(await tokenWith(issuer, needed.join(' ')));
    expect((await session.post(rpc(8, method, params), rich)).json).toMatchObject({ id: 8, result: {} });
    // A request does not inherit the scopes of an earlier one.
    expectRefused(await session.post(rpc(9, method, params), poor), 9, needed, needed.join(' '));
  });
});

test('subscribing needs the scopes of the watched resource, in both eras', async () => {
  await using issuer = await AuthorizationServer.start();
  await using http = await protectedBy(issuer);
  const poor = bearer(await tokenWith(issuer, ''));
  const session = await begin(http.url, '2025-11-25', poor);
  const subscribe = rpc(1, 'resources/subscribe', { uri: 'test://secret' });
  expectRefused(await session.post(subscribe), 1, ['files:read'], 'files:read');
  const notifications = { resourceSubscriptions: ['test://open', 'test://secret'] };
  const listen = modern('subscriptions/listen', { notifications }, poor);
  expectRefused(await send(http.url, listen), 1, ['files:read'], 'files:read');
  const allowed = { notifications: { resourceSubscriptions: ['test://open'] } };
  const stream = await open(http.url, modern('subscriptions/listen', allowed, poor));
  expect(await stream.upTo(1)).toMatchObject([{ params: allowed }]);
  await stream.drop();
});

test('scopes do not hide entries in lists', async () => {
  await using issuer = await AuthorizationServer.start();
  await using http = await protectedBy(issuer);
  const token = bearer(await tokenWith(issuer, ''));
  const names = async (method: string, member: string): Promise<unknown> => {
    const { result } = (await send(http.url, modern(method, {}, token))).json as { result: Message };
    return (result[member] as { name: string }[]).map(({ name }) => name);
  };
  expect(await names('tools/list', 'tools')).toContain('write');
  expect(await names('prompts/list', 'prompts')).toEqual(['brief']);
  expect(await names('resources/list', 'resources')).toEqual(['secret', 'open']);
  const { text } = await send(http.url, modern('tools/list', {}, token));
  expect(text).not.toContain('files:write');
});

test('a batch needs the scopes of all its requests, or none runs [AUTH-22, SEC-7]', async () => {
  await using issuer = await AuthorizationServer.start();
  const { server, done, callers } = protectedServer();
  await using http = await protectedBy(issuer, { server });
  const poor = bearer(await tokenWith(issuer, 'files:read'));
  const session = await begin(http.url, '2025-03-26', poor);
  const batch = [
    call(1, 'whoami'),
    rpc(undefined, 'notifications/progress', {}),
    call(2, 'write'),
    rpc(3, 'prompts/get', { name: 'brief' }),
  ];
  const needed = ['files:write', 'files:read', 'prompts:read'];
  expectRefused(await session.post(batch), undefined, needed, needed.join(' '));
  expect([done, callers]).toEqual([[], []]);
  const rich = bearer(await tokenWith(issuer, needed.join(' ')));
  const wire = await session.post(batch, rich);
  expect((wire.json as unknown[]).length).toBe(3);
  expect(done).toEqual(['write']);
});

describe('scopes known only to the handler', () => {
  test.each(['modern', ...SESSION_REVISIONS])(
    '%s: 403 before the response has begun [AUTH-20]',
    async (revision) => {
      await using issuer = await AuthorizationServer.start();
      const { server, done } = protectedServer();
      await using http = await protectedBy(issuer, { server, protect: { scopes: ['basic'] } });
      const token = await tokenWith(issuer, 'basic other');
      const shot = calling(token, 'delete', { name: 'theirs' });
      const wire =
        revision === 'modern'
          ? await send(http.url, shot)
          : await (
              await begin(http.url, revision, bearer(token))
            ).post(call(1, 'delete', { name: 'theirs' }));
      expectRefused(wire, 1, ['files:admin'], 'basic files:admin other');
      expect(done).toEqual([]);
      const mine = await send(http.url, calling(token, 'delete', { name: 'mine' }));
      expect(mine.json).toMatchObject({ result: { content: [{ text: 'deleted mine' }] } });
      const rich = await tokenWith(issuer, 'basic files:admin');
      expect((await send(http.url, calling(rich, 'delete', { name: 'theirs' }))).status).toBe(200);
      expect(done).toEqual(['delete', 'delete']);
    },
  );

  test('an error in the stream once it has begun', async () => {
    await using issuer = await AuthorizationServer.start();
    await using http = await protectedBy(issuer);
    const token = await tokenWith(issuer, '');
    const shot = modern(
      'tools/call',
      { name: 'late', _meta: envelope({ progressToken: 'p' }) },
      bearer(token),
    );
    const wire = await send(http.url, shot);
    expect(wire.status).toBe(200);
    expect(wire.messages.at(-1)).toEqual(lacking(1, ['files:admin']));
    const session = await begin(http.url, '2025-11-25', bearer(token));
    const events = await session.post(call(2, 'late', {}, { progressToken: 'p' }));
    expect([events.status, events.messages.at(-1)]).toEqual([200, lacking(2, ['files:admin'])]);
  });
});

describe('scopes that every request needs', () => {
  test('are checked before anything else [AUTH-4]', async () => {
    await using issuer = await AuthorizationServer.start();
    await using http = await protectedBy(issuer, { protect: { scopes: ['basic', 'more'] } });
    const poor = bearer(await tokenWith(issuer, 'basic other'));
    const get = await send(http.url, { method: 'GET', headers: poor });
    expect([get.status, get.json]).toEqual([403, lacking(undefined, ['basic', 'more'])]);
    for (const shot of [modern('server/discover', {}, poor), { headers: poor, body: hello('2025-11-25') }])
      expectRefused(await send(http.url, shot), undefined, ['basic', 'more'], 'basic more other');
  });
});

describe('scopes that include others', () => {
  const implies = { 'files:admin': ['files:write'], 'files:write': ['files:read'], a: ['b'], b: ['a'] };

  test('are sufficient, and are requested instead of those they include [A-03]', async () => {
    await using issuer = await AuthorizationServer.start();
    const { server, callers } = protectedServer();
    await using http = await protectedBy(issuer, { server, protect: { implies } });
    const admin = await tokenWith(issuer, 'files:admin');
    expect((await send(http.url, calling(admin, 'write'))).json).toMatchObject({
      result: { content: [{ text: 'written' }] },
    });
    await send(http.url, calling(admin, 'whoami'));
    expect(callers[0]?.scopes).toEqual(['files:admin', 'files:write', 'files:read']);
    const reader = await tokenWith(issuer, 'files:read');
    expectRefused(
      await send(http.url, calling(reader, 'write')),
      1,
      ['files:write', 'files:read'],
      'files:write',
    );
    const brief = modern('prompts/get', { name: 'brief' }, bearer(admin));
    expectRefused(await send(http.url, brief), 1, ['prompts:read'], 'prompts:read files:admin');
    // Of two that include each other, one is requested.
    const both = modern('prompts/get', { name: 'brief' }, bearer(await tokenWith(issuer, 'a')));
    expectRefused(await send(http.url, both), 1, ['prompts:read'], 'prompts:read b');
  });
});

test('without OAuth there are no scopes, in memory and over stdio [AUTH-1]', async () => {
  const { server, done } = protectedServer();
  for (const transport of ['memory', 'stdio'] as const) {
    await using client = await connect(server, { transport });
    expect(await client.request('tools/call', { name: 'write' })).toMatchObject({
      content: [{ text: 'written' }],
    });
    expect(
      await client.request('tools/call', { name: 'delete', arguments: { name: 'theirs' } }),
    ).toMatchObject({
      content: [{ text: 'deleted theirs' }],
    });
  }
  expect(done).toEqual(['write', 'delete', 'write', 'delete']);
});

test('the server itself stops a transport that knows the caller but forgets scopes', async () => {
  const { server, done } = protectedServer();
  const sent: unknown[] = [];
  const caller = callerOf('ada', 'own');
  const channel = { caller, send: (text: string) => void sent.push(JSON.parse(text)) };
  const { peer } = server.transport.open(channel);
  peer.accept(readMessages(rpc(1, 'tools/call', { name: 'write', _meta: envelope() })), channel);
  expect([sent, done]).toEqual([[lacking(1, ['files:write', 'files:read'])], []]);
});

test.each([[['two words']], [['']], [['offline_access']], ['files:read'], [[7]]])(
  'refuses a definition with the scopes %j',
  (scopes) => {
    const tool = defineTool({ name: 'a', scopes: scopes as string[], run: () => 'a' });
    expect(() => defineServer({ name: 'a', version: '1', tools: [tool] })).toThrow(DefinitionError);
    expect(() => defineServer({ name: 'a', version: '1', tools: [tool] })).toThrow(/tool "a": scope/);
  },
);

test('a tool without scopes needs none', async () => {
  await using issuer = await AuthorizationServer.start();
  await using http = await protectedBy(issuer);
  const token = bearer(await tokenWith(issuer, ''));
  const session = await begin(http.url, '2025-06-18', token);
  expect((await session.post(call(1, 'whoami'))).json).toEqual(said(1, 'ada'));
});
