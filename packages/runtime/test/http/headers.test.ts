// Headers that repeat the body of a stateless request, and which fault is told first (2026-07-28).
import { expect, test } from 'vitest';
import { defineServer, defineTool } from '../../src/index.ts';
import { envelope, failure, modern, rpc, serving } from './client.ts';
import { fixture } from './fixture.ts';
import { send, type Message, type Shot } from './wire.ts';

const base64 = (text: string): string => `=?base64?${Buffer.from(text).toString('base64')}?=`;

/** Sends to a fresh server; the status, and the code and message when it failed. */
const outcome = async (shot: Shot, server = fixture().server): Promise<readonly unknown[]> => {
  await using http = await serving(server);
  const { status, json } = await send(http.url, shot);
  const { error } = json as { error?: { code: number; message: string } };
  return error === undefined ? [status] : [status, error.code, error.message];
};

const echo = (headers: Shot['headers']): Shot =>
  modern('tools/call', { name: 'echo', arguments: { text: 'x' } }, headers);
const differs = (header: string, given: string, body: string): readonly unknown[] => [
  400,
  -32020,
  `Header mismatch: the header ${header} is ${JSON.stringify(given)}, the body says ${JSON.stringify(body)}`,
];
const lacks = (header: string, body: string): readonly unknown[] => [
  400,
  -32020,
  `Header mismatch: the header ${header} is missing; the body says ${JSON.stringify(body)}`,
];

test.each<[string, Shot['headers'], readonly unknown[]]>([
  ['as it is', {}, [200]],
  ['version missing', { 'mcp-protocol-version': undefined }, lacks('MCP-Protocol-Version', '2026-07-28')],
  [
    'version of another revision',
    { 'mcp-protocol-version': '2025-11-25' },
    differs('MCP-Protocol-Version', '2025-11-25', '2026-07-28'),
  ],
  [
    'version twice',
    { 'mcp-protocol-version': ['2026-07-28', '2026-07-28'] },
    differs('MCP-Protocol-Version', '2026-07-28, 2026-07-28', '2026-07-28'),
  ],
  ['method missing', { 'mcp-method': undefined }, lacks('Mcp-Method', 'tools/call')],
  ['another method', { 'mcp-method': 'tools/list' }, differs('Mcp-Method', 'tools/list', 'tools/call')],
  [
    'method in another case',
    { 'mcp-method': 'Tools/Call' },
    differs('Mcp-Method', 'Tools/Call', 'tools/call'),
  ],
  ['method with space around', { 'mcp-method': ' \t tools/call \t ' }, [200]],
  ['name missing', { 'mcp-name': undefined }, lacks('Mcp-Name', 'echo')],
  ['another name', { 'mcp-name': 'ask' }, differs('Mcp-Name', 'ask', 'echo')],
  ['name in another case', { 'mcp-name': 'Echo' }, differs('Mcp-Name', 'Echo', 'echo')],
  ['name with space around', { 'mcp-name': '\techo ' }, [200]],
  ['name in base64', { 'mcp-name': base64('echo') }, [200]],
  ['another name in base64', { 'mcp-name': base64('ask') }, differs('Mcp-Name', 'ask', 'echo')],
  [
    'name in broken base64',
    { 'mcp-name': '=?base64?ZWNob!==?=' },
    [400, -32020, 'Header mismatch: the header Mcp-Name is not valid base64'],
  ],
  [
    'base64 without padding',
    { 'mcp-name': '=?base64?ZWNobw?=' },
    [400, -32020, 'Header mismatch: the header Mcp-Name is not valid base64'],
  ],
  [
    'base64 without its end',
    { 'mcp-name': '=?base64?ZWNobw==' },
    differs('Mcp-Name', '=?base64?ZWNobw==', 'echo'),
  ],
  [
    'base64 mark in capitals',
    { 'mcp-name': '=?BASE64?ZWNobw==?=' },
    differs('Mcp-Name', '=?BASE64?ZWNobw==?=', 'echo'),
  ],
  ['names of headers in another case', { 'mcp-name': undefined, 'MCP-NAME': 'echo' }, [200]],
])('%s', async (_, headers, expected) => {
  expect(await outcome(echo(headers))).toEqual(expected);
});

