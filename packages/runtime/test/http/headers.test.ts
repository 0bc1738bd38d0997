// Headers that repeat the body of a stateless request, and which fault is told first (2026-07-28).
import { expect, test } from 'vitest';
import { DefinitionError, defineServer, defineTool } from '../../src/index.ts';
import type { JsonSchema } from '../../src/index.ts';
import type { JsonObject } from '../../src/jsonrpc/message.ts';
import { verifies } from '../spec/harness.ts';
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

const REPEATED: readonly (readonly [string, string, Shot['headers'], readonly unknown[]])[] = [
  ['R-02', 'as it is', {}, [200]],
  [
    'R-01',
    'version missing',
    { 'mcp-protocol-version': undefined },
    lacks('MCP-Protocol-Version', '2026-07-28'),
  ],
  [
    'R-01',
    'version of another revision',
    { 'mcp-protocol-version': '2025-11-25' },
    differs('MCP-Protocol-Version', '2025-11-25', '2026-07-28'),
  ],
  [
    'R-01',
    'version twice',
    { 'mcp-protocol-version': ['2026-07-28', '2026-07-28'] },
    differs('MCP-Protocol-Version', '2026-07-28, 2026-07-28', '2026-07-28'),
  ],
  ['R-02', 'method missing', { 'mcp-method': undefined }, lacks('Mcp-Method', 'tools/call')],
  [
    'R-02',
    'another method',
    { 'mcp-method': 'tools/list' },
    differs('Mcp-Method', 'tools/list', 'tools/call'),
  ],
  [
    'R-02',
    'method in another case',
    { 'mcp-method': 'Tools/Call' },
    differs('Mcp-Method', 'Tools/Call', 'tools/call'),
  ],
  ['R-02', 'method with space around', { 'mcp-method': ' \t tools/call \t ' }, [200]],
  ['R-03', 'name missing', { 'mcp-name': undefined }, lacks('Mcp-Name', 'echo')],
  ['R-03', 'another name', { 'mcp-name': 'ask' }, differs('Mcp-Name', 'ask', 'echo')],
  ['R-03', 'name in another case', { 'mcp-name': 'Echo' }, differs('Mcp-Name', 'Echo', 'echo')],
  ['R-03', 'name with space around', { 'mcp-name': '\techo ' }, [200]],
  ['R-04', 'name in base64', { 'mcp-name': base64('echo') }, [200]],
  ['R-04', 'another name in base64', { 'mcp-name': base64('ask') }, differs('Mcp-Name', 'ask', 'echo')],
  [
    'R-04',
    'name in broken base64',
    { 'mcp-name': '=?base64?ZWNob!==?=' },
    [400, -32020, 'Header mismatch: the header Mcp-Name is not valid base64'],
  ],
  [
    'R-04',
    'base64 without padding',
    { 'mcp-name': '=?base64?ZWNobw?=' },
    [400, -32020, 'Header mismatch: the header Mcp-Name is not valid base64'],
  ],
  [
    'R-04',
    'base64 without its end',
    { 'mcp-name': '=?base64?ZWNobw==' },
    differs('Mcp-Name', '=?base64?ZWNobw==', 'echo'),
  ],
  [
    'R-04',
    'base64 mark in capitals',
    { 'mcp-name': '=?BASE64?ZWNobw==?=' },
    differs('Mcp-Name', '=?BASE64?ZWNobw==?=', 'echo'),
  ],
  ['R-02', 'names of headers in another case', { 'mcp-name': undefined, 'MCP-NAME': 'echo' }, [200]],
];
for (const [id, title, headers, expected] of REPEATED) {
  verifies(id, title, async () => {
    expect(await outcome(echo(headers))).toEqual(expected);
  });
}

verifies('R-03', 'resources/read repeats the uri', async () => {
  expect(await outcome(modern('resources/read', { uri: 'test://a' }))).toEqual([200]);
  const other = modern('resources/read', { uri: 'test://a' }, { 'mcp-name': 'test://b' });
  expect(await outcome(other)).toEqual(differs('Mcp-Name', 'test://b', 'test://a'));
});

verifies('R-03', 'a name that is not in the body is not compared', async () => {
  const [status, code] = await outcome(modern('tools/call', {}, { 'mcp-name': 'echo' }));
  expect([status, code]).toEqual([200, -32602]);
});

const META = 'io.modelcontextprotocol/';
const version = (text: string): Message => envelope({ [`${META}protocolVersion`]: text });

