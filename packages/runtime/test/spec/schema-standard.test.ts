// Schemas of a Standard Schema library: listed as JSON Schema, validated by the library (basic/index, server/tools).
import { expect } from 'vitest';
import { z } from 'zod';
import { defineServer, defineTool } from '../../src/index.ts';
import { exchange, verifies } from './harness.ts';
import { answerTo, requestOf } from './messages.ts';

const info = { name: 'test', version: '1.0.0' };
const person = z.object({
  name: z.string().min(2).describe('Of the person.'),
  age: z.number().int().min(0).default(18),
  mail: z.email().optional(),
});
const greet = defineTool({
  name: 'greet',
  inputSchema: person,
  outputSchema: z.object({ text: z.string() }),
  run: ({ name, age }) => ({ text: `${name.toUpperCase()} is ${age.toFixed(0)}` }),
});

const lists = 'lists the JSON Schema that a library makes of its own schema';
verifies({ stateful: 'JS-7', modern: 'L-03' }, lists, async ({ connect }) => {
  const client = await connect(defineServer({ ...info, tools: [greet] }));
  const { tools } = await client.request('tools/list');
  expect(tools).toMatchObject([
    {
      name: 'greet',
      inputSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', minLength: 2, description: 'Of the person.' },
          age: { type: 'integer', minimum: 0, default: 18 },
          mail: { type: 'string', format: 'email' },
        },
        required: ['name'],
      },
    },
  ]);
});

const refuses = "never runs a tool on arguments that a library's schema refuses";
verifies({ stateful: 'TOOL-21', modern: 'L-06' }, refuses, async ({ connect }) => {
  const seen: unknown[] = [];
  const spy = defineTool({ name: 'spy', inputSchema: person, run: (args) => void seen.push(args) });
  const client = await connect(defineServer({ ...info, tools: [spy] }));
  const wrong: readonly (readonly [object, RegExp])[] = [
    [{}, /^Invalid arguments for tool spy:\n\/name: /],
    [{ name: 'a' }, /\/name: /],
    [{ name: 'ada', age: -1 }, /\/age: /],
    [{ name: 'ada', mail: 'x' }, /\/mail: /],
    [{ name: 7, age: 'x' }, /\/name: [^]*\/age: /],
  ];
  for (const [args, text] of wrong) {
    expect(await client.request('tools/call', { name: 'spy', arguments: args })).toMatchObject({
      content: [{ type: 'text', text: expect.stringMatching(text) }],
      isError: true,
    });
  }
  expect(seen).toEqual([]);
  await client.request('tools/call', { name: 'spy', arguments: { name: 'ada' } });
  expect(seen).toEqual([{ name: 'ada', age: 18 }]);
});

verifies(['TOOL-13', 'TOOL-14'], "sends what fits a library's output schema", async ({ connect }) => {
  const client = await connect(defineServer({ ...info, tools: [greet] }));
  const params = { name: 'greet', arguments: { name: 'ada' } };
  expect(await exchange(client, requestOf(10, 'tools/call', params))).toEqual(
    answerTo(10, {
      content: [{ type: 'text', text: '{"text":"ADA is 18"}' }],
      structuredContent: { text: 'ADA is 18' },
    }),
  );
});

verifies('TOOL-13', "ships nothing that a library's output schema refuses", async ({ connect }) => {
  const output = z.object({ sum: z.number() });
  const returns: unknown[] = [{}, { sum: '3' }, null, undefined];
  const tools = returns.map((value, index) => ({
    name: `t${index}`,
    outputSchema: output,
    run: () => value,
  }));
  const client = await connect(defineServer({ ...info, tools, report: () => {} }));
  for (const { name } of tools) {
    expect(await client.request('tools/call', { name })).toEqual({
      content: [{ type: 'text', text: expect.stringMatching(/^Internal error/) }],
      isError: true,
    });
  }
});

verifies('TOOL-13', 'waits for schemas that validate asynchronously', async ({ connect }) => {
  const slow = z.object({ id: z.string().refine(async (id) => id !== 'taken', 'is taken') });
  const tool = defineTool({ name: 'a', inputSchema: slow, outputSchema: slow, run: ({ id }) => ({ id }) });
  const client = await connect(defineServer({ ...info, tools: [tool] }));
  expect(await client.request('tools/call', { name: 'a', arguments: { id: 'free' } })).toEqual({
    content: [{ type: 'text', text: '{"id":"free"}' }],
    structuredContent: { id: 'free' },
  });
  expect(await client.request('tools/call', { name: 'a', arguments: { id: 'taken' } })).toEqual({
    content: [{ type: 'text', text: expect.stringContaining('/id: is taken') }],
    isError: true,
  });
});

verifies('JS-9', "refuses a library's schema that is no object", async ({ connect }) => {
  for (const input of [z.string(), z.array(z.string()), z.any()]) {
    const tool = defineTool({ name: 'a', inputSchema: input, run: () => {} });
    expect(() => defineServer({ ...info, tools: [tool] })).toThrow(/"type": "object".*object schema/);
  }
  const client = await connect(defineServer({ ...info, tools: [greet] }));
  expect(await client.request('ping')).toEqual({});
});

verifies('ELI-12', "checks the user's answers against a library's form", async ({ connect }) => {
  const answers = [{ name: 'a' }, { name: 'ada' }];
  const ask = defineTool({
    name: 'ask',
    run: async (_, ctx) => {
      const answer = await ctx.ask.elicit('key', { message: 'Who?', schema: person });
      return answer.action === 'accept' ? `${answer.content.name} ${answer.content.age}` : answer.action;
    },
  });
  const client = await connect(defineServer({ ...info, tools: [ask] }), {
    capabilities: { elicitation: {} },
    answers: { 'elicitation/create': () => ({ action: 'accept', content: answers.shift() }) },
  });
  expect(await client.request('tools/call', { name: 'ask' })).toEqual({
    content: [{ type: 'text', text: expect.stringContaining('/name') }],
    isError: true,
  });
  expect(await client.request('tools/call', { name: 'ask' })).toEqual({
    content: [{ type: 'text', text: 'ada 18' }],
  });
});
