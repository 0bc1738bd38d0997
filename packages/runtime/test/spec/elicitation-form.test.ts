// Elicitation: the forms that are put to the user, by a request or in the result (client/elicitation).
import { expect } from 'vitest';
import { defineServer, defineTool, MissingCapabilityError } from '../../src/index.ts';
import type { ClientCapabilities, JsonSchema } from '../../src/index.ts';
import { ask, expectUnasked, questionIn } from './asking.ts';
import { verifies } from './harness.ts';
import type { Bench } from './harness.ts';
import { connected } from './requirements/types.ts';

const elicit = (
  bench: Bench,
  schema: JsonSchema,
  elicitation: ClientCapabilities['elicitation'] | undefined = {},
): ReturnType<typeof ask> =>
  ask(bench, (ctx) => ctx.ask.elicit('key', { message: 'Please fill this in.', schema }), {
    capabilities: { elicitation },
    reply: () => ({ action: 'decline' }),
  });
const form = (properties: { [name: string]: unknown }, required?: readonly string[]): JsonSchema => ({
  type: 'object',
  properties,
  ...(required === undefined ? {} : { required }),
});
const question = ({ revision }: Bench, requestedSchema: object): object =>
  questionIn(revision, 'elicitation/create', {
    ...(revision === '2025-06-18' ? {} : { mode: 'form' }),
    message: 'Please fill this in.',
    requestedSchema,
  });
const byEra = (...ids: string[]): { readonly stateful: readonly string[]; readonly modern: string } => ({
  stateful: ids,
  modern: 'I-14',
});
const simple = form({ name: { type: 'string' } });

verifies(
  byEra('ELI-1', 'ELI-5'),
  'puts a form to the user, with the mode where modes exist',
  async (bench) => {
    const schema = form({ name: { type: 'string', title: 'Name', description: 'Of you.' } }, ['name']);
    const { asked, got } = await elicit(bench, schema);
    expect(asked).toEqual([question(bench, schema)]);
    expect(got).toEqual({ action: 'decline' });
  },
);

verifies('PROJ-27', 'sends forms without mode and without dialect', async (bench) => {
  const $schema = 'https://json-schema.org/draft/2020-12/schema';
  const { asked } = await elicit(bench, { ...simple, $schema });
  const params = { message: 'Please fill this in.', requestedSchema: simple };
  expect(asked).toEqual([questionIn(bench.revision, 'elicitation/create', params)]);
});

verifies('ELI-2', 'puts no form to a client that has not declared forms', async (bench) => {
  const { asked, got, result } = await ask(
    bench,
    async (ctx) => {
      expect(ctx.client.supports('elicitation.form')).toBe(false);
      return ctx.ask.elicit('key', { message: 'a', schema: simple });
    },
    { capabilities: { sampling: {} } },
  );
  expect(got).toBeInstanceOf(MissingCapabilityError);
  expect(result).toEqual({ content: [] });
  expect(asked).toEqual([]);
});

verifies(
  'ELI-2',
  'uses only the modes that the client listed, and takes none listed as forms',
  async (bench) => {
    for (const declared of [{}, { form: {} }, { form: {}, url: {} }]) {
      const { asked } = await elicit(bench, simple, declared);
      expect(asked).toEqual([question(bench, simple)]);
    }
    const { asked, got } = await elicit(bench, simple, { url: {} });
    expect(asked).toEqual([]);
    expect(got).toBeInstanceOf(MissingCapabilityError);
  },
  { revisions: ['2025-11-25'], transports: connected },
);

verifies(byEra('ELI-4'), 'sends flat forms of primitive fields only', async (bench) => {
  const wrong: readonly JsonSchema[] = [
    form({ a: { type: 'object', properties: { b: { type: 'string' } } } }),
    form({ a: { type: 'array', items: { type: 'object', properties: {} } } }),
    form({ a: { type: 'array', items: { type: 'string' } } }),
    form({ a: { type: ['string', 'null'] } }),
    form({ a: { type: 'null' } }),
    form({ a: { anyOf: [{ type: 'string' }] } }),
    form({ a: { $ref: '#/$defs/b' } }),
    form({ a: true }),
    { type: 'object' },
    { type: 'string' },
    { type: 'array', items: { type: 'string' }, properties: {} },
  ];
  for (const schema of wrong) {
    expectUnasked(bench, await elicit(bench, { ...schema, $defs: { b: { type: 'string' } } }));
  }
});

verifies(
  byEra('ELI-4'),
  'sends the keywords that forms have and leaves out all others',
  async (bench) => {
    const text = { type: 'string', minLength: 1, maxLength: 9 };
    const number = { type: 'number', minimum: 0.5, maximum: 9.5 };
    const count = { type: 'integer', minimum: 0, maximum: 9 };
    const schema = {
      ...form(
        {
          text: { ...text, pattern: '^a', format: 'uuid', $comment: 'x', examples: ['a'] },
          number: { ...number, multipleOf: 0.5, exclusiveMaximum: 10 },
          count: { ...count, title: 'Count' },
          sure: { type: 'boolean', readOnly: false },
        },
        ['text'],
      ),
      additionalProperties: false,
      description: 'A form.',
    };
    const { asked } = await elicit(bench, schema);
    expect(asked).toEqual([
      question(
        bench,
        form({ text, number, count: { ...count, title: 'Count' }, sure: { type: 'boolean' } }, ['text']),
      ),
    ]);
  },
  { transports: connected },
);

