// errorMask: which secrets it hides, and what it leaves unchanged.
import { describe, expect, test } from 'vitest';
import {
  defineResource,
  defineServer,
  defineTool,
  forMethods,
  RpcError,
  ToolError,
  type JsonObject,
  type McpServer,
  type Middleware,
  type Report,
} from '../../src/index.ts';
import { errorMask } from '../../src/middleware.ts';
import { connect } from '../../src/testing/connect.ts';
import { call, extra, failure, PLACES, success } from './fixture.ts';

const input = { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] } as const;

const serve = (patterns: readonly RegExp[] = [], reports: Report[] = []): McpServer => {
  const fail = (error: Error): never => {
    throw error;
  };
  return defineServer({
    name: 'test',
    version: '1',
    tools: [
      defineTool({ name: 'fail', inputSchema: input, run: ({ message }) => fail(new ToolError(message)) }),
      defineTool({
        name: 'fail-later',
        inputSchema: input,
        run: async ({ message }) => fail(new ToolError(message)),
      }),
      defineTool({
        name: 'refuse',
        inputSchema: input,
        run: async ({ message }) => fail(new RpcError(7, message)),
      }),
      defineTool({
        name: 'refuse-now',
        inputSchema: input,
        run: ({ message }) => fail(new RpcError(7, message)),
      }),
      defineTool({ name: 'bug', inputSchema: input, run: ({ message }) => fail(new Error(message)) }),
      defineTool({ name: 'echo', inputSchema: input, run: ({ message }) => message }),
    ],
    resources: [
      defineResource({ uri: 'test:///', name: 'r', read: () => fail(new ToolError('at http://u:p@host/')) }),
    ],
    middleware: [errorMask({ patterns })],
    report: (report) => reports.push(report),
  });
};

const SECRET = 'GET http://ada:hunter2@host/a failed';
const HIDDEN = 'GET http://[hidden]@host/a failed';

describe.each(PLACES)('$revision over $transport', (place) => {
  test.each(['fail', 'fail-later'])('hides secrets in results that are errors: %s', async (name) => {
    await using client = await connect(serve(), place);
    expect(await call(client, name, { message: SECRET })).toEqual({ ...failure(HIDDEN), ...extra(place) });
  });

  test('hides secrets in errors of the protocol', async () => {
    await using client = await connect(serve(), place);
    for (const name of ['refuse', 'refuse-now'])
      await expect(call(client, name, { message: SECRET })).rejects.toMatchObject({
        code: 7,
        message: HIDDEN,
      });
    await expect(client.request('resources/read', { uri: 'test:///' })).rejects.toMatchObject({
      code: -32603,
      message: 'at http://[hidden]@host/',
    });
  });

  test('leaves successful results unchanged', async () => {
    await using client = await connect(serve(), place);
    expect(await call(client, 'echo', { message: SECRET })).toEqual({ ...success(SECRET), ...extra(place) });
  });

  test('replaces bugs by an id, and reports them whole under it', async () => {
    const reports: Report[] = [];
    await using client = await connect(serve([], reports), place);
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const params = { name: 'bug', arguments: { message: SECRET } };
    const result = await client.request('tools/call', params, { _meta: { traceparent } });
    const [report] = reports;
    expect(result).toEqual({
      ...failure(`Internal error (${report?.id}); the server's log has the details`),
      ...extra(place),
    });
    expect(reports).toEqual([
      {
        level: 'error',
        message: 'tool bug failed',
        id: expect.any(String),
        trace: traceparent,
        error: new Error(SECRET),
      },
    ]);
  });
});

test.each([
  ['https://ghp_abcdef@example.org/x.git', 'https://[hidden]@example.org/x.git'],
  ['Authorization: Bearer abc.def', 'Authorization: Bearer [hidden]'],
  ['{"authorization":"Basic QWxhZGRpbg=="}', '{"authorization":"Basic [hidden]"}'],
  ['bearer 0123456789abcdef0123', 'bearer [hidden]'],
  ['connect failed: host=h password=hunter2 user=ada', 'connect failed: host=h password=[hidden] user=ada'],
  ['/cb?access_key=AB12&x=1', '/cb?access_key=[hidden]&x=1'],
  ['{"api_key": "AB12", "a": 1}', '{"api_key": "[hidden]", "a": 1}'],
  [
    '-----BEGIN RSA PRIVATE KEY-----\nMIIE+/=\n-----END RSA PRIVATE KEY-----',
    '[hidden]-----END RSA PRIVATE KEY-----',
  ],
  ['order 12-345 is lost', 'order [hidden] is lost'],
  [
    'Unexpected token: } in JSON, basic authentication is off',
    'Unexpected token: } in JSON, basic authentication is off',
  ],
  ['mail ada@example.org about /srv/ada/a.txt', 'mail ada@example.org about /srv/ada/a.txt'],
])('%j becomes %j', async (message, masked) => {
  await using client = await connect(serve([/\d\d-\d\d\d/]));
  expect(await call(client, 'fail', { message })).toMatchObject(failure(masked));
});

