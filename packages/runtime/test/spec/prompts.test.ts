// Prompts: listing and filling them in (server/prompts).
import { expect } from 'vitest';
import {
  audio,
  definePrompt,
  defineServer,
  image,
  promptRegistry,
  resourceLink,
  ToolError,
} from '../../src/index.ts';
import type { Prompt, PromptMessage, Report } from '../../src/index.ts';
import { exchange, verifies } from './harness.ts';
import type { Bench, Message } from './harness.ts';
import { answerTo, errorTo, notificationOf, request, resultIn } from './messages.ts';
import { connected } from './requirements/types.ts';

const info = { name: 'test', version: '1.0.0' };
const named = (name: string): Prompt => definePrompt({ name, get: () => name });
const greet = definePrompt({
  name: 'greet',
  arguments: { who: { required: true }, how: {} },
  get: ({ who, how }) => `${how ?? 'Hello'}, ${who}!`,
});
const get = ({ revision }: Bench, params?: Message, id: string | number = 'g'): Message =>
  request(revision, id, 'prompts/get', params);
const refused = { stateful: 'PRM-2', modern: 'L-09' };
const saying = (messages: readonly PromptMessage[]): Prompt =>
  definePrompt({ name: 'say', get: () => messages });

verifies(
  'PRM-1',
  'declares a live list, lists it in pages and says when it changed',
  async ({ connect }) => {
    const prompts = promptRegistry(['a', 'b', 'c'].map((name) => named(name)));
    const client = await connect(defineServer({ ...info, prompts, pageSize: 2, logging: false }));
    expect(client.server['capabilities']).toEqual({ prompts: { listChanged: true } });
    const first = await client.request('prompts/list');
    expect(first).toEqual({ prompts: [{ name: 'a' }, { name: 'b' }], nextCursor: expect.any(String) });
    prompts.delete('a');
    prompts.add(named('d'));
    await client.waitFor(({ method }) => method === 'notifications/prompts/list_changed');
    expect(client.notifications()).toEqual([notificationOf('notifications/prompts/list_changed')]);
    expect(await client.request('prompts/list', { cursor: first['nextCursor'] })).toEqual({
      prompts: [{ name: 'c' }, { name: 'd' }],
    });
    await expect(client.request('prompts/get', { name: 'a' })).rejects.toMatchObject({ code: -32602 });
  },
  { transports: connected },
);

verifies(refused, 'refuses an unknown prompt or a missing argument as bad params', async (bench) => {
  const client = await bench.connect(defineServer({ ...info, prompts: [greet] }));
  const cases: readonly [Message | undefined, RegExp][] = [
    [undefined, /"name"/],
    [{}, /"name"/],
    [{ name: 7 }, /"name"/],
    [{ name: 'unknown' }, /"unknown"/],
    [{ name: 'toString' }, /"toString"/],
    [{ name: 'gret' }, /did you mean "greet"\?/],
    [{ name: 'greet' }, /"who"/],
    [{ name: 'greet', arguments: { how: 'Hi' } }, /"who"/],
  ];
  for (const [index, [params, message]] of cases.entries()) {
    expect(await exchange(client, get(bench, params, index + 100))).toEqual(
      errorTo(index + 100, { code: -32602, message: expect.stringMatching(message) }),
    );
  }
  const messages = [{ role: 'user', content: { type: 'text', text: 'Hello, a!' } }];
  expect(await exchange(client, get(bench, { name: 'greet', arguments: { who: 'a' } }))).toEqual(
    answerTo('g', resultIn(bench.revision, { messages })),
  );
});

verifies('PRM-2', 'reports own failures as internal and masks bugs', async (bench) => {
  const reports: Report[] = [];
  const failing = (name: string, error: Error): Prompt => ({
    name,
    get: () => {
      throw error;
    },
  });
  const late: Prompt = { name: 'late', get: () => Promise.reject(new Error('secret')) };
  const prompts = [
    failing('bug', new Error('secret')),
    late,
    failing('own', new ToolError('No repository.')),
  ];
  const report = (entry: Report): void => void reports.push(entry);
  const client = await bench.connect(defineServer({ ...info, prompts, report }));
  for (const name of ['bug', 'late']) {
    expect(await exchange(client, get(bench, { name }, name))).toEqual(
      errorTo(name, { code: -32603, message: expect.stringMatching(/^Internal error \([0-9a-f]{8}\)/) }),
    );
  }
  expect(await exchange(client, get(bench, { name: 'own' }))).toMatchObject({
    error: { code: -32603, message: 'No repository.' },
  });
  expect(reports).toMatchObject([{ error: { message: 'secret' } }, { error: { message: 'secret' } }]);
});

