// Completion: suggestions for arguments of prompts and variables of templates (server/utilities/completion).
import { expect } from 'vitest';
import { definePrompt, defineResource, defineResourceTemplate, defineServer } from '../../src/index.ts';
import type { Complete, McpServer, Report } from '../../src/index.ts';
import { exchange, verifies } from './harness.ts';
import type { Bench, Message } from './harness.ts';
import { answerTo, errorTo, request, resultIn } from './messages.ts';

const info = { name: 'test', version: '1.0.0' };
const serverWith = (complete: Complete): McpServer =>
  defineServer({
    ...info,
    logging: false,
    prompts: [
      definePrompt({ name: 'p', arguments: { a: { complete }, plain: {} }, get: () => '' }),
      definePrompt({ name: 'bare', get: () => '' }),
    ],
    resourceTemplates: [
      defineResourceTemplate({
        uriTemplate: 'file:///{+path}{?size}',
        name: 'files',
        complete: { path: complete },
        read: () => '',
      }),
    ],
    resources: [defineResource({ uri: 'test://fixed', name: 'fixed', read: () => '' })],
  });
const ofPrompt = { type: 'ref/prompt', name: 'p' };
const ofTemplate = { type: 'ref/resource', uri: 'file:///{+path}{?size}' };
const ask = ({ revision }: Bench, params?: Message, id: string | number = 'c'): Message =>
  request(revision, id, 'completion/complete', params);
const byEra = (id: string): { readonly stateful: string; readonly modern: string } => ({
  stateful: id,
  modern: 'L-10',
});

verifies('CMP-1', 'declares completions when it offers any', async ({ connect }) => {
  const client = await connect(serverWith(() => []));
  expect(client.server['capabilities']).toEqual({ prompts: {}, resources: {}, completions: {} });
  const silent = defineServer({ ...info, logging: false, prompts: [{ name: 'a', get: () => '' }] });
  expect((await connect(silent)).server['capabilities']).toEqual({ prompts: {} });
});

verifies('CMP-2', 'completes arguments of prompts and variables of templates', async (bench) => {
  const client = await bench.connect(serverWith((value) => [`${value}1`, `${value}2`]));
  for (const [ref, name] of [
    [ofPrompt, 'a'],
    [ofTemplate, 'path'],
  ]) {
    const id = JSON.stringify(ref);
    expect(await exchange(client, ask(bench, { ref, argument: { name, value: 'x' } }, id))).toEqual(
      answerTo(id, { completion: { values: ['x1', 'x2'], total: 2, hasMore: false } }),
    );
  }
});

verifies(byEra('CMP-3'), 'sends at most a hundred values and says how many there are', async (bench) => {
  const numbers = (count: number): string[] => Array.from({ length: count }, (_, index) => `${index}`);
  const server = serverWith(async (value) => {
    if (value === 'told') return { values: numbers(3), total: 5000 };
    if (value === 'more') return { values: numbers(3), hasMore: true };
    if (value === 'wrong') return { values: numbers(150), total: 150, hasMore: false };
    if (value === 'untold') return { values: numbers(150) };
    if (value === 'long') return { values: numbers(150), total: 400, hasMore: true };
    return numbers(Number(value));
  });
  const client = await bench.connect(server);
  const cases: readonly [string, object][] = [
    ['0', { values: [], total: 0, hasMore: false }],
    ['100', { values: numbers(100), total: 100, hasMore: false }],
    ['101', { values: numbers(100), total: 101, hasMore: true }],
    ['5000', { values: numbers(100), total: 5000, hasMore: true }],
    ['told', { values: numbers(3), total: 5000, hasMore: true }],
    ['wrong', { values: numbers(100), total: 150, hasMore: true }],
    ['untold', { values: numbers(100), hasMore: true }],
    ['long', { values: numbers(100), total: 400, hasMore: true }],
  ];
  for (const [value, completion] of cases) {
    const params = { ref: ofPrompt, argument: { name: 'a', value } };
    expect(await client.request('completion/complete', params)).toEqual(
      resultIn(bench.revision, { completion }),
    );
  }
});

verifies('CMP-3', 'names no total when the completer only knows that there is more', async ({ connect }) => {
  const client = await connect(serverWith(() => ({ values: ['a', 'b'], hasMore: true })));
  const params = { ref: ofPrompt, argument: { name: 'a', value: '' } };
  expect(await client.request('completion/complete', params)).toEqual({
    completion: { values: ['a', 'b'], hasMore: true },
  });
});

