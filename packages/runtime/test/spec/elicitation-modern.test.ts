// Elicitation in 2026-07-28: forms and URL visits travel in the result (client/elicitation).
import { expect } from 'vitest';
import { defineServer, defineTool } from '../../src/index.ts';
import type { ClientCapabilities, JsonSchema } from '../../src/index.ts';
import { verifies } from './harness.ts';

const info = { name: 'test', version: '1.0.0' };
const stamp = { _meta: { 'io.modelcontextprotocol/serverInfo': info } };
const asking = (schema: JsonSchema): ReturnType<typeof defineTool> =>
  defineTool({
    name: 'ask',
    run: async (_, ctx) => JSON.stringify(await ctx.ask.elicit('key', { message: 'Who?', schema })),
  });
const nameForm = {
  type: 'object',
  properties: { name: { type: 'string', minLength: 2 } },
  required: ['name'],
} as const;
const forms: ClientCapabilities = { elicitation: { form: {} } };

verifies('I-13', 'tells acceptance, refusal and dismissal apart', async ({ connect }) => {
  const cases: readonly [{ [member: string]: unknown }, string][] = [
    [{ action: 'accept', content: { name: 'ada' } }, '{"action":"accept","content":{"name":"ada"}}'],
    [{ action: 'decline' }, '{"action":"decline"}'],
    [{ action: 'cancel', content: { name: 'ada' } }, '{"action":"cancel"}'],
  ];
  for (const [reply, text] of cases) {
    const client = await connect(defineServer({ ...info, tools: [asking(nameForm)] }), {
      capabilities: forms,
      answers: { 'elicitation/create': () => reply },
    });
    expect(await client.request('tools/call', { name: 'ask' })).toEqual({
      resultType: 'complete',
      ...stamp,
      content: [{ type: 'text', text }],
    });
  }
});

verifies('I-13', 'refuses accepted answers that do not fit the form', async ({ connect }) => {
  const wrong: readonly { [member: string]: unknown }[] = [
    { action: 'accept' },
    { action: 'accept', content: {} },
    { action: 'accept', content: { name: 'a' } },
    { action: 'accept', content: { name: ['ada'] } },
    { action: 'accepted', content: { name: 'ada' } },
    {},
  ];
  for (const reply of wrong) {
    const client = await connect(defineServer({ ...info, tools: [asking(nameForm)] }), {
      capabilities: forms,
      answers: { 'elicitation/create': () => reply },
    });
    await expect(client.request('tools/call', { name: 'ask' })).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('inputResponses.key'),
    });
  }
});

verifies('I-13', 'tells the outcome of a URL visit without id and without report', async ({ connect }) => {
  const url = 'https://example.com/in';
  const visit = defineTool({
    name: 'visit',
    run: async (_, ctx) => {
      const question = { message: 'Sign in.', url, completed: Promise.resolve() };
      return (await ctx.ask.elicitUrl('key', question)).action;
    },
  });
  const server = defineServer({ ...info, tools: [visit] });
  for (const action of ['accept', 'decline', 'cancel']) {
    const client = await connect(server, {
      capabilities: { elicitation: { url: {} } },
      answers: { 'elicitation/create': () => ({ action }) },
    });
    expect(await client.request('tools/call', { name: 'visit' }, { answer: false })).toEqual({
      resultType: 'input_required',
      ...stamp,
      inputRequests: {
        key: { method: 'elicitation/create', params: { mode: 'url', message: 'Sign in.', url } },
      },
      requestState: expect.any(String),
    });
    expect(await client.request('tools/call', { name: 'visit' })).toEqual({
      resultType: 'complete',
      ...stamp,
      content: [{ type: 'text', text: action }],
    });
    expect(client.notifications()).toEqual([]);
  }
});

verifies('I-14', 'sends flat forms of all known fields', async ({ connect }) => {
  const choices = [{ const: 'a', title: 'The A' }];
  const schema: JsonSchema = {
    type: 'object',
    properties: {
      text: { type: 'string', title: 'Text', description: 'Some.', minLength: 1, maxLength: 9, default: 'a' },
      mail: { type: 'string', format: 'email' },
      number: { type: 'number', minimum: 0, maximum: 1, default: 0.5 },
      count: { type: 'integer', default: 0 },
      sure: { type: 'boolean', default: false },
      one: { type: 'string', enum: ['a', 'b'], default: 'a' },
      titled: { type: 'string', oneOf: choices },
      several: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1 },
      titles: { type: 'array', items: { anyOf: choices }, maxItems: 1, default: ['a'] },
    },
    required: ['text'],
  };
  const client = await connect(defineServer({ ...info, tools: [asking(schema)] }), { capabilities: forms });
  expect(await client.request('tools/call', { name: 'ask' }, { answer: false })).toEqual({
    resultType: 'input_required',
    ...stamp,
    inputRequests: {
      key: {
        method: 'elicitation/create',
        params: { mode: 'form', message: 'Who?', requestedSchema: schema },
      },
    },
    requestState: expect.any(String),
  });
});

verifies('I-14', 'sends no keyword that forms do not have', async ({ connect }) => {
  const schema: JsonSchema = {
    type: 'object',
    properties: { name: { type: 'string', pattern: '^a', format: 'uuid' } },
    additionalProperties: false,
  };
  const client = await connect(defineServer({ ...info, tools: [asking(schema)] }), { capabilities: forms });
  const result = await client.request('tools/call', { name: 'ask' }, { answer: false });
  expect(result['inputRequests']).toEqual({
    key: {
      method: 'elicitation/create',
      params: {
        mode: 'form',
        message: 'Who?',
        requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
      },
    },
  });
});

verifies('I-14', 'asks nothing when a form is not flat', async ({ connect }) => {
  const fields = [
    { type: 'object', properties: {} },
    { type: 'array', items: { type: 'string' } },
    { type: 'null' },
    { $ref: '#' },
  ];
  for (const field of fields) {
    const schema: JsonSchema = { type: 'object', properties: { field } };
    const client = await connect(defineServer({ ...info, tools: [asking(schema)], report: () => {} }), {
      capabilities: forms,
    });
    expect(await client.request('tools/call', { name: 'ask' }, { answer: false })).toEqual({
      resultType: 'complete',
      ...stamp,
      content: [{ type: 'text', text: expect.stringMatching(/^Internal error/) }],
      isError: true,
    });
  }
});

verifies('I-12', 'sends users to safe pages only', async ({ connect }) => {
  const visiting = (url: string): ReturnType<typeof defineServer> => {
    const visit = defineTool({
      name: 'visit',
      run: async (_, ctx) => (await ctx.ask.elicitUrl('key', { message: 'Go.', url })).action,
    });
    return defineServer({ ...info, tools: [visit], report: () => {} });
  };
  const capabilities: ClientCapabilities = { elicitation: { url: {} } };
  for (const url of ['', 'example.com', 'javascript:alert(1)', 'file:///a', 'http://example.com/']) {
    const client = await connect(visiting(url), { capabilities });
    expect(await client.request('tools/call', { name: 'visit' }, { answer: false })).toMatchObject({
      resultType: 'complete',
      isError: true,
    });
  }
  for (const url of ['https://example.com/in', 'http://localhost:8080/in']) {
    const client = await connect(visiting(url), { capabilities });
    expect(await client.request('tools/call', { name: 'visit' }, { answer: false })).toEqual({
      resultType: 'input_required',
      ...stamp,
      inputRequests: {
        key: { method: 'elicitation/create', params: { mode: 'url', message: 'Go.', url } },
      },
      requestState: expect.any(String),
    });
  }
});
