// Sessions over HTTP: how they begin, are named, and end; versions, batches, isolation (2025-03-26 to 2025-11-25).
import { expect, test } from 'vitest';
import {
  call,
  failure,
  hello,
  type Message,
  modern,
  rpc,
  said,
  send,
  Session,
  type Wire,
} from '@mcp/raw-http';
import { verifies } from '../spec/harness.ts';
import { only20250326, since20250618 } from '../spec/requirements/types.ts';
import { NO_SESSION, serving, SESSION_REVISIONS } from './client.ts';
import { fixture } from './fixture.ts';

const NO_ID = failure(-32600, 'Invalid request: the header Mcp-Session-Id is missing; send initialize first');

const LEGACY = ['2024-11-05', ...SESSION_REVISIONS];
const METHODS = ['POST', 'GET', 'DELETE'] as const;

/** Sends the simplest request of each method with these headers. */
const knock = (url: string, method: string, headers: Message): Promise<Wire> =>
  send(url, {
    method,
    headers: { accept: 'application/json, text/event-stream', ...(headers as Record<string, string>) },
    ...(method === 'POST' ? { body: rpc(1, 'ping') } : {}),
  });

verifies(['SES-1', 'SES-2', 'SES-3'], 'initialize names a session', async ({ revision }) => {
  await using http = await serving(fixture().server);
  const opened = await send(http.url, { body: hello(revision) });
  expect(opened.status).toBe(200);
  expect(opened.headers['content-type']).toBe('application/json');
  expect(opened.headers['mcp-session-id']).toMatch(/^[\x21-\x7E]{32,}$/);
  expect(opened.json).toMatchObject({ id: 'hello', result: { protocolVersion: revision } });
  const other = await send(http.url, { body: hello(revision) });
  expect(other.headers['mcp-session-id']).not.toBe(opened.headers['mcp-session-id']);
});

verifies(
  ['HTTP-8', 'HTTP-10'],
  'requests are answered with JSON, notifications and responses with 202',
  async ({ revision }) => {
    await using http = await serving(fixture().server);
    const session = await Session.begin(http.url, revision);
    const answer = await session.post(call(0, 'echo', { text: 'x' }));
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json',
      'mcp-session-id': session.id,
    });
    expect(answer.json).toEqual(said(0, 'x'));
    for (const body of [
      rpc(undefined, 'notifications/roots/list_changed'),
      rpc(undefined, 'notifications/no-such'),
      { jsonrpc: '2.0', id: 'nobody asked', result: {} },
      { jsonrpc: '2.0', id: 7, error: { code: 1, message: 'x' } },
    ]) {
      const taken = await session.post(body);
      expect([taken.status, taken.text]).toEqual([202, '']);
    }
  },
);

verifies(['HTTP-9', 'HTTP-14'], 'errors of requests travel in 200', async ({ revision }) => {
  await using http = await serving(fixture().server);
  const session = await Session.begin(http.url, revision);
  const unknown = await session.post(rpc('u', 'no-such'));
  expect(unknown.status).toBe(200);
  expect(unknown.json).toEqual(failure(-32601, 'Method not found: "no-such" (MCP has no such request)', 'u'));
  const params = await session.post(rpc(2, 'tools/call', { name: 'x' }));
  expect(params.status).toBe(200);
  expect(params.json).toMatchObject({ id: 2, error: { code: -32602 } });
  const invalid = await session.post({ id: 3, method: 'ping' });
  expect(invalid.status).toBe(400);
  expect(invalid.json).toEqual(failure(-32600, 'Invalid request: "jsonrpc" must be "2.0"', 3));
});

verifies(
  ['HTTP-11', 'HTTP-12'],
  'a client that takes only one of the two types gets it',
  async ({ revision }) => {
    await using http = await serving(fixture().server);
    const session = await Session.begin(http.url, revision);
    const events = await session.post(call(1, 'echo', { text: 'x' }), { accept: 'text/event-stream' });
    expect(events.headers['content-type']).toBe('text/event-stream');
    expect(events.messages).toEqual([said(1, 'x')]);
    for (const accept of ['application/json', 'application/*', '*/*', 'Application/JSON; q=0.5', undefined]) {
      const json = await session.post(call(1, 'echo', { text: 'x' }), { accept });
      expect(json.headers['content-type']).toBe('application/json');
    }
    const neither = await session.post(call(1, 'echo', { text: 'x' }), { accept: 'text/html' });
    expect(neither.status).toBe(406);
    expect(neither.json).toEqual(
      failure(-32600, 'Invalid request: the client must accept application/json or text/event-stream'),
    );
  },
);

verifies('SES-4', 'without an id everything but initialize is 400', async () => {
  await using http = await serving(fixture().server);
  for (const method of METHODS) {
    const wire = await knock(http.url, method, {});
    expect([method, wire.status, wire.json]).toEqual([method, 400, NO_ID]);
  }
});

verifies('SES-6', 'an unknown id is 404', async () => {
  await using http = await serving(fixture().server);
  for (const method of METHODS) {
    const wire = await knock(http.url, method, { 'mcp-session-id': crypto.randomUUID() });
    expect([method, wire.status, wire.json]).toEqual([method, 404, NO_SESSION]);
  }
});

