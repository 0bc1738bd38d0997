// Headers that repeat the body of a stateless request, and the order of faults (2026-07-28).
import { expect, test } from 'vitest';
import { envelope, failure, type Message, modern, rpc, send, type Shot } from '@mcp/raw-http';
import { verifies } from '../spec/harness.ts';
import { base64, outcome, serving } from './client.ts';
import { fixture } from './fixture.ts';

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
  [
    'R-04',
    'base64 of what is not UTF-8',
    { 'mcp-name': '=?base64?/w==?=' },
    [400, -32020, 'Header mismatch: the header Mcp-Name is not UTF-8 in base64'],
  ],
  [
    'R-04',
    'base64 with a byte order mark that the body does not have',
    { 'mcp-name': '=?base64?77u/ZWNobw==?=' },
    differs('Mcp-Name', '\ufeffecho', 'echo'),
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

verifies('R-04', 'space around a name in base64 belongs to the name', async () => {
  const [status, code] = await outcome(
    modern('tools/call', { name: ' echo' }, { 'mcp-name': base64(' echo') }),
  );
  expect([status, code]).toEqual([200, -32602]);
  const trimmed = modern('tools/call', { name: 'echo', arguments: {} }, { 'mcp-name': base64(' echo') });
  expect(await outcome(trimmed)).toEqual(differs('Mcp-Name', ' echo', 'echo'));
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

test('an error for an unsupported version lists the supported ones', async () => {
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