verifies(
  byEra('CMP-4'),
  'refuses an unknown reference or a missing argument as bad params',
  async (bench) => {
    let runs = 0;
    const client = await bench.connect(serverWith(() => [`${++runs}`]));
    const argument = { name: 'a', value: '' };
    const wrong: readonly (Message | undefined)[] = [
      ...[undefined, {}, { ref: ofPrompt }, { argument }, { ref: null, argument }, { ref: 'p', argument }],
      ...[{ type: 'ref/prompt' }, { type: 'ref/tool', name: 'p' }, { name: 'p' }].map((ref) => ({
        ref,
        argument,
      })),
      ...[{ type: 'ref/prompt', name: 'x' }, { type: 'ref/resource' }].map((ref) => ({ ref, argument })),
      ...['file:///a', 'test://{x}', 7].map((uri) => ({ ref: { type: 'ref/resource', uri }, argument })),
      ...[null, 'a', {}, { name: 'a' }, { value: '' }, { name: 7, value: '' }, { name: 'a', value: 7 }].map(
        (bad) => ({ ref: ofPrompt, argument: bad }),
      ),
      ...['b', 'toString', '__proto__'].map((name) => ({ ref: ofPrompt, argument: { name, value: '' } })),
      ...['context', 7, [], { arguments: [] }, { arguments: { b: 7 } }].map((context) => ({
        ref: ofPrompt,
        argument,
        context,
      })),
    ];
    for (const [index, params] of wrong.entries()) {
      expect(await exchange(client, ask(bench, params, index + 100))).toEqual(
        errorTo(index + 100, { code: -32602, message: expect.any(String) }),
      );
    }
    expect(runs).toBe(0);
  },
);

verifies('CMP-4', 'reports own failures as internal, and no completions as no method', async (bench) => {
  const reports: Report[] = [];
  const broken = definePrompt({
    name: 'p',
    arguments: {
      a: {
        complete: () => {
          throw new Error('secret');
        },
      },
    },
    get: () => '',
  });
  const report = (entry: Report): void => void reports.push(entry);
  const client = await bench.connect(defineServer({ ...info, prompts: [broken], report }));
  const asked = ask(bench, { ref: ofPrompt, argument: { name: 'a', value: '' } });
  expect(await exchange(client, asked)).toEqual(
    errorTo('c', { code: -32603, message: expect.stringMatching(/^Internal error \([0-9a-f]{8}\)/) }),
  );
  expect(reports).toMatchObject([{ error: { message: 'secret' } }]);
  const silent = await bench.connect(defineServer({ ...info, prompts: [{ name: 'p', get: () => '' }] }));
  expect(await exchange(silent, asked)).toMatchObject({ error: { code: -32601 } });
});

verifies(byEra('CMP-5'), 'completes with the arguments known so far', async ({ connect, revision }) => {
  const seen: unknown[] = [];
  const server = serverWith((value, context) => {
    seen.push(context);
    return [`${context.arguments['country'] ?? 'none'}/${value}`];
  });
  const client = await connect(server);
  const params = { ref: ofPrompt, argument: { name: 'a', value: 'x' } };
  const complete = (context: object): Promise<object> =>
    client.request('completion/complete', { ...params, ...context });
  expect(await complete({ context: { arguments: { country: 'France' } } })).toEqual(
    resultIn(revision, { completion: { values: ['France/x'], total: 1, hasMore: false } }),
  );
  await complete({ context: {} });
  await complete({});
  expect(seen).toEqual([{ arguments: { country: 'France' } }, { arguments: {} }, { arguments: {} }]);
});

verifies('CMP-6', "keeps the completer's order", async ({ connect }) => {
  const values = ['z', 'a', '10', '9', 'Z', 'z'];
  const client = await connect(serverWith(() => values));
  const params = { ref: ofTemplate, argument: { name: 'path', value: '' } };
  expect(await client.request('completion/complete', params)).toEqual({
    completion: { values, total: 6, hasMore: false },
  });
});

verifies('CMP-9', 'suggests nothing for what has no completer', async ({ connect }) => {
  const client = await connect(serverWith(() => ['a']));
  for (const [ref, name] of [
    [ofPrompt, 'plain'],
    [ofTemplate, 'size'],
  ]) {
    const params = { ref, argument: { name, value: 'a' } };
    expect(await client.request('completion/complete', params)).toEqual({
      completion: { values: [], total: 0, hasMore: false },
    });
  }
});