verifies(
  ['SES-5', 'SES-8', 'SES-9', 'STR-6'],
  'DELETE ends a session: its calls, its streams, its id',
  async ({ revision }) => {
    const { server, happened, events } = fixture();
    await using http = await serving(server);
    const session = await Session.begin(http.url, revision);
    const stream = await session.listen();
    const running = session.post(call(1, 'wait', { name: 'w' }));
    await happened('w began');
    const ended = await session.end();
    expect([ended.status, ended.text]).toEqual([200, '']);
    await stream.ended;
    expect(stream.isComplete).toBe(true);
    expect((await running).messages).toEqual([]);
    await happened('w ended');
    expect(events).toContain('w stopped');
    for (const method of METHODS) {
      const wire = await knock(http.url, method, { 'mcp-session-id': session.id });
      expect([method, wire.status, wire.json]).toEqual([method, 404, NO_SESSION]);
    }
  },
);

verifies('SES-10', 'a second initialize is refused and changes nothing', async ({ revision }) => {
  await using http = await serving(fixture().server);
  const session = await Session.begin(http.url, revision);
  const again = await session.post(hello('2025-11-25'), { 'mcp-protocol-version': undefined });
  expect(again.status).toBe(400);
  expect(again.json).toEqual(failure(-32600, 'Invalid request: this session is initialized already'));
  expect((await session.post(call(1, 'echo', { text: 'x' }))).json).toEqual(said(1, 'x'));
});

verifies(
  ['VER-1', 'VER-2', 'VER-3', 'VER-6'],
  'the version header may be absent or the one of the session',
  async ({ revision }) => {
    await using http = await serving(fixture().server);
    const { id } = await Session.begin(http.url, revision);
    const unknown = (requested: string): Message => ({
      jsonrpc: '2.0',
      error: {
        code: -32600,
        message: 'Invalid request: the header MCP-Protocol-Version names no revision that is served',
        data: { supported: ['2024-11-05', ...SESSION_REVISIONS], requested },
      },
    });
    const bad = ['2099-01-01', 'x', '', `${revision}, ${revision}`];
    for (const version of bad) {
      for (const method of METHODS) {
        const headers = { 'mcp-session-id': id, 'mcp-protocol-version': version };
        const wire = await knock(http.url, method, headers);
        expect([version, method, wire.status, wire.json]).toEqual([version, method, 400, unknown(version)]);
      }
    }
    for (const version of [
      {},
      { 'mcp-protocol-version': revision },
      { 'mcp-protocol-version': ` \t${revision}\t ` },
    ]) {
      const wire = await knock(http.url, 'POST', { 'mcp-session-id': id, ...version });
      expect([wire.status, wire.json]).toEqual([200, { jsonrpc: '2.0', id: 1, result: {} }]);
    }
  },
);

verifies('VER-5', 'another version than that of the session is refused', async ({ revision }) => {
  await using http = await serving(fixture().server);
  const { id } = await Session.begin(http.url, revision);
  for (const other of LEGACY.filter((legacy) => legacy !== revision)) {
    const problem = `the header MCP-Protocol-Version says ${other}, the session was initialized with ${revision}`;
    for (const method of METHODS) {
      const headers = { 'mcp-session-id': id, 'mcp-protocol-version': other };
      const wire = await knock(http.url, method, headers);
      expect([method, wire.status, wire.json]).toEqual([
        method,
        400,
        failure(-32600, `Invalid request: ${problem}`),
      ]);
    }
  }
});

verifies(
  'PROJ-48',
  'a version header is overlooked where none is defined, if it is served',
  async (bench) => {
    await using http = await serving(fixture().server);
    const session = await Session.begin(http.url, bench.revision);
    for (const version of LEGACY) {
      const headers = { 'mcp-protocol-version': version };
      expect((await session.post(call(1, 'echo', { text: 'x' }), headers)).json).toEqual(said(1, 'x'));
      // The session stays what it is: it takes batches.
      const batch = await session.post([call(2, 'echo', { text: 'y' })], headers);
      expect([batch.status, batch.json]).toEqual([200, [said(2, 'y')]]);
    }
    const unknown = await session.post(rpc(3, 'ping'), { 'mcp-protocol-version': '2099-01-01' });
    expect(unknown.status).toBe(400);
    const opened = await send(http.url, {
      headers: { 'mcp-protocol-version': '2099-01-01' },
      body: hello(bench.revision),
    });
    expect(opened.json).toMatchObject({ result: { protocolVersion: bench.revision } });
  },
);

verifies('VER-4', 'the version header of initialize itself is not looked at', async ({ revision }) => {
  await using http = await serving(fixture().server);
  for (const version of ['2024-11-05', '2025-11-25', '2099-01-01', 'x']) {
    const wire = await send(http.url, {
      headers: { 'mcp-protocol-version': version },
      body: hello(revision),
    });
    expect(wire.status).toBe(200);
    expect(wire.json).toMatchObject({ result: { protocolVersion: revision } });
  }
});

