// append_insight: adds to the memo, the resource memo://insights. The official server has a tool of that name.
import { adds, defineTool, text, ToolResult, type Tool } from '@mcp/runtime';
import { insightIcon } from '../icons.ts';
import type { Insights } from '../resources/insights.ts';

export const appendInsight = (insights: Insights): Tool =>
  defineTool({
    name: 'append_insight',
    title: 'Append insight',
    toolset: 'demo',
    description:
      'Add a business insight to the memo, which the user can read as the resource memo://insights.',
    icons: insightIcon,
    annotations: adds,
    inputSchema: {
      type: 'object',
      properties: {
        insight: {
          type: 'string',
          maxLength: 10_000,
          description: 'What was found out, in a sentence or two.',
        },
      },
      required: ['insight'],
      additionalProperties: false,
    },
    outputSchema: { type: 'object', properties: { count: { type: 'integer' } }, required: ['count'] },
    run: ({ insight }) =>
      new ToolResult({
        content: [text('Insight added to memo')],
        structuredContent: { count: insights.add(insight) },
      }),
  });
