// Resources in 2026-07-28: missing ones, failures, contents, annotations and icons (server/resources).
import { expect } from 'vitest';
import {
  defineResource,
  defineResourceTemplate,
  defineServer,
  ResourceNotFoundError,
  ToolError,
} from '../../src/index.ts';
import type { Icon, Resource } from '../../src/index.ts';
import { verifies } from './harness.ts';

const info = { name: 'test', version: '1.0.0' };
const stamp = { resultType: 'complete', _meta: { 'io.modelcontextprotocol/serverInfo': info } };
const unkept = { ttlMs: 0, cacheScope: 'private' };
const at = (uri: string, more: Partial<Resource> = {}): Resource =>
  defineResource({ uri, name: 'a', read: () => 'a', ...more });

verifies('L-07', 'answers a missing resource as bad params with its URI', async ({ connect }) => {
  const gone = (uri: string): never => {
    throw new ResourceNotFoundError(uri);
  };
  const server = defineServer({
    ...info,
    resources: [
      at('test://gone', { read: () => gone('test://gone') }),
      at('test://late', { read: async () => gone('test://late') }),
      at('test://empty', { read: () => [] }),
    ],
    resourceTemplates: [{ uriTemplate: 'test://few/{id}', name: 'few', read: (uri) => gone(uri) }],
  });
  const client = await connect(server);
  const uris = ['test://gone', 'test://late', 'test://empty', 'test://few/1', 'test://other', 'urn:other'];
  for (const uri of uris) {
    await expect(client.request('resources/read', { uri })).rejects.toMatchObject({
      code: -32602,
      message: `Resource not found: ${uri}`,
      data: { uri },
    });
  }
});

verifies('L-07', 'answers a failing read as internal and masks what it was', async ({ connect }) => {
  const reports: unknown[] = [];
  const fail = (error: Error): { read: () => never } => ({
    read: () => {
      throw error;
    },
  });
  const server = defineServer({
    ...info,
    resources: [
      at('test://bug', fail(new Error('secret'))),
      at('test://own', fail(new ToolError('Disk is full.'))),
    ],
    report: (report) => void reports.push(report),
  });
  const client = await connect(server);
  await expect(client.request('resources/read', { uri: 'test://bug' })).rejects.toMatchObject({
    code: -32603,
    message: expect.stringMatching(/^Internal error \([0-9a-f]{8}\)/),
    data: undefined,
  });
  await expect(client.request('resources/read', { uri: 'test://own' })).rejects.toMatchObject({
    code: -32603,
    message: 'Disk is full.',
  });
  expect(reports).toMatchObject([{ level: 'error', error: { message: 'secret' } }]);
});

verifies('L-08', 'refuses malformed URIs before anything reads them', async ({ connect }) => {
  const seen: string[] = [];
  const any = defineResourceTemplate({
    uriTemplate: '{+anything}',
    name: 'any',
    read: (uri) => {
      seen.push(uri);
      return uri;
    },
  });
  const client = await connect(defineServer({ ...info, resourceTemplates: [any] }));
  for (const uri of [undefined, null, 7, [], '', 'text', '/etc/passwd', '../a', 'http://']) {
    await expect(client.request('resources/read', { uri })).rejects.toMatchObject({ code: -32602 });
  }
  expect(seen).toEqual([]);
});

