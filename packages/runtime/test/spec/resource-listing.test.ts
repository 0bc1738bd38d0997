// Resources: templates, URIs and the members of list entries (server/resources).
import { expect } from 'vitest';
import {
  defineResource,
  defineResourceTemplate,
  defineServer,
  resourceRegistry,
  resourceTemplateRegistry,
} from '../../src/index.ts';
import type { Icon, Resource } from '../../src/index.ts';
import { exchange, verifies } from './harness.ts';
import { answerTo, request, resultIn } from './messages.ts';

const info = { name: 'test', version: '1.0.0' };
const at = (uri: string, more: Partial<Resource> = {}): Resource =>
  defineResource({ uri, name: 'a', read: () => 'a', ...more });

verifies('RES-13', 'lists templates as written, with a MIME type if there is one', async ({ connect }) => {
  const templates = ['file:///{+path}', 'db://{table}/{id}', 'web://{host}{?page,size}', 'a:{b}{#c}'];
  const server = defineServer({
    ...info,
    resourceTemplates: templates.map((uriTemplate, index) => ({
      uriTemplate,
      name: `t${index}`,
      description: 'Of some use.',
      ...(index === 0 ? { mimeType: 'text/plain' } : {}),
      read: (uri: string) => uri,
    })),
  });
  const client = await connect(server);
  expect(await client.request('resources/templates/list')).toEqual({
    resourceTemplates: templates.map((uriTemplate, index) => ({
      uriTemplate,
      name: `t${index}`,
      description: 'Of some use.',
      ...(index === 0 ? { mimeType: 'text/plain' } : {}),
    })),
  });
});

verifies('RES-13', 'refuses a template that breaks RFC 6570 when it is built', async ({ connect }) => {
  const malformed = [
    ...['test://{a', 'test://a}', 'test://{{a}}', 'test://{}', 'test://{a b}', 'test://{a-b}', 'test://{|a}'],
    ...['test://{a}{b}', 'test://{a}/{a}', 'test://{a,}', 'test://{=a}'],
  ];
  for (const uriTemplate of malformed) {
    const template = defineResourceTemplate({ uriTemplate, name: 'a', read: () => '' });
    expect(() => defineServer({ ...info, resourceTemplates: [template] })).toThrow(uriTemplate);
    expect(() => resourceTemplateRegistry().add(template)).toThrow(uriTemplate);
  }
  const client = await connect(defineServer({ ...info, resourceTemplates: [] }));
  expect(await client.request('resources/templates/list')).toEqual({ resourceTemplates: [] });
});

const matching = { stateful: 'RES-14', modern: 'L-08' };
verifies(matching, 'reads what a template matches, decoding each variable once', async (bench) => {
  const { revision } = bench;
  const kept = revision === '2026-07-28' ? { ttlMs: 0, cacheScope: 'private' } : {};
  const show = (uriTemplate: string): ReturnType<typeof defineResourceTemplate> =>
    defineResourceTemplate({
      uriTemplate,
      name: uriTemplate,
      mimeType: 'application/json',
      read: (_, variables) => JSON.stringify(variables),
    });
  const resourceTemplates = [
    ...['file:///{+path}', 'db://{table}/{id}{?full}', 'web://{host}/{?page,size}', 'img:{name}.{kind}'],
  ].map((template) => show(template));
  const client = await bench.connect(defineServer({ ...info, resourceTemplates }));
  const cases: readonly [string, object][] = [
    ['file:///a/b%20c/%C3%BC.txt', { path: 'a/b c/ü.txt' }],
    ['file:///', { path: '' }],
    ['file:///%2525', { path: '%25' }],
    ['db://users/a%2Fb', { table: 'users', id: 'a/b' }],
    ['db://users/%252F', { table: 'users', id: '%2F' }],
    ['db://users/%252F?full=a%26b', { table: 'users', id: '%2F', full: 'a&b' }],
    ['db://%7Ba%7D/+', { table: '{a}', id: '+' }],
    ['web://h/?size=2&page=a%26b', { host: 'h', page: 'a&b', size: '2' }],
    ['web://h/?other=1', { host: 'h' }],
    ['web://h/', { host: 'h' }],
    ['img:a.b.png', { name: 'a', kind: 'b.png' }],
  ];
  for (const [uri, variables] of cases) {
    const answer = await exchange(client, request(revision, uri, 'resources/read', { uri }));
    const contents = [{ uri, mimeType: 'application/json', text: expect.any(String) }];
    expect(answer).toEqual(answerTo(uri, resultIn(revision, { contents, ...kept })));
    const text: unknown = JSON.parse(JSON.stringify(answer)).result.contents[0].text;
    expect(JSON.parse(String(text))).toEqual(variables);
  }
});

