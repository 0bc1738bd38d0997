// Tools of the fixture server that ask several questions or use features that the suite does not test: pages, tools,
// bookings.
import { defineTool, type SamplingContent } from '@mcp/runtime';
import { modelSaid } from './asking-tools.ts';

let bookings = 0;

const order = defineTool({
  name: 'order',
  description: 'Asks the user by form.',
  run: async (_args, ctx) => {
    const answer = await ctx.ask.elicit('order', {
      message: 'What would you like?',
      schema: {
        type: 'object',
        properties: {
          dish: { type: 'string', title: 'Dish', minLength: 2 },
          spicy: { type: 'boolean', default: false },
          portions: { type: 'integer', minimum: 1, maximum: 9 },
          size: { type: 'string', enum: ['small', 'large'] },
        },
        required: ['dish', 'portions'],
      },
    });
    if (answer.action !== 'accept') return `user chose to ${answer.action}`;
    const { dish, portions, spicy, size } = answer.content;
    return `${portions} × ${dish}, ${spicy ? 'spicy' : 'mild'}, ${size ?? 'any size'}`;
  },
});

const signIn = defineTool({
  name: 'sign_in',
  description: 'Sends the user to a web page.',
  run: async (_args, ctx) => {
    const { action } = await ctx.ask.elicitUrl('sign-in', {
      message: 'Please sign in.',
      url: 'https://example.com/sign-in',
      completed: Promise.resolve(),
    });
    return `user chose to ${action}`;
  },
});

const lookUp = defineTool({
  name: 'look_up',
  description: 'Lets the model of the client use a tool, in two rounds.',
  run: async (_args, ctx) => {
    const question = { role: 'user', content: { type: 'text', text: 'How warm is it?' } } as const;
    const tools = [{ name: 'thermometer', inputSchema: { type: 'object' } }];
    const first = await ctx.ask.sample('first', { messages: [question], maxTokens: 50, tools });
    const used = [first.content].flat().find((block: SamplingContent) => block.type === 'tool_use');
    if (used === undefined) return 'the model used no tool';
    const result = {
      role: 'user',
      content: { type: 'tool_result', toolUseId: used.id, content: [{ type: 'text', text: '21.5' }] },
    } as const;
    const messages = [question, { role: first.role, content: first.content }, result];
    const second = await ctx.ask.sample('second', { messages, maxTokens: 50, tools });
    return modelSaid(second);
  },
});

const book = defineTool({
  name: 'book',
  description: 'Reserves once, then asks two questions one after the other.',
  run: async (_args, ctx) => {
    const number = await ctx.once('reserve', () => ++bookings);
    const schema = { type: 'object', properties: { sure: { type: 'boolean' } }, required: ['sure'] } as const;
    const first = await ctx.ask.elicit('first', { message: 'Sure?', schema });
    const second = await ctx.ask.elicit('second', { message: 'Really?', schema });
    const again = await ctx.once('reserve', () => ++bookings);
    return `${first.action} ${second.action}, ${number === again ? 'one' : 'two'} of ${bookings}`;
  },
});

export const conversationTools = [order, signIn, lookUp, book];