verifies('L-08', 'reads text as text and bytes as base64, in one or several contents', async (bench) => {
  const server = defineServer({
    ...info,
    resources: [
      at('test://text', { mimeType: 'text/plain', read: () => 'ü' }),
      at('test://bytes', { mimeType: 'image/png', read: () => new Uint8Array([0, 255, 62, 63]) }),
      at('test://both/', {
        mimeType: 'inode/directory',
        read: () => [
          { uri: 'test://both/1', mimeType: 'text/plain', text: '' },
          { uri: 'test://both/2', blob: '' },
        ],
      }),
    ],
  });
  const client = await bench.connect(server);
  const cases: readonly [string, readonly object[]][] = [
    ['test://text', [{ uri: 'test://text', mimeType: 'text/plain', text: 'ü' }]],
    ['test://bytes', [{ uri: 'test://bytes', mimeType: 'image/png', blob: 'AP8+Pw==' }]],
    [
      'test://both/',
      [
        { uri: 'test://both/1', mimeType: 'text/plain', text: '' },
        { uri: 'test://both/2', blob: '' },
      ],
    ],
  ];
  for (const [uri, contents] of cases) {
    expect(await client.request('resources/read', { uri })).toEqual({ ...stamp, contents, ...unkept });
  }
});

verifies('L-08', 'reads what a template matches, decoding each variable once', async ({ connect }) => {
  const template = defineResourceTemplate({
    uriTemplate: 'db://{table}/{id}{?full}',
    name: 'rows',
    read: (_, variables) => JSON.stringify(variables),
  });
  const client = await connect(defineServer({ ...info, resourceTemplates: [template] }));
  const uri = 'db://users/%252F?full=a%26b';
  expect(await client.request('resources/read', { uri })).toEqual({
    ...stamp,
    contents: [{ uri, text: '{"table":"users","id":"%2F","full":"a&b"}' }],
    ...unkept,
  });
  for (const other of ['db://users', 'db://users/1/2', 'db:///1', 'db://users/%zz', 'dbs://users/1']) {
    await expect(client.request('resources/read', { uri: other })).rejects.toMatchObject({
      code: -32602,
      data: { uri: other },
    });
  }
});

verifies('L-11', 'lists annotations as given, and icons from https or data', async ({ connect }) => {
  const annotations = {
    audience: ['user'],
    priority: 0.5,
    lastModified: '2026-01-12T15:00:58+01:00',
  } as const;
  const icons = [
    { src: 'https://example.com/a.png', mimeType: 'image/png', sizes: ['48x48', 'any'], theme: 'light' },
    { src: 'data:image/png;base64,iVBORw==' },
  ] as const;
  const server = defineServer({
    ...info,
    resources: [
      at('test://a', { annotations, icons, size: 1, title: 'The A', _meta: { 'example.org/a': 1 } }),
    ],
    resourceTemplates: [{ uriTemplate: 'test://{b}', name: 'b', annotations, icons, read: () => '' }],
  });
  const client = await connect(server);
  const kept = { ttlMs: expect.any(Number), cacheScope: 'public' };
  expect(await client.request('resources/list')).toEqual({
    ...stamp,
    resources: [
      {
        uri: 'test://a',
        name: 'a',
        title: 'The A',
        size: 1,
        annotations,
        icons,
        _meta: { 'example.org/a': 1 },
      },
    ],
    ...kept,
  });
  expect(await client.request('resources/templates/list')).toEqual({
    ...stamp,
    resourceTemplates: [{ uriTemplate: 'test://{b}', name: 'b', annotations, icons }],
    ...kept,
  });
});

verifies('L-11', 'refuses, when it is built, icons from anywhere else', async ({ connect }) => {
  const sources = [
    ...['http://example.com/a.png', 'javascript:alert(1)', 'file:///a.png', 'ftp://a/b', 'a.png', ''],
    ...['data:text/html;base64,AA==', 'data:image/png,a', 'ws://a/b', 'https:', 'https:///a.png'],
  ];
  for (const src of sources) {
    const icons: Icon[] = [{ src: 'https://example.com/a.png' }, { src }];
    expect(() => defineServer({ ...info, resources: [at('test://a', { icons })] })).toThrow(/icon/);
    expect(() => defineServer({ ...info, icons })).toThrow(/icon/);
  }
  const icons: Icon[] = [{ src: 'HTTPS://example.com/a.png' }];
  const client = await connect(defineServer({ ...info, resources: [at('test://a', { icons })] }));
  expect(await client.request('resources/list')).toMatchObject({ resources: [{ icons }] });
});
