// Examples of docs/writing-a-server.md: questions to the client and its user.
import { defineServer, defineTool, ToolError } from '@mcp/runtime';

export const orders: string[] = [];
export const priceLookups: string[] = [];

async function lookUpPrice(dish: string): Promise<number> {
  priceLookups.push(dish);
  return dish.length;
}

// region elicit
export const order = defineTool({
  name: 'order_dish',
  description: 'Orders a dish after the user has agreed to the price.',
  inputSchema: { type: 'object', properties: { dish: { type: 'string' } }, required: ['dish'] },
  async run({ dish }, ctx) {
    // Runs once, even though the handler may run again from its start.
    const price = await ctx.once('price', () => lookUpPrice(dish));
    const answer = await ctx.ask.elicit('confirm', {
      message: `${dish} costs ${price} euros.`,
      schema: {
        type: 'object',
        properties: { portions: { type: 'integer', minimum: 1, default: 1 } },
        required: ['portions'],
      },
    });
    if (answer.action !== 'accept') return 'The user does not want it. Nothing was ordered.';
    // Acts only after the last question.
    orders.push(`${answer.content.portions} × ${dish}`);
    return `Ordered ${answer.content.portions} × ${dish}.`;
  },
});
// endregion

// region sample
export const summarize = defineTool({
  name: 'summarize',
  description: "Summarizes a text with the client's model, or cuts it when there is none.",
  inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
  async run({ text }, ctx) {
    if (!ctx.client.supports('sampling')) return `${text.slice(0, 20)} …`;
    const { content } = await ctx.ask.sample('summary', {
      messages: [{ role: 'user', content: { type: 'text', text: `Summarize in one sentence:\n${text}` } }],
      maxTokens: 200,
    });
    const blocks = Array.isArray(content) ? content : [content];
    const [first] = blocks.filter((block) => block.type === 'text');
    if (first === undefined) throw new ToolError('the model answered without text; try again');
    return first.text;
  },
});
// endregion

// region roots
export const listProjects = defineTool({
  name: 'list_projects',
  description: 'Lists the directories that the user works on.',
  async run(_args, ctx) {
    const roots = await ctx.ask.roots();
    return roots.map(({ name, uri }) => `${name ?? 'unnamed'}: ${uri}`).join('\n');
  },
});
// endregion

export const server = defineServer({
  name: 'restaurant',
  version: '1.0.0',
  tools: [order, summarize, listProjects],
});
