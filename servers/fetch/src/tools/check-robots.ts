// check_robots: what robots.txt says about a URL.
import { defineTool, ToolResult } from '@mcp/runtime';
import { withFailures } from '../failure.ts';
import type { Policy } from '../guard/policy.ts';
import { robotsIcon } from '../icons.ts';
import type { Robots } from '../robots/robots.ts';

export const checkRobots = (robots: Robots, policy: Policy) =>
  defineTool({
    name: 'check_robots',
    title: 'Check robots.txt',
    description:
      'Says whether the robots.txt of a site lets this server fetch a URL, and which rule decides.',
    icons: robotsIcon,
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
    input: {
      type: 'object',
      properties: { url: { type: 'string' } },
      required: ['url'],
      additionalProperties: false,
    },
    output: {
      type: 'object',
      properties: {
        allowed: { type: 'boolean' },
        rule: { type: 'string' },
        robotsUrl: { type: 'string' },
        crawlDelay: { type: 'number' },
        sitemaps: { type: 'array', items: { type: 'string' } },
      },
      required: ['allowed', 'rule', 'robotsUrl', 'sitemaps'],
    },
    run: ({ url }, { signal }) =>
      withFailures(async () => {
        const { crawlDelay, ...decision } = await robots.decide(policy.parse(url), signal);
        return new ToolResult({
          structured: { ...decision, ...(crawlDelay === undefined ? {} : { crawlDelay }) },
        });
      }),
  });