verifies('RES-14', 'prefers fixed resources to templates and earlier templates to later', async (bench) => {
  const say = (uriTemplate: string, text: string): ReturnType<typeof defineResourceTemplate> =>
    defineResourceTemplate({ uriTemplate, name: text, read: () => text });
  const server = defineServer({
    ...info,
    resources: [at('test://a/b', { read: () => 'fixed' })],
    resourceTemplates: [say('test://a/{x}', 'narrow'), say('test://{+x}', 'wide')],
  });
  const client = await bench.connect(server);
  for (const [uri, text] of [
    ['test://a/b', 'fixed'],
    ['test://a/c', 'narrow'],
    ['test://a/b/c', 'wide'],
  ]) {
    expect(await client.request('resources/read', { uri })).toEqual({ contents: [{ uri, text }] });
  }
});

verifies('RES-14', 'refuses a hostile URI of 64 kB about as fast as a short one', async ({ connect }) => {
  const template = defineResourceTemplate({
    uriTemplate: 'test://{a}-{b}-{c}-{d}.{+e}-{f}/end',
    name: 'a',
    read: () => '',
  });
  const client = await connect(defineServer({ ...info, resourceTemplates: [template] }));
  for (const filler of ['-', '.', 'a-', '-.', '%41-', 'a']) {
    const uri = `test://${filler.repeat(65_536 / filler.length)}`;
    await expect(client.request('resources/read', { uri })).rejects.toMatchObject({ data: { uri } });
  }
});

verifies(['RES-15', 'RES-16'], 'lists size, audience and priority where they are known', async (bench) => {
  const annotations = { audience: ['user', 'assistant'], priority: 0 } as const;
  const server = defineServer({
    ...info,
    resources: [
      at('test://all', { size: 1234, mimeType: 'text/plain', description: 'A letter.', annotations }),
      at('test://empty', { size: 0, annotations: { priority: 1 } }),
      at('test://none'),
    ],
    resourceTemplates: [{ uriTemplate: 'test://{b}', name: 'b', annotations, read: () => '' }],
  });
  const client = await bench.connect(server);
  expect(await client.request('resources/list')).toEqual({
    resources: [
      {
        uri: 'test://all',
        name: 'a',
        description: 'A letter.',
        mimeType: 'text/plain',
        size: 1234,
        annotations: { audience: ['user', 'assistant'], priority: 0 },
      },
      { uri: 'test://empty', name: 'a', size: 0, annotations: { priority: 1 } },
      { uri: 'test://none', name: 'a' },
    ],
  });
  expect(await client.request('resources/templates/list')).toEqual({
    resourceTemplates: [{ uriTemplate: 'test://{b}', name: 'b', annotations }],
  });
});

verifies(['RES-15', 'RES-16'], 'refuses sizes and priorities that cannot be', async ({ connect }) => {
  const wrong: readonly [Partial<Resource>, RegExp][] = [
    [{ size: -1 }, /size/],
    [{ size: 1.5 }, /size/],
    [{ size: Number.NaN }, /size/],
    [{ annotations: { priority: 2 } }, /priority/],
    [{ annotations: { priority: -0.1 } }, /priority/],
    [{ annotations: { priority: Number.NaN } }, /priority/],
    [JSON.parse('{"annotations":{"audience":["model"]}}'), /audience/],
  ];
  for (const [more, message] of wrong) {
    expect(() => defineServer({ ...info, resources: [at('test://a', more)] })).toThrow(message);
  }
  const client = await connect(defineServer({ ...info, resources: [at('test://a', { size: 0 })] }));
  expect(await client.request('resources/list')).toEqual({
    resources: [{ uri: 'test://a', name: 'a', size: 0 }],
  });
});

