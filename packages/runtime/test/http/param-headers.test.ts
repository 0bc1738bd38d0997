// Headers that repeat arguments of a tool, so that gateways can route by them (2026-07-28, "x-mcp-header").
import { expect } from 'vitest';
import { type Message, modern, type Shot } from '@mcp/raw-http';
import { DefinitionError, defineServer, defineTool } from '../../src/index.ts';
import type { JsonSchema } from '../../src/index.ts';
import type { JsonObject } from '../../src/jsonrpc/json.ts';
import { verifies } from '../spec/harness.ts';
import { base64, outcome } from './client.ts';

const route = defineTool({
  name: 'route',
  inputSchema: {
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
  expect(tools).toMatchObject([{ name: 'route', inputSchema: route.inputSchema }]);
  const asks = { region: 'Köln', shard: 42, dry: false, at: { zone: ' z ' } };
  expect(await client.request('tools/call', { name: 'route', arguments: asks })).toMatchObject({
    content: [{ type: 'text', text: 'routed' }],
  });
  const defining = (properties: JsonObject) => (): unknown => {
    const input: JsonSchema = { type: 'object', properties };
    const bad = defineTool({ name: 'bad', inputSchema: input, run: () => '' });
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
