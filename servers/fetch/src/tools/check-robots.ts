// check_robots: what robots.txt says about a URL.
import { defineTool, ToolResult } from '@mcp/runtime';
import type { Fetcher } from '../http/fetcher.ts';
import { robotsIcon } from '../icons.ts';
import { UNTRUSTED } from '../output/part.ts';
import type { Robots } from '../robots/robots.ts';
import { oneUrl } from './arguments.ts';
import { READS_WEB } from './hints.ts';

export const checkRobots = (robots: Robots, fetcher: Fetcher) =>
  defineTool({
    name: 'check_robots',
    title: 'Check robots.txt',
    description: 'Whether robots.txt lets this server fetch a URL, and which rule decides.',
    icons: robotsIcon,
    annotations: READS_WEB,
    inputSchema: oneUrl,
    outputSchema: {
      type: 'object',
      properties: {
        allowed: { type: 'boolean' },
        rule: { type: 'string' },
        robotsUrl: { type: 'string' },
        crawlDelay: { type: 'number' },
        sitemaps: { type: 'array' },
      },
      required: ['allowed', 'rule'],
    },
    async run({ url }, { signal }) {
      const { crawlDelay, ...decision } = await robots.verdict(fetcher.policy.parse(url), fetcher, signal);
      return new ToolResult({
        structuredContent: { ...decision, ...(crawlDelay === undefined ? {} : { crawlDelay }) },
        _meta: UNTRUSTED,
      });
    },
  });
