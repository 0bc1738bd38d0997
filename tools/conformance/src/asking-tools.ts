// Tools of the fixture server that ask the client one question, with and without sessions.
import { defineTool, type ElicitResult, type SamplingRequest, type SamplingResult } from '@mcp/runtime';

/** The form for most questions of the suite. */
export const NAME_FORM = {
  type: 'object',
  properties: { name: { type: 'string', title: 'Name' } },
  required: ['name'],
} as const;

/** Returns a question to the client's model. */
export function toModel(question: string): SamplingRequest {
  return {
    systemPrompt: 'You answer in few words.',
    messages: [{ role: 'user', content: { type: 'text', text: question } }],
    maxTokens: 100,
  };
}

/** Describes a model's answer. */
export function modelSaid({ model, content }: SamplingResult): string {
  return `LLM response: ${model}: ${JSON.stringify(content)}`;
}

/** Describes the user's action on a form. */
export function userDid(answer: ElicitResult<unknown>): string {
  const content = answer.action === 'accept' ? `, content=${JSON.stringify(answer.content)}` : '';
  return `Elicitation completed: action=${answer.action}${content}`;
}

const sampling = defineTool({
  name: 'test_sampling',
  description: 'Asks the model of the client.',
  inputSchema: { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] },
  run: async ({ prompt }, ctx) => modelSaid(await ctx.ask.sample('prompt', toModel(prompt))),
});

const elicitation = defineTool({
  name: 'test_elicitation',
  description: 'Asks the user for a name and an address.',
  inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
  run: async ({ message }, ctx) => {
    const schema = {
      type: 'object',
      properties: {
        username: { type: 'string', description: "User's response" },
        email: { type: 'string', description: "User's email address" },
      },
      required: ['username', 'email'],
    } as const;
    return userDid(await ctx.ask.elicit('user', { message, schema }));
  },
});

const defaults = defineTool({
  name: 'test_elicitation_sep1034_defaults',
  description: 'Asks with a form whose fields have defaults.',
  run: async (_args, ctx) => {
    const schema = {
      type: 'object',
      properties: {
        name: { type: 'string', default: 'John Doe' },
        age: { type: 'integer', default: 30 },
        score: { type: 'number', default: 95.5 },
        status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
        verified: { type: 'boolean', default: true },
      },
    } as const;
    return userDid(await ctx.ask.elicit('defaults', { message: 'Please check the defaults.', schema }));
  },
});

const enums = defineTool({
  name: 'test_elicitation_sep1330_enums',
  description: 'Asks with a form that has every kind of choice.',
  run: async (_args, ctx) => {
    const options = ['option1', 'option2', 'option3'];
    const titled = [
      { const: 'value1', title: 'First' },
      { const: 'value2', title: 'Second' },
      { const: 'value3', title: 'Third' },
    ];
    const schema = {
      type: 'object',
      properties: {
        untitledSingle: { type: 'string', enum: options },
        titledSingle: { type: 'string', oneOf: titled },
        legacyEnum: { type: 'string', enum: ['opt1', 'opt2'], enumNames: ['Option One', 'Option Two'] },
        untitledMulti: { type: 'array', items: { type: 'string', enum: options } },
        titledMulti: { type: 'array', items: { anyOf: titled } },
      },
    };
    return userDid(await ctx.ask.elicit('choices', { message: 'Please choose.', schema }));
  },
});

const missingCapability = defineTool({
  name: 'test_missing_capability',
  description: 'Needs a client with a model; the suite calls it as one that has none.',
  run: async (_args, ctx) => modelSaid(await ctx.ask.sample('answer', toModel('Are you there?'))),
});

const streamingElicitation = defineTool({
  name: 'test_streaming_elicitation',
  description: 'Reports progress, then asks; the question must not be a request on the stream.',
  run: async (_args, ctx) => {
    ctx.progress(1, 2, 'About to ask');
    return userDid(await ctx.ask.elicit('user_name', { message: 'What is your name?', schema: NAME_FORM }));
  },
});

export const askingTools = [sampling, elicitation, defaults, enums, missingCapability, streamingElicitation];
