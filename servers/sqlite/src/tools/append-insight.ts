// append_insight: adds to the memo.
import { defineTool, text, ToolResult } from '@mcp/runtime';
import { insightIcon } from '../icons.ts';
import type { Insights } from '../insights.ts';
import { ADDS } from './shapes.ts';

export const appendInsight = (insights: Insights) =>
  defineTool({
    name: 'append_insight',
    title: 'Append insight',
    description: 'Add a business insight to the memo',
    icons: insightIcon,
    annotations: ADDS,
    inputSchema: {
      type: 'object',
      properties: { insight: { type: 'string', maxLength: 10_000 } },
      required: ['insight'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: { count: { type: 'integer' } },
      required: ['count'],
    },
    run({ insight }) {
      insights.add(insight);
      return new ToolResult({
        content: [text('Insight added to memo')],
        structuredContent: { count: insights.count },
      });
    },
  });