verifies('RES-17', 'lists when a resource was last modified', async ({ connect }) => {
  const annotations = { lastModified: '2025-01-12T15:00:58Z' };
  const resources = [at('test://a', { annotations })];
  const client = await connect(defineServer({ ...info, resources }));
  expect(await client.request('resources/list')).toEqual({
    resources: [{ uri: 'test://a', name: 'a', annotations }],
  });
  for (const lastModified of ['yesterday', '', '2025-13-01T00:00:00Z', '12/01/2025']) {
    const bad = [at('test://a', { annotations: { lastModified } })];
    expect(() => defineServer({ ...info, resources: bad })).toThrow(/lastModified/);
  }
});

verifies('RES-19', 'lists files that need not exist, and directories as such', async ({ connect }) => {
  const resources = [
    at('file:///no/such/file.txt', { name: 'file.txt', mimeType: 'text/plain' }),
    at('file:///no/such/', { name: 'such', mimeType: 'inode/directory', read: () => 'file.txt' }),
  ];
  const client = await connect(defineServer({ ...info, resources }));
  expect(await client.request('resources/list')).toEqual({
    resources: [
      { uri: 'file:///no/such/file.txt', name: 'file.txt', mimeType: 'text/plain' },
      { uri: 'file:///no/such/', name: 'such', mimeType: 'inode/directory' },
    ],
  });
  expect(await client.request('resources/read', { uri: 'file:///no/such/' })).toEqual({
    contents: [{ uri: 'file:///no/such/', mimeType: 'inode/directory', text: 'file.txt' }],
  });
});

verifies('RES-20', 'refuses, when it is built, a URI that breaks RFC 3986', async ({ connect }) => {
  const malformed = [
    ...['', 'a', '/a', '//host/a', '1a://b', 'te_st://a', ':a', 'file:///a b', 'file:///ü', 'file:///a\nb'],
    ...['file:///<a>', 'file:///"a"', 'file:///a^b', 'file:///a`b', 'file:///{a}', 'file:///a|b'],
    ...['file:///a\\b', 'file:///%zz', 'file:///%4', ' file:///a', 'test://a b'],
  ];
  const accepted = malformed.filter((uri) => {
    try {
      defineServer({ ...info, resources: [at(uri)] });
      resourceRegistry([at(uri)]);
      return true;
    } catch (error) {
      expect(error).toMatchObject({ name: 'DefinitionError' });
      return false;
    }
  });
  expect(accepted).toEqual([]);
  const good = [
    'urn:isbn:123',
    'a:',
    'file:///a%20b',
    'git+ssh://h:1/a?b#c',
    'http://[::1]/',
    "x-y.z://~!$&'()*+,;=@:",
  ];
  const client = await connect(defineServer({ ...info, resources: good.map((uri) => at(uri)) }));
  expect(await client.request('resources/list')).toEqual({
    resources: good.map((uri) => ({ uri, name: 'a' })),
  });
});

verifies('RES-21', 'lists titles, and icons where they are known', async ({ connect, revision }) => {
  const icons = [{ src: 'https://example.com/a.png' }];
  const described = { title: 'The A', icons };
  const server = defineServer({
    ...info,
    resources: [at('test://a', described)],
    resourceTemplates: [{ uriTemplate: 'test://{b}', name: 'b', ...described, read: () => '' }],
  });
  const client = await connect(server);
  const shown = revision === '2025-11-25' ? { title: 'The A', icons } : { title: 'The A' };
  expect(await client.request('resources/list')).toEqual({
    resources: [{ uri: 'test://a', name: 'a', ...shown }],
  });
  expect(await client.request('resources/templates/list')).toEqual({
    resourceTemplates: [{ uriTemplate: 'test://{b}', name: 'b', ...shown }],
  });
});

verifies(
  'L-11',
  'lists annotations as given, and icons from https or data',
  async ({ connect, revision }) => {
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
      ...resultIn(revision, kept),
      resources: [
        {
          ...{ uri: 'test://a', name: 'a', title: 'The A', size: 1, annotations, icons },
          _meta: { 'example.org/a': 1 },
        },
      ],
    });
    expect(await client.request('resources/templates/list')).toEqual({
      ...resultIn(revision, kept),
      resourceTemplates: [{ uriTemplate: 'test://{b}', name: 'b', annotations, icons }],
    });
  },
);

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