test('resources/read repeats the uri', async () => {
  expect(await outcome(modern('resources/read', { uri: 'test://a' }))).toEqual([200]);
  const other = modern('resources/read', { uri: 'test://a' }, { 'mcp-name': 'test://b' });
  expect(await outcome(other)).toEqual(differs('Mcp-Name', 'test://b', 'test://a'));
});

test('a name that is not in the body is not compared', async () => {
  const [status, code] = await outcome(modern('tools/call', {}, { 'mcp-name': 'echo' }));
  expect([status, code]).toEqual([200, -32602]);
});

const META = 'io.modelcontextprotocol/';
const version = (text: string): Message => envelope({ [`${META}protocolVersion`]: text });

test.each<[string, Message | undefined, Shot['headers'], readonly unknown[]]>([
  [
    'an envelope without version, before the header that is missing',
    { [`${META}clientCapabilities`]: {} },
    { 'mcp-method': undefined },
    [
      400,
      -32602,
      `Invalid params: params._meta["${META}protocolVersion"] must be the protocol revision, a string`,
    ],
  ],
  [
    'an envelope without capabilities, before the header that differs',
    { [`${META}protocolVersion`]: '2026-07-28' },
    { 'mcp-method': 'x' },
    [
      400,
      -32602,
      `Invalid params: params._meta["${META}clientCapabilities"] must be the client's capabilities, an object`,
    ],
  ],
  [
    'no envelope at all under a header that names the revision',
    {},
    {},
    [
      400,
      -32602,
      `Invalid params: params._meta["${META}protocolVersion"] must be the protocol revision, a string`,
    ],
  ],
  [
    'a header that differs, before the version that is not served',
    version('2099-01-01'),
    {},
    differs('MCP-Protocol-Version', '2026-07-28', '2099-01-01'),
  ],
  [
    'a version that is not served',
    version('2099-01-01'),
    { 'mcp-protocol-version': '2099-01-01' },
    [
      400,
      -32022,
      'Unsupported protocol version "2099-01-01" in the request\'s _meta; ' +
        'older revisions are served after an initialize request',
    ],
  ],
  ['a header that differs, before a method that is unknown', undefined, { 'mcp-method': 'x' }, [400, -32020]],
])('%s', async (_, _meta, headers, expected) => {
  const params = _meta === undefined ? {} : { _meta };
  const found = await outcome(modern('no-such-method', params, headers));
  expect(found.slice(0, expected.length)).toEqual(expected);
});

test('an unsupported version says which are served', async () => {
  await using http = await serving(fixture().server);
  const _meta = version('2025-11-25');
  const shot = modern('server/discover', { _meta }, { 'mcp-protocol-version': '2025-11-25' });
  const wire = await send(http.url, shot);
  expect(wire.status).toBe(400);
  expect(wire.json).toMatchObject({
    id: 1,
    error: { code: -32022, data: { supported: ['2026-07-28'], requested: '2025-11-25' } },
  });
});

test('initialize under the modern header without an envelope is no opening', async () => {
  await using http = await serving(fixture().server);
  const headers = { 'mcp-protocol-version': '2026-07-28' };
  const wire = await send(http.url, { headers, body: rpc(1, 'initialize', {}) });
  expect(wire.status).toBe(400);
  expect(wire.json).toEqual(
    failure(
      -32602,
      `Invalid params: params._meta["${META}protocolVersion"] must be the protocol revision, a string`,
      1,
    ),
  );
});

