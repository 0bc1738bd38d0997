// A tool that runs once for each answer of the client.
// region once
import { defineTool } from '@mcp/runtime';

export const pay = defineTool({
  name: 'pay',
  description: 'Pays the bill, after a question.',
  atMostOnce: true,
  run: async (_, ctx) => {
    const schema = { type: 'object', properties: { sure: { type: 'boolean' } } } as const;
    const answer = await ctx.ask.elicit('sure', { message: 'Pay 20 €?', schema });
    return answer.action === 'accept' && answer.content.sure === true ? 'paid' : 'not paid';
  },
});
// endregion
