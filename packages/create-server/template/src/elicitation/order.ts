// The tool order: asks the user before it acts. Ask first: in some revisions a handler runs again from its start
// after a question.
import { adds, defineTool } from '@mcp/runtime';

export const order = defineTool({
  name: 'order',
  title: 'Order a dish',
  description: 'Order a dish after the user has said how many portions.',
  annotations: adds,
  inputSchema: {
    type: 'object',
    properties: { dish: { type: 'string', minLength: 1, description: 'The dish to order.' } },
    required: ['dish'],
    additionalProperties: false,
  },
  run: async ({ dish }, ctx) => {
    const answer = await ctx.ask.elicit('portions', {
      message: `How many portions of ${dish}?`,
      schema: {
        type: 'object',
        properties: { portions: { type: 'integer', minimum: 1, default: 1 } },
        required: ['portions'],
      },
    });
    if (answer.action !== 'accept') return 'Nothing was ordered.';
    return `Ordered ${answer.content.portions} portions of ${dish}.`;
  },
});