const checked = { stateful: 'PRM-3', modern: 'L-09' };
verifies(checked, 'checks that arguments are known strings before it runs', async (bench) => {
  const seen: unknown[] = [];
  const spy = definePrompt({
    name: 'spy',
    arguments: { path: { required: true }, mode: {} },
    get: (args) => {
      seen.push(args);
      return 'a';
    },
  });
  const client = await bench.connect(defineServer({ ...info, prompts: [spy] }));
  const wrong: readonly unknown[] = [
    ...[7, null, [], 'text', { path: 7 }, { path: null }, { path: ['a'] }, { path: 'a', mode: true }],
    ...[
      { path: 'a', moed: 'x' },
      { path: 'a', toString: 'x' },
    ],
  ];
  for (const [index, args] of wrong.entries()) {
    expect(await exchange(client, get(bench, { name: 'spy', arguments: args }, index + 100))).toEqual(
      errorTo(index + 100, { code: -32602, message: expect.any(String) }),
    );
  }
  const hostile = JSON.stringify(get(bench, { name: 'spy', arguments: null }, 'p'));
  client.send(hostile.replace('"arguments":null', '"arguments":{"__proto__":"a"}'));
  expect(await client.waitFor(({ id }) => id === 'p')).toMatchObject({ error: { code: -32602 } });
  expect(seen).toEqual([]);
  await client.request('prompts/get', { name: 'spy', arguments: { path: '' } });
  await client.request('prompts/get', { name: 'spy', arguments: { path: 'a', mode: 'b' } });
  expect(seen).toEqual([{ path: '' }, { path: 'a', mode: 'b' }]);
});

verifies('PRM-4', 'sends messages of a role and one content block each', async (bench) => {
  const talk = definePrompt({
    name: 'talk',
    get: async () => ({
      description: 'A talk.',
      messages: [
        { role: 'user', content: { type: 'text', text: 'Hi.' } },
        { role: 'assistant', content: { type: 'text', text: 'Ho.' } },
      ],
    }),
  });
  const client = await bench.connect(defineServer({ ...info, prompts: [talk, greet, saying([])] }));
  expect(await exchange(client, get(bench, { name: 'talk' }))).toEqual(
    answerTo('g', {
      description: 'A talk.',
      messages: [
        { role: 'user', content: { type: 'text', text: 'Hi.' } },
        { role: 'assistant', content: { type: 'text', text: 'Ho.' } },
      ],
    }),
  );
  expect(await client.request('prompts/get', { name: 'greet', arguments: { who: 'you' } })).toEqual({
    messages: [{ role: 'user', content: { type: 'text', text: 'Hello, you!' } }],
  });
  expect(await client.request('prompts/get', { name: 'say' })).toEqual({ messages: [] });
});

verifies('PRM-5', 'sends images and audio as base64 with their MIME type', async ({ connect, revision }) => {
  const prompt = saying([
    { role: 'user', content: image('iVBORw==', 'image/png') },
    { role: 'user', content: audio('UklGRg==', 'audio/wav') },
  ]);
  const client = await connect(defineServer({ ...info, prompts: [prompt] }));
  const resource = { uri: expect.any(String), mimeType: 'audio/wav', blob: 'UklGRg==' };
  const sound =
    revision === '2024-11-05'
      ? { type: 'resource', resource }
      : { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' };
  expect(await client.request('prompts/get', { name: 'say' })).toEqual({
    messages: [
      { role: 'user', content: { type: 'image', data: 'iVBORw==', mimeType: 'image/png' } },
      { role: 'user', content: sound },
    ],
  });
});

verifies('PRM-6', 'embeds resources with URI, MIME type and contents', async ({ connect }) => {
  const text = { uri: 'test://a', mimeType: 'text/plain', text: 'a' };
  const blob = { uri: 'test://b', mimeType: 'image/png', blob: 'AA==' };
  const prompt = saying([
    { role: 'user', content: { type: 'resource', resource: text } },
    { role: 'assistant', content: { type: 'resource', resource: blob, annotations: { priority: 1 } } },
  ]);
  const client = await connect(defineServer({ ...info, prompts: [prompt] }));
  expect(await client.request('prompts/get', { name: 'say' })).toEqual({
    messages: [
      { role: 'user', content: { type: 'resource', resource: text } },
      { role: 'assistant', content: { type: 'resource', resource: blob, annotations: { priority: 1 } } },
    ],
  });
});

verifies('PRM-7', 'sends links to resources in prompts', async ({ connect }) => {
  const prompt = saying([
    { role: 'user', content: resourceLink({ uri: 'test://a', name: 'a', title: 'A' }) },
  ]);
  const client = await connect(defineServer({ ...info, prompts: [prompt] }));
  expect(await client.request('prompts/get', { name: 'say' })).toEqual({
    messages: [{ role: 'user', content: { type: 'resource_link', uri: 'test://a', name: 'a', title: 'A' } }],
  });
});

verifies('PRM-9', 'lists titles of prompts and arguments, and icons', async ({ connect, revision }) => {
  const icons = [{ src: 'https://example.com/a.png' }];
  const prompt = definePrompt({
    name: 'greet',
    title: 'Greeting',
    description: 'Greets.',
    icons,
    arguments: {
      who: { title: 'Name', description: 'Whom.', required: true, complete: () => [] },
      how: { required: false },
      why: {},
    },
    get: () => 'Hi.',
  });
  const client = await connect(defineServer({ ...info, prompts: [prompt, named('bare')] }));
  expect(await client.request('prompts/list')).toEqual({
    prompts: [
      {
        name: 'greet',
        title: 'Greeting',
        description: 'Greets.',
        ...(revision === '2025-11-25' ? { icons } : {}),
        arguments: [
          { name: 'who', title: 'Name', description: 'Whom.', required: true },
          { name: 'how', required: false },
          { name: 'why' },
        ],
      },
      { name: 'bare' },
    ],
  });
});
