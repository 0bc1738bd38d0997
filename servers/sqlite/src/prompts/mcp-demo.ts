// mcp-demo: a guided tour on data that the model makes up. The official server has a prompt of that name.
import { completeFrom, definePrompt, type Prompt } from '@mcp/runtime';
import { insightIcon } from '../icons.ts';

const TOPICS = ['library', 'online shop', 'restaurant', 'space mission', 'sports club'];

export const mcpDemo: Prompt = definePrompt({
  name: 'mcp-demo',
  title: 'Demo',
  description:
    'A prompt to seed the database with initial data and demonstrate what you can do with an SQLite MCP Server + Claude',
  icons: insightIcon,
  arguments: {
    topic: {
      description: 'Topic to seed the database with initial data',
      required: true,
      complete: completeFrom(TOPICS),
    },
  },
  get: ({ topic }) => ({
    description: `Demo template for ${topic}`,
    messages: [
      {
        role: 'user',
        content: {
          type: 'text',
          text:
            `Show me what this SQLite server can do, with the topic: ${topic}\n\n` +
            '1. Think of a short business problem around the topic, and tell it to me.\n' +
            '2. Make two or three small tables for it with create_table, and fill them with execute_batch. Leave tables that exist as they are.\n' +
            '3. Ask me which of three questions I want answered. Wait for my choice.\n' +
            '4. Answer it with read_query, and show the query.\n' +
            '5. Write down each insight with append_insight. The resource memo://insights shows them all.\n' +
            '6. End with a summary, and with what I could ask next.',
        },
      },
    ],
  }),
});