const route = defineTool({
  name: 'route',
  input: {
    type: 'object',
    properties: {
      region: { type: 'string', 'x-mcp-header': 'Region' },
      shard: { type: 'integer', 'x-mcp-header': 'Shard' },
      dry: { type: 'boolean', 'x-mcp-header': 'Dry' },
      at: { type: 'object', properties: { zone: { type: 'string', 'x-mcp-header': 'Zone' } } },
      free: { type: 'string' },
    },
  },
  run: () => 'routed',
});
const router = defineServer({ name: 'router', version: '1.0.0', tools: [route], report: () => {} });
const param = (header: string, given: string | undefined, body: unknown): readonly unknown[] => [
  400,
  -32020,
  given === undefined
    ? `Header mismatch: the header ${header} is missing; the body says ${JSON.stringify(body)}`
    : `Header mismatch: the header ${header} is ${JSON.stringify(given)}, the body says ${JSON.stringify(body)}`,
];

test.each<[string, Message, Shot['headers'], readonly unknown[]]>([
  ['a string', { region: 'eu' }, { 'mcp-param-region': 'eu' }, [200]],
  ['a string with space around', { region: 'eu' }, { 'mcp-param-region': '  eu\t' }, [200]],
  ['a string in base64', { region: 'Köln' }, { 'mcp-param-region': base64('Köln') }, [200]],
  ['a string with space of its own', { region: ' eu ' }, { 'mcp-param-region': base64(' eu ') }, [200]],
  ['an empty string', { region: '' }, { 'mcp-param-region': '' }, [200]],
  ['another string', { region: 'eu' }, { 'mcp-param-region': 'us' }, param('Mcp-Param-Region', 'us', 'eu')],
  [
    'a string in another case',
    { region: 'eu' },
    { 'mcp-param-region': 'EU' },
    param('Mcp-Param-Region', 'EU', 'eu'),
  ],
  [
    'broken base64',
    { region: 'eu' },
    { 'mcp-param-region': '=?base64?***?=' },
    [400, -32020, 'Header mismatch: the header Mcp-Param-Region is not valid base64'],
  ],
  ['an integer', { shard: 42 }, { 'mcp-param-shard': '42' }, [200]],
  ['an integer in another spelling', { shard: 42 }, { 'mcp-param-shard': '42.0' }, [200]],
  ['another integer', { shard: 42 }, { 'mcp-param-shard': '43' }, param('Mcp-Param-Shard', '43', 42)],
  [
    'an empty header for the integer 0',
    { shard: 0 },
    { 'mcp-param-shard': '' },
    param('Mcp-Param-Shard', '', 0),
  ],
  ['hexadecimal digits', { shard: 42 }, { 'mcp-param-shard': '0x2a' }, param('Mcp-Param-Shard', '0x2a', 42)],
  ['a boolean', { dry: false }, { 'mcp-param-dry': 'false' }, [200]],
  ['another boolean', { dry: false }, { 'mcp-param-dry': 'true' }, param('Mcp-Param-Dry', 'true', false)],
  ['a boolean in capitals', { dry: true }, { 'mcp-param-dry': 'True' }, param('Mcp-Param-Dry', 'True', true)],
  ['a nested argument', { at: { zone: 'z' } }, { 'mcp-param-zone': 'z' }, [200]],
  [
    'another nested argument',
    { at: { zone: 'z' } },
    { 'mcp-param-zone': 'y' },
    param('Mcp-Param-Zone', 'y', 'z'),
  ],
  ['an argument without its header', { region: 'eu' }, {}, param('Mcp-Param-Region', undefined, 'eu')],
  ['a header without its argument', {}, {}, [200]],
  ['null, which needs no header', { at: {}, region: null }, {}, [200]],
  ['a header that no argument has', { free: 'x' }, { 'mcp-param-free': 'y' }, [200]],
])('Mcp-Param: %s', async (_, args, headers, expected) => {
  expect(await outcome(modern('tools/call', { name: 'route', arguments: args }, headers), router)).toEqual(
    expected,
  );
});
