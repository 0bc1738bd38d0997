// Resources: declaring, listing and reading them (server/resources).
import { expect } from 'vitest';
import {
  defineResource,
  defineResourceTemplate,
  defineServer,
  ResourceNotFoundError,
  ToolError,
} from '../../src/index.ts';
import type { Report, Resource, ResourceBody, ResourceTemplate } from '../../src/index.ts';
import { exchange, verifies } from './harness.ts';
import type { Bench, Message } from './harness.ts';
import { answerTo, errorTo, request, resultIn } from './messages.ts';

const info = { name: 'test', version: '1.0.0' };
const named = (name: string, body: ResourceBody = name): Resource =>
  defineResource({ uri: `test://${name}`, name, read: () => body });
const family = (name: string): ResourceTemplate =>
  defineResourceTemplate({ uriTemplate: `test://${name}/{id}`, name, read: (uri) => uri });
const read = ({ revision }: Bench, uri: unknown): Message =>
  request(revision, `read ${JSON.stringify(uri)}`, 'resources/read', { uri });
/** What is read, with what its revision adds. */
const contentsIn = ({ revision }: Bench, ...contents: readonly object[]): Message => {
  const kept = revision === '2026-07-28' ? { ttlMs: 0, cacheScope: 'private' } : {};
  return resultIn(revision, { contents, ...kept });
};

verifies('RES-2', 'lists the members of templates after the fixed resources', async ({ connect }) => {
  const members = ['a', 'b', 'c'].map((name) => ({ uri: `test://many/${name}`, name, mimeType: 'text/a' }));
  const asked: unknown[] = [];
  const many = defineResourceTemplate({
    ...family('many'),
    list: ({ after, limit }) => {
      asked.push(after);
      const start = members.findIndex(({ uri }) => uri === after) + 1;
      return members.slice(start, start + limit);
    },
  });
  const server = defineServer({
    ...info,
    resources: [named('x')],
    resourceTemplates: [family('silent'), many],
    pageSize: 2,
  });
  const client = await connect(server);
  const first = await client.request('resources/list');
  expect(first).toEqual({
    resources: [{ uri: 'test://x', name: 'x' }, members[0]],
    nextCursor: expect.any(String),
  });
  const second = await client.request('resources/list', { cursor: first['nextCursor'] });
  expect(second).toEqual({ resources: [members[1], members[2]] });
  expect(asked).toEqual([undefined, 'test://many/a']);
});

const kinds = { stateful: 'RES-3', modern: 'L-08' };
verifies(kinds, 'reads contents with URI, MIME type if known, and text', async (bench) => {
  const server = defineServer({
    ...info,
    resources: [
      { ...named('typed', 'Hellö.'), mimeType: 'text/plain' },
      named('plain', ''),
      named('own', { uri: 'test://own#1', mimeType: 'text/x', text: 'a' }),
      named('several', [
        { uri: 'test://several/1', text: '1' },
        { uri: 'test://several/2', blob: 'AA==', mimeType: 'image/png' },
        { uri: 'test://several/3', blob: '' },
      ]),
    ],
  });
  const client = await bench.connect(server);
  const expected: readonly [string, readonly object[]][] = [
    ['typed', [{ uri: 'test://typed', mimeType: 'text/plain', text: 'Hellö.' }]],
    ['plain', [{ uri: 'test://plain', text: '' }]],
    ['own', [{ uri: 'test://own#1', mimeType: 'text/x', text: 'a' }]],
    [
      'several',
      [
        { uri: 'test://several/1', text: '1' },
        { uri: 'test://several/2', blob: 'AA==', mimeType: 'image/png' },
        { uri: 'test://several/3', blob: '' },
      ],
    ],
  ];
  for (const [name, contents] of expected) {
    expect(await exchange(client, read(bench, `test://${name}`))).toEqual(
      answerTo(`read "test://${name}"`, contentsIn(bench, ...contents)),
    );
  }
});

verifies(
  { stateful: 'RES-4', modern: 'L-08' },
  'sends bytes as base64 and only text as text',
  async (bench) => {
    const all = Uint8Array.from({ length: 100_003 }, (_, index) => (index * 7) % 256);
    const bodies: readonly [string, Uint8Array][] = [
      ['none', new Uint8Array()],
      ['text', new TextEncoder().encode('abc')],
      ['invalid', new Uint8Array([0xff, 0xfe, 0x00])],
      ['signs', new Uint8Array([0, 255, 62, 63])],
      ['all', all],
      ['part', all.subarray(1, 6)],
    ];
    const resources = bodies.map(([name, body]) => ({
      ...named(name),
      mimeType: 'application/octet-stream',
      read: () => (name === 'signs' ? body : Promise.resolve(body)),
    }));
    const client = await bench.connect(defineServer({ ...info, resources }));
    for (const [name, body] of bodies) {
      const uri = `test://${name}`;
      const blob = Buffer.from(body).toString('base64');
      expect(await client.request('resources/read', { uri })).toEqual(
        contentsIn(bench, { uri, mimeType: 'application/octet-stream', blob }),
      );
    }
  },
);