verifies('SES-6', 'initialize with the id of no session is 404', async ({ revision }) => {
  await using http = await serving(fixture().server);
  const wire = await send(http.url, { headers: { 'mcp-session-id': 'x' }, body: hello(revision) });
  expect([wire.status, wire.json]).toEqual([404, NO_SESSION]);
});

test.each([
  ['2026-07-28', '2025-11-25'],
  ['2099-01-01', '2025-11-25'],
  ['1999-01-01', '2025-11-25'],
])('initialize with %s gets %s', async (asked, offered) => {
  await using http = await serving(fixture().server);
  const wire = await send(http.url, { body: hello(asked) });
  expect(wire.json).toMatchObject({ result: { protocolVersion: offered } });
});

test('a failed initialize opens no session', async () => {
  await using http = await serving(fixture().server, { maxSessions: 1 });
  const wire = await send(http.url, { body: rpc(1, 'initialize', {}) });
  expect(wire.status).toBe(200);
  expect(wire.headers).not.toHaveProperty('mcp-session-id');
  expect(wire.json).toEqual(failure(-32602, 'Invalid params: "protocolVersion" must be a string', 1));
  expect((await send(http.url, { body: hello('2025-11-25') })).status).toBe(200);
});

verifies(
  'HTTP-7',
  'an array is answered with an array',
  async () => {
    await using http = await serving(fixture().server);
    const session = await Session.begin(http.url, '2025-03-26');
    const note = rpc(undefined, 'notifications/no-such');
    const both = await session.post([call(1, 'echo', { text: 'a' }), note, call(2, 'echo', { text: 'b' })]);
    expect(both.status).toBe(200);
    expect(both.json).toEqual([said(1, 'a'), said(2, 'b')]);
    const one = await session.post([call(3, 'echo', { text: 'c' })]);
    expect(one.json).toEqual([said(3, 'c')]);
    const none = await session.post([note, note]);
    expect([none.status, none.text]).toEqual([202, '']);
    const responses = await session.post([{ jsonrpc: '2.0', id: 1, result: {} }]);
    expect([responses.status, responses.text]).toEqual([202, '']);
    const empty = await session.post([]);
    expect(empty.status).toBe(400);
    expect(empty.json).toEqual(failure(-32600, 'Invalid request: the batch is empty'));
  },
  { revisions: only20250326 },
);

verifies(['STR-1', 'STR-3'], 'what belongs to the calls of an array comes on its stream', async () => {
  const { server, release } = fixture();
  await using http = await serving(server);
  const session = await Session.begin(http.url, '2025-03-26');
  const steps = (id: number): Message => call(id, 'steps', { name: `s${id}` }, { progressToken: id });
  const wire = await session.open([steps(1), steps(2)]);
  await wire.until(({ text }) => text.includes('s1 began') && text.includes('s2 began'));
  release('s2');
  release('s1');
  await wire.ended;
  // The answers of an array are in any order.
  expect(wire.messages.at(-1)).toHaveLength(2);
  expect(wire.messages.at(-1)).toEqual(expect.arrayContaining([said(1, 's1 done'), said(2, 's2 done')]));
});

verifies(
  'HTTP-7',
  'every array is refused',
  async ({ revision }) => {
    await using http = await serving(fixture().server);
    const session = await Session.begin(http.url, revision);
    const message = 'Invalid request: batches exist only in sessions of protocol revision 2025-03-26';
    for (const body of [
      [rpc(1, 'ping')],
      [rpc(undefined, 'notifications/no-such')],
      [{ jsonrpc: '2.0', id: 1, result: {} }],
      [],
    ]) {
      const wire = await session.post(body);
      expect([wire.status, wire.json]).toEqual([400, failure(-32600, message)]);
    }
  },
  { revisions: since20250618 },
);

verifies('HTTP-7', 'initialize cannot come in an array', async ({ revision }) => {
  await using http = await serving(fixture().server);
  const wire = await send(http.url, { body: [hello(revision)] });
  expect([wire.status, wire.json]).toEqual([400, NO_ID]);
});

test('clients of both eras use one endpoint at once', async () => {
  const { server, release, happened } = fixture();
  await using http = await serving(server);
  const sessions = await Promise.all(SESSION_REVISIONS.map((revision) => Session.begin(http.url, revision)));
  const running = sessions.map((session, i) => session.post(call(1, 'wait', { name: `w${i}` })));
  const stateless = send(http.url, modern('tools/call', { name: 'wait', arguments: { name: 'm' } }));
  await Promise.all(['w0', 'w1', 'w2', 'm'].map((name) => happened(`${name} began`)));
  for (const name of ['m', 'w2', 'w1', 'w0']) release(name);
  const answers = await Promise.all(running);
  expect(answers.map(({ json }) => json)).toEqual([0, 1, 2].map((i) => said(1, `w${i} done`)));
  expect((await stateless).json).toMatchObject({
    id: 1,
    result: { resultType: 'complete', content: [{ type: 'text', text: 'm done' }] },
  });
});
