// Icons, titles and annotations: what is meant for people and user interfaces (basic/index, schema).
import { expect } from 'vitest';
import {
  audio,
  defineResource,
  defineServer,
  defineTool,
  embeddedResource,
  image,
  resourceLink,
  text,
} from '../../src/index.ts';
import type { Annotations, ContentBlock, Icon } from '../../src/index.ts';
import { verifies } from './harness.ts';

const info = { name: 'test', version: '1.0.0' };
const inputSchema = { type: 'object', properties: {}, additionalProperties: false };

verifies(['ICO-1', 'ICO-2'], 'lists icons of the server and of all it offers', async ({ connect }) => {
  const icons: readonly Icon[] = [
    { src: 'https://example.com/a.png', mimeType: 'image/png', sizes: ['48x48', '96x96'], theme: 'light' },
    { src: 'data:image/svg+xml;base64,PHN2Zy8+', sizes: ['any'] },
    { src: 'https://example.com/b' },
  ];
  const server = defineServer({
    ...info,
    icons,
    tools: [
      defineTool({ name: 'a', icons, run: () => [resourceLink({ uri: 'test://a', name: 'a', icons })] }),
    ],
    resources: [defineResource({ uri: 'test://a', name: 'a', icons, read: () => '' })],
    resourceTemplates: [{ uriTemplate: 'test://{b}', name: 'b', icons, read: () => '' }],
    prompts: [{ name: 'a', icons, get: () => '' }],
  });
  const client = await connect(server);
  expect(client.server['serverInfo']).toEqual({ ...info, icons });
  expect(await client.request('tools/list')).toEqual({ tools: [{ name: 'a', inputSchema, icons }] });
  expect(await client.request('resources/list')).toEqual({
    resources: [{ uri: 'test://a', name: 'a', icons }],
  });
  expect(await client.request('resources/templates/list')).toEqual({
    resourceTemplates: [{ uriTemplate: 'test://{b}', name: 'b', icons }],
  });
  expect(await client.request('prompts/list')).toEqual({ prompts: [{ name: 'a', icons }] });
  expect(await client.request('tools/call', { name: 'a' })).toEqual({
    content: [{ type: 'resource_link', uri: 'test://a', name: 'a', icons }],
  });
});

verifies(['ICO-2', 'ICO-3'], 'refuses, when it is built, icons that are malformed', async ({ connect }) => {
  const wrong: readonly unknown[] = [
    ...['http://example.com/a.png', 'javascript:alert(1)', 'file:///a.png', 'ftp://a/b', 'ws://a', 'app://a'],
    ...['', 'a.png', '//example.com/a.png', 'data:text/html;base64,AA==', 'data:image/png,a', 'https:'],
    ...[' https://example.com/a.png', 'https:///a.png', 'blob:https://example.com/a'],
  ].map((src) => ({ src }));
  const src = 'https://example.com/a.png';
  const odd: readonly unknown[] = [
    ...['48', '48x', 'x48', '48X48', 'Any', '', '48x48 96x96'].map((size) => ({ src, sizes: [size] })),
    ...[{ src, theme: 'blue' }, { src, sizes: '48x48' }, {}, { src: 7 }],
  ];
  const accepted = [...wrong, ...odd].filter((icon) => {
    const icons = [{ src }, icon] as readonly Icon[];
    const parts = [
      { icons },
      { tools: [defineTool({ name: 'a', icons, run: () => {} })] },
      { resources: [defineResource({ uri: 'test://a', name: 'a', icons, read: () => '' })] },
      { resourceTemplates: [{ uriTemplate: 'test://{b}', name: 'b', icons, read: () => '' }] },
      { prompts: [{ name: 'a', icons, get: () => '' }] },
    ];
    return parts.some((options) => {
      try {
        defineServer({ ...info, ...options });
        return true;
      } catch (error) {
        expect(error).toMatchObject({ name: 'DefinitionError', message: expect.stringContaining('icon') });
        return false;
      }
    });
  });
  expect(accepted).toEqual([]);
  const client = await connect(defineServer({ ...info, icons: [{ src }] }));
  expect(client.server['serverInfo']).toEqual({ ...info, icons: [{ src }] });
});

verifies('ICO-4', 'tells its title and, where known, description and site', async ({ connect, revision }) => {
  const more = { description: 'For tests.', websiteUrl: 'https://example.com/' };
  const client = await connect(defineServer({ ...info, title: 'A Test', ...more, logging: false }));
  expect(client.server).toEqual({
    protocolVersion: revision,
    capabilities: {},
    serverInfo: { ...info, title: 'A Test', ...(revision === '2025-11-25' ? more : {}) },
  });
});

verifies(['ANN-1', 'ANN-2'], 'sends audience and priority on resources and blocks', async (bench) => {
  const annotations: Annotations = { audience: ['user', 'assistant'], priority: 0.25 };
  const resource = { uri: 'test://a', text: 'a' };
  const blocks: readonly ContentBlock[] = [
    text('a', { annotations }),
    image('AA==', 'image/png', { annotations }),
    embeddedResource(resource, { annotations }),
    text('b', { annotations: { priority: 0 } }),
    text('c', { annotations: { audience: [] } }),
  ];
  const server = defineServer({
    ...info,
    tools: [defineTool({ name: 'a', run: () => blocks })],
    resources: [defineResource({ uri: 'test://a', name: 'a', annotations, read: () => '' })],
    resourceTemplates: [{ uriTemplate: 'test://{b}', name: 'b', annotations, read: () => '' }],
    prompts: [
      { name: 'a', get: () => [{ role: 'user', content: embeddedResource(resource, { annotations }) }] },
    ],
  });
  const client = await bench.connect(server);
  expect(await client.request('tools/call', { name: 'a' })).toEqual({
    content: [
      { type: 'text', text: 'a', annotations },
      { type: 'image', data: 'AA==', mimeType: 'image/png', annotations },
      { type: 'resource', resource: { uri: 'test://a', text: 'a' }, annotations },
      { type: 'text', text: 'b', annotations: { priority: 0 } },
      { type: 'text', text: 'c', annotations: { audience: [] } },
    ],
  });
  expect(await client.request('resources/list')).toEqual({
    resources: [{ uri: 'test://a', name: 'a', annotations }],
  });
  expect(await client.request('resources/templates/list')).toEqual({
    resourceTemplates: [{ uriTemplate: 'test://{b}', name: 'b', annotations }],
  });
  expect(await client.request('prompts/get', { name: 'a' })).toEqual({
    messages: [{ role: 'user', content: { type: 'resource', resource, annotations } }],
  });
});

verifies('ANN-1', 'sends annotations on audio in whatever form the client knows', async (bench) => {
  const annotations: Annotations = { audience: ['user'], priority: 1 };
  const sound = defineTool({ name: 'a', run: () => audio('AA==', 'audio/wav', { annotations }) });
  const client = await bench.connect(defineServer({ ...info, tools: [sound] }));
  const resource = { uri: expect.any(String), mimeType: 'audio/wav', blob: 'AA==' };
  const block =
    bench.revision === '2024-11-05'
      ? { type: 'resource', resource }
      : { type: 'audio', data: 'AA==', mimeType: 'audio/wav' };
  expect(await client.request('tools/call', { name: 'a' })).toEqual({ content: [{ ...block, annotations }] });
});