const FIRST_FAULT: readonly (readonly [
  string,
  string,
  Message | undefined,
  Shot['headers'],
  readonly unknown[],
])[] = [
  [
    'R-01',
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
    'R-01',
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
    'Z-05',
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
    'R-01',
    'a header that differs, before the version that is not served',
    version('2099-01-01'),
    {},
    differs('MCP-Protocol-Version', '2026-07-28', '2099-01-01'),
  ],
  [
    'R-01',
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
  [
    'R-01',
    'a header that differs, before a method that is unknown',
    undefined,
    { 'mcp-method': 'x' },
    [400, -32020],
  ],
];
for (const [id, title, _meta, headers, expected] of FIRST_FAULT) {
  verifies(id, title, async () => {
    const params = _meta === undefined ? {} : { _meta };
    const found = await outcome(modern('no-such-method', params, headers));
    expect(found.slice(0, expected.length)).toEqual(expected);
  });
}

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

verifies('Z-05', 'initialize under the modern header without an envelope is no opening', async () => {
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

const PARAMS: readonly (readonly [string, string, Message, Shot['headers'], readonly unknown[]])[] = [
  ['R-06', 'a string', { region: 'eu' }, { 'mcp-param-region': 'eu' }, [200]],
  ['R-06', 'a string with space around', { region: 'eu' }, { 'mcp-param-region': '  eu\t' }, [200]],
  ['R-04', 'a string in base64', { region: 'Köln' }, { 'mcp-param-region': base64('Köln') }, [200]],
  [
    'R-06',
    'a string with space of its own',
    { region: ' eu ' },
    { 'mcp-param-region': base64(' eu ') },
    [200],
  ],
  ['R-06', 'an empty string', { region: '' }, { 'mcp-param-region': '' }, [200]],
  [
    'R-06',
    'another string',
    { region: 'eu' },
    { 'mcp-param-region': 'us' },
    param('Mcp-Param-Region', 'us', 'eu'),
  ],
  [
    'R-06',
    'a string in another case',
    { region: 'eu' },
    { 'mcp-param-region': 'EU' },
    param('Mcp-Param-Region', 'EU', 'eu'),
  ],
  [
    'R-04',
    'broken base64',
    { region: 'eu' },
    { 'mcp-param-region': '=?base64?***?=' },
    [400, -32020, 'Header mismatch: the header Mcp-Param-Region is not valid base64'],
  ],
  ['R-06', 'an integer', { shard: 42 }, { 'mcp-param-shard': '42' }, [200]],
  ['R-06', 'an integer in another spelling', { shard: 42 }, { 'mcp-param-shard': '42.0' }, [200]],
  ['R-06', 'another integer', { shard: 42 }, { 'mcp-param-shard': '43' }, param('Mcp-Param-Shard', '43', 42)],
  [
    'R-06',
    'an empty header for the integer 0',
    { shard: 0 },
    { 'mcp-param-shard': '' },
    param('Mcp-Param-Shard', '', 0),
  ],
  [
    'R-06',
    'hexadecimal digits',
    { shard: 42 },
    { 'mcp-param-shard': '0x2a' },
    param('Mcp-Param-Shard', '0x2a', 42),
  ],
  ['R-06', 'a boolean', { dry: false }, { 'mcp-param-dry': 'false' }, [200]],
  [
    'R-06',
    'another boolean',
    { dry: false },
    { 'mcp-param-dry': 'true' },
    param('Mcp-Param-Dry', 'true', false),
  ],
  [
    'R-06',
    'a boolean in capitals',
    { dry: true },
    { 'mcp-param-dry': 'True' },
    param('Mcp-Param-Dry', 'True', true),
  ],
  ['R-06', 'a nested argument', { at: { zone: 'z' } }, { 'mcp-param-zone': 'z' }, [200]],
  [
    'R-06',
    'another nested argument',
    { at: { zone: 'z' } },
    { 'mcp-param-zone': 'y' },
    param('Mcp-Param-Zone', 'y', 'z'),
  ],
  [
    'R-06',
    'an argument without its header',
    { region: 'eu' },
    {},
    param('Mcp-Param-Region', undefined, 'eu'),
  ],
  ['R-06', 'a header without its argument', {}, {}, [200]],
  ['R-06', 'null, which needs no header', { at: {}, region: null }, {}, [200]],
  ['R-06', 'a header that no argument has', { free: 'x' }, { 'mcp-param-free': 'y' }, [200]],
];
for (const [id, title, args, headers, expected] of PARAMS) {
  verifies(id, `Mcp-Param: ${title}`, async () => {
    expect(await outcome(modern('tools/call', { name: 'route', arguments: args }, headers), router)).toEqual(
      expected,
    );
  });
}

verifies('R-05', 'a tool says which headers it wants, and only what clients accept', async ({ connect }) => {
  const client = await connect(router);
  const { tools } = await client.request('tools/list');
  expect(tools).toMatchObject([{ name: 'route', inputSchema: route.input }]);
  const asks = { region: 'Köln', shard: 42, dry: false, at: { zone: ' z ' } };
  expect(await client.request('tools/call', { name: 'route', arguments: asks })).toMatchObject({
    content: [{ type: 'text', text: 'routed' }],
  });
  const defining = (properties: JsonObject) => (): unknown => {
    const input: JsonSchema = { type: 'object', properties };
    const bad = defineTool({ name: 'bad', input, run: () => '' });
    return defineServer({ name: 'test', version: '1.0.0', tools: [bad] });
  };
  const marked = (type: string, header: unknown): JsonObject => ({ type, 'x-mcp-header': header });
  for (const [type, header] of [
    ['number', 'A'],
    ['object', 'A'],
    ['array', 'A'],
    ['string', ''],
    ['string', 'a b'],
    ['string', 'a:b'],
    ['string', 'ä'],
    ['string', 1],
  ] as const) {
    expect(defining({ a: marked(type, header) })).toThrow(DefinitionError);
  }
  expect(defining({ a: marked('string', 'Same'), b: marked('string', 'SAME') })).toThrow(DefinitionError);
});