test('masks long texts quickly', async () => {
  await using client = await connect(serve());
  for (const unit of ['://', 'token=', 'x@', 'bearer ', '-----BEGIN ', 'a']) {
    const message = unit.repeat(50_000);
    expect((await call(client, 'fail', { message }))['isError']).toBe(true);
  }
});

test.each(['2025-11-25', '2026-07-28'] as const)(
  'hides a secret in an error text of any length at any offset: %s',
  async (revision) => {
    await using client = await connect(serve(), { revision });
    const secret = ' https://ada:hunter2@host/ ';
    const length = 300_000;
    for (const offset of [0, 1, 50_000, 99_980, 99_990, 100_000, 150_000, 200_001, 299_970, length])
      for (const name of ['fail', 'refuse']) {
        const message = `${'x'.repeat(offset)}${secret}${'x'.repeat(length - offset)}`;
        const given = await call(client, name, { message }).catch((error: unknown) => error);
        const text = given instanceof Error ? given.message : textOf(given);
        expect(text).toBe(message.replace('ada:hunter2', '[hidden]'));
      }
  },
);

const textOf = (result: unknown): unknown =>
  (result as { readonly content?: readonly { readonly text?: unknown }[] }).content?.[0]?.text;

test('hides a secret of any length completely', async () => {
  await using client = await connect(serve());
  const secret = 's3cr3t'.repeat(10_000);
  const key = `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END`;
  for (const message of [`password=${secret} `, `Authorization: Bearer ${secret} `, `x://${secret}@h/ `, key])
    expect(JSON.stringify(await call(client, 'fail', { message }))).not.toContain('s3cr3t');
});

describe('hides secrets in all members of an error', () => {
  const SAFE = 'see https://[hidden]@host/';
  const LEAK = 'see https://ada:hunter2@host/';
  const details = { at: [{ url: LEAK }], password: 'hunter2', 'https://ada:hunter2@host/': 1, n: 5 };
  const safe = { at: [{ url: SAFE }], password: '[hidden]', 'https://[hidden]@host/': 1, n: 5 };
  const failing = (run: () => never, middleware: Middleware[] = []): McpServer =>
    defineServer({
      ...{ name: 'test', version: '1', tools: [defineTool({ name: 'fail', run })] },
      middleware: [errorMask(), ...middleware],
    });

  test.each(['2025-11-25', '2026-07-28'] as const)(
    'the hint and `_meta` of a ToolError: %s',
    async (revision) => {
      const server = failing(() => {
        throw new ToolError('no', { code: 'x', hint: LEAK, _meta: { details } });
      });
      await using client = await connect(server, { revision });
      const result = await client.request('tools/call', { name: 'fail' });
      expect(result).toMatchObject({
        ...failure(`no ${SAFE}`),
        _meta: { error: { code: 'x', hint: SAFE, retryable: false }, details: safe },
      });
      expect(JSON.stringify(result)).not.toContain('hunter2');
    },
  );

  test('`data` of an RpcError, except URLs that the user must open', async () => {
    const server = failing(() => {
      throw new RpcError(7, LEAK, details);
    });
    await using client = await connect(server, { revision: '2026-07-28' });
    await expect(client.request('tools/call', { name: 'fail' })).rejects.toMatchObject({
      message: SAFE,
      data: safe,
    });
    const url = 'https://login.example/?token=of-the-page';
    const asking = failing(() => {
      throw new RpcError(-32042, 'Log in.', {
        elicitations: [{ mode: 'url', elicitationId: '1', message: 'Log in.', url }],
      });
    });
    const capabilities = { elicitation: { url: {} } };
    await using session = await connect(asking, { revision: '2025-11-25', capabilities });
    await expect(session.request('tools/call', { name: 'fail' })).rejects.toMatchObject({
      data: { elicitations: [{ url }] },
    });
  });

  test('structured content and `_meta` of a result with isError', async () => {
    const result = { content: [{ type: 'text', text: LEAK }], structuredContent: details, _meta: details };
    const server = failing((): never => {
      throw new Error('not called');
    }, [forMethods(['tools/call'], () => Promise.resolve({ ...result, isError: true }))]);
    await using client = await connect(server, { revision: '2025-11-25' });
    expect(await client.request('tools/call', { name: 'fail' })).toEqual({
      ...failure(SAFE),
      structuredContent: safe,
      _meta: safe,
    });
  });

  test('values that cannot be masked are not sent', async () => {
    let deep: JsonObject = { url: LEAK };
    for (let depth = 0; depth < 100_000; depth++) deep = { deep };
    const reports: Report[] = [];
    const server = failing(() => {
      throw new ToolError(LEAK, { _meta: deep });
    });
    server.redefine((options) => ({ ...options, report: (report) => reports.push(report) }));
    await using client = await connect(server, { revision: '2025-11-25' });
    expect(await client.request('tools/call', { name: 'fail' })).toEqual(
      failure(`Internal error (${reports[0]?.id}); the server's log has the details`),
    );
  });
});