const missing = { stateful: ['RES-5', 'PROJ-33'], modern: 'L-07' };
verifies(missing, 'answers a missing resource by the code of its revision and its URI', async (bench) => {
  const code = bench.revision === '2026-07-28' ? -32602 : -32002;
  const gone = (uri: string): never => {
    throw new ResourceNotFoundError(uri);
  };
  const server = defineServer({
    ...info,
    resources: [
      { ...named('gone'), read: () => gone('test://gone') },
      { ...named('late'), read: async () => gone('test://late') },
      named('empty', []),
    ],
    resourceTemplates: [{ ...family('few'), read: (uri) => gone(uri) }],
  });
  const client = await bench.connect(server);
  const uris = ['test://gone', 'test://late', 'test://empty', 'test://few/1', 'test://other', 'urn:other'];
  for (const uri of uris) {
    expect(await exchange(client, read(bench, uri))).toEqual(
      errorTo(`read ${JSON.stringify(uri)}`, { code, message: `Resource not found: ${uri}`, data: { uri } }),
    );
  }
});

const failing = { stateful: 'RES-6', modern: 'L-07' };
verifies(failing, 'reports a failing read as internal and masks what it was', async (bench) => {
  const reports: Report[] = [];
  const throwing = (name: string, error: Error): Resource => ({
    ...named(name),
    read: () => {
      throw error;
    },
  });
  const late = { ...named('late'), read: () => Promise.reject(new Error('secret')) };
  const server = defineServer({
    ...info,
    resources: [throwing('bug', new Error('secret')), late, throwing('own', new ToolError('Disk is full.'))],
    report: (report) => void reports.push(report),
  });
  const client = await bench.connect(server);
  for (const name of ['bug', 'late']) {
    expect(await exchange(client, read(bench, `test://${name}`))).toEqual(
      errorTo(`read "test://${name}"`, {
        code: -32603,
        message: expect.stringMatching(/^Internal error \([0-9a-f]{8}\)/),
      }),
    );
  }
  const report = { level: 'error', error: { message: 'secret' } };
  expect(reports).toMatchObject([report, report]);
  expect(await exchange(client, read(bench, 'test://own'))).toMatchObject({
    error: { code: -32603, message: 'Disk is full.' },
  });
});

const malformedUris = { stateful: ['RES-6', 'RES-7'], modern: 'L-08' };
verifies(malformedUris, 'refuses what is no absolute URI before anything reads it', async (bench) => {
  const seen: string[] = [];
  const any = defineResourceTemplate({
    uriTemplate: '{+anything}',
    name: 'any',
    read: (uri) => {
      seen.push(uri);
      return uri;
    },
  });
  const client = await bench.connect(defineServer({ ...info, resourceTemplates: [any] }));
  const malformed = [undefined, null, 7, [], {}, '', 'text', '/etc/passwd', '../a', '//host/a', 'http://'];
  for (const uri of malformed) {
    expect(await exchange(client, read(bench, uri))).toEqual(
      errorTo(`read ${JSON.stringify(uri)}`, { code: -32602, message: expect.stringContaining('uri') }),
    );
  }
  expect(seen).toEqual([]);
  expect(await client.request('resources/read', { uri: 'file:///a' })).toEqual(
    contentsIn(bench, { uri: 'file:///a', text: 'file:///a' }),
  );
});

verifies({ stateful: 'RES-7', modern: 'L-08' }, 'hands a template no URI outside of it', async (bench) => {
  const code = bench.revision === '2026-07-28' ? -32602 : -32002;
  const seen: string[] = [];
  const notes = defineResourceTemplate({
    uriTemplate: 'note://local/{id}.txt',
    name: 'notes',
    read: (uri) => {
      seen.push(uri);
      return uri;
    },
  });
  const rows = { ...notes, uriTemplate: 'db://{table}/{id}{?full}', name: 'rows' };
  const client = await bench.connect(defineServer({ ...info, resourceTemplates: [notes, rows] }));
  const outside = [
    ...['note://local/.txt', 'note://local/a', 'note://local/a.txt/', 'note://local/a/b.txt'],
    ...['note://other/a.txt', 'file://local/a.txt', 'note://local/a?b.txt', 'note://local/a#b.txt'],
    ...['db://users', 'db://users/1/2', 'db:///1', 'db://users/%zz', 'dbs://users/1'],
    ...['note://local/a.txtx', 'x-note://local/a.txt', 'NOTE://local/a.txt', 'note://local/%zz.txt'],
  ];
  for (const uri of outside) {
    await expect(client.request('resources/read', { uri })).rejects.toMatchObject({
      code,
      data: { uri },
    });
  }
  expect(seen).toEqual([]);
});
