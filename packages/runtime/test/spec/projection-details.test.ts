// Projection in detail: cases that the overview of each revision leaves out (schema of each revision).
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import {
  definePrompt,
  defineResource,
  defineResourceTemplate,
  defineServer,
  defineTool,
} from '../../src/index.ts';
import { verifies } from './harness.ts';
import type { Revision } from './requirements/index.ts';

const info = { name: 'test', version: '1.0.0' };
const icons = [{ src: 'https://example.com/a.png', sizes: ['48x48'] }] as const;
const meta = { 'example.org/a': 1 };
const annotations = { audience: ['user'], priority: 1, lastModified: '2025-01-12T15:00:58Z' } as const;
const older = { audience: ['user'], priority: 1 };
type ByRevision = Readonly<Record<Exclude<Revision, '2026-07-28'>, object>>;
const pick = (expected: ByRevision, revision: Revision): unknown => Reflect.get(expected, revision);

verifies(
  ['PROJ-12', 'PROJ-13', 'PROJ-14'],
  'lists of the members of a template what the revision knows',
  async ({ connect, revision }) => {
    const member = { uri: 'test://1', name: '1', size: 5, title: 'One', icons, annotations, _meta: meta };
    const many = defineResourceTemplate({
      uriTemplate: 'test://{b}',
      name: 'b',
      list: () => [member],
      read: () => '',
    });
    const client = await connect(defineServer({ ...info, resourceTemplates: [many] }));
    const first = { uri: 'test://1', name: '1', size: 5, annotations: older };
    const third = { uri: 'test://1', name: '1', size: 5, title: 'One', annotations, _meta: meta };
    const expected: ByRevision = {
      '2024-11-05': first,
      '2025-03-26': first,
      '2025-06-18': third,
      '2025-11-25': { ...third, icons },
    };
    expect(await client.request('resources/list')).toEqual({ resources: [pick(expected, revision)] });
  },
);

verifies(
  'PROJ-35',
  'keeps the references of a schema that it wraps',
  async ({ connect }) => {
    const output = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'array',
      items: { $ref: '#/$defs/point' },
      $defs: { point: { type: 'object', properties: { next: { $ref: '#' } } } },
    };
    const tool = { name: 'a', outputSchema: output, run: () => [{ next: [] }] };
    const client = await connect(defineServer({ ...info, tools: [tool] }));
    const { tools } = await client.request('tools/list');
    const [{ outputSchema }] = JSON.parse(JSON.stringify(tools));
    const validate = new Ajv2020({ strict: false }).compile(outputSchema);
    const { structuredContent } = await client.request('tools/call', { name: 'a' });
    expect(structuredContent).toEqual({ result: [{ next: [] }] });
    expect(validate(structuredContent)).toBe(true);
    expect(validate({ result: [{ next: 7 }] })).toBe(false);
    expect(validate({ result: [7] })).toBe(false);
  },
  { revisions: ['2025-06-18', '2025-11-25'] },
);
type Exchanged = readonly [method: string, params: { [member: string]: unknown }, members: readonly string[]];
const SET_LEVEL: Exchanged = ['logging/setLevel', { level: 'error' }, []];

verifies('PROJ-50', 'sends no result type, caching hint or server identity', async (bench) => {
  const server = defineServer({
    ...info,
    cache: { ttlMs: 1000, cacheScope: 'public' },
    tools: [defineTool({ name: 'a', run: () => 'a' })],
    resources: [
      defineResource({
        uri: 'test://a',
        name: 'a',
        cache: { ttlMs: 5, cacheScope: 'public' },
        read: () => 'a',
      }),
    ],
    prompts: [definePrompt({ name: 'a', arguments: { b: { complete: () => [] } }, get: () => 'a' })],
  });
  const client = await bench.connect(server);
  const ref = { type: 'ref/prompt', name: 'a' };
  const requests: readonly Exchanged[] = [
    ['ping', {}, []],
    ['tools/list', {}, ['tools']],
    ['tools/call', { name: 'a' }, ['content']],
    ['resources/list', {}, ['resources']],
    ['resources/templates/list', {}, ['resourceTemplates']],
    ['resources/read', { uri: 'test://a' }, ['contents']],
    ['prompts/list', {}, ['prompts']],
    ['prompts/get', { name: 'a' }, ['messages']],
    ['completion/complete', { ref, argument: { name: 'b', value: '' } }, ['completion']],
    ...(bench.transport === 'sessionless http' ? [] : [SET_LEVEL]),
  ];
  for (const [method, params, members] of requests) {
    expect({ method, members: Object.keys(await client.request(method, params)) }).toEqual({
      method,
      members,
    });
  }
});