/** Forms, and what is sent of them if not all. */
interface Sent {
  readonly id: string;
  readonly title: string;
  readonly schema: JsonSchema;
  readonly shown?: JsonSchema;
}

const formats = (...names: string[]): { [name: string]: unknown } =>
  Object.fromEntries(names.map((format) => [format, { type: 'string', format }]));
const choices = [
  { const: 'a', title: 'The A' },
  { const: 'b', title: 'The B' },
];

const sent: readonly Sent[] = [
  {
    id: 'ELI-6',
    title: 'sends the four string formats that exist and no other',
    schema: form(formats('email', 'uri', 'date', 'date-time', 'uuid', 'ipv4')),
    shown: form({
      ...formats('email', 'uri', 'date', 'date-time'),
      uuid: { type: 'string' },
      ipv4: { type: 'string' },
    }),
  },
  {
    id: 'ELI-7',
    title: 'sends the default of a yes-or-no field',
    schema: form({
      yes: { type: 'boolean', default: true },
      no: { type: 'boolean', default: false, title: 'No' },
    }),
  },
  {
    id: 'ELI-8',
    title: 'sends defaults of all other fields',
    schema: form({
      text: { type: 'string', default: '' },
      number: { type: 'number', default: 0.5 },
      count: { type: 'integer', default: 0 },
      choice: { type: 'string', enum: ['a', 'b'], default: 'b' },
      titled: { type: 'string', oneOf: [{ const: 'a', title: 'A' }], default: 'a' },
      several: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, default: ['a'] },
    }),
  },
  {
    id: 'PROJ-28',
    title: 'mentions a default in the description instead',
    schema: form({
      text: { type: 'string', default: 'a', description: 'Some text.' },
      number: { type: 'number', default: 0.5 },
      choice: { type: 'string', enum: ['a', 'b'], default: 'b' },
      sure: { type: 'boolean', default: true },
    }),
    shown: form({
      text: { type: 'string', description: 'Some text. (Default: "a")' },
      number: { type: 'number', description: 'Default: 0.5' },
      choice: { type: 'string', enum: ['a', 'b'], description: 'Default: "b"' },
      sure: { type: 'boolean', default: true },
    }),
  },
  {
    id: 'ELI-9',
    title: 'sends choices, with names for display',
    schema: form({
      plain: { type: 'string', enum: ['a', 'b'] },
      named: { type: 'string', enum: ['a', 'b'], enumNames: ['The A', 'The B'] },
    }),
  },
  {
    id: 'ELI-10',
    title: 'sends titled and multiple choices',
    schema: form(
      {
        one: { type: 'string', oneOf: choices },
        plain: { type: 'array', items: { type: 'string', enum: ['a', 'b'] }, minItems: 1, maxItems: 2 },
        titled: { type: 'array', title: 'Many', items: { anyOf: choices }, maxItems: 2, default: ['a', 'b'] },
      },
      ['one', 'plain'],
    ),
  },
  {
    id: 'PROJ-29',
    title: 'sends titled choices in the older form',
    schema: form({
      one: { type: 'string', title: 'One', oneOf: [{ const: 'a', title: 'The A' }, { const: 'b' }] },
    }),
    shown: form({ one: { type: 'string', title: 'One', enum: ['a', 'b'], enumNames: ['The A', 'b'] } }),
  },
];

for (const { id, title, schema, shown = schema } of sent) {
  verifies(id.startsWith('ELI') ? byEra(id) : id, title, async (bench) => {
    const { asked } = await elicit(bench, schema);
    expect(asked).toEqual([question(bench, shown)]);
  });
}

verifies('PROJ-30', 'refuses the author multiple choices', async (bench) => {
  const items = { type: 'string', enum: ['a', 'b'] };
  const outcome = await elicit(bench, form({ several: { type: 'array', items } }));
  expectUnasked(bench, outcome);
  expect(outcome.got).toBeInstanceOf(MissingCapabilityError);
});

const bothModes = { form: {}, url: {} };
const visit = { message: 'a', url: 'https://example.com/' };

verifies('PROJ-26', 'refuses the author to put questions', async (bench) => {
  const outcome = await elicit(bench, simple, bothModes);
  expectUnasked(bench, outcome);
  expect(outcome.got).toBeInstanceOf(MissingCapabilityError);
  const tool = defineTool({
    name: 'ask',
    run: async (_, ctx) => {
      expect(ctx.client.supports('elicitation.form')).toBe(false);
      expect(ctx.client.supports('elicitation.url')).toBe(false);
      return (await ctx.ask.elicitUrl('key', visit)).action;
    },
  });
  const server = defineServer({ name: 'test', version: '1.0.0', tools: [tool] });
  const client = await bench.connect(server, { capabilities: { elicitation: bothModes } });
  expect(await client.request('tools/call', { name: 'ask' })).toEqual({
    content: [{ type: 'text', text: expect.stringContaining('elicitation') }],
    isError: true,
  });
});

verifies('PROJ-44', 'takes any declaration as forms and never sends a user to a URL', async (bench) => {
  for (const declared of [{}, { form: {} }, { url: {} }, { other: {} }]) {
    const { asked } = await elicit(bench, simple, declared);
    expect(asked).toEqual([question(bench, simple)]);
  }
  const { got, client } = await ask(bench, (ctx) => ctx.ask.elicitUrl('key', visit), {
    capabilities: { elicitation: { url: {} } },
    reply: () => ({ action: 'accept' }),
  });
  expect(got).toBeInstanceOf(MissingCapabilityError);
  expect(client.sent).toHaveLength(3);
});
