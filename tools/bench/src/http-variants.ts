// What is compared over HTTP.
import type { Era } from './client/messages.ts';
import type { Variant } from './variants.ts';
import { lanesOf } from './variants.ts';

const both: readonly Era[] = ['legacy', 'modern'];
const transport = 'http';

/** The names are those of the same libraries over stdio. */
export const httpVariants: readonly Variant[] = [
  { name: 'limit', title: 'minimal hand-written loop', transport, eras: both, packages: [] },
  { name: 'ours', title: '@mcp/runtime', transport, eras: both, packages: ['@mcp/runtime'] },
  {
    name: 'official-v1',
    title: 'official SDK, version 1',
    transport,
    eras: ['legacy'],
    packages: ['@modelcontextprotocol/sdk', 'zod'],
  },
  {
    name: 'official-v2',
    title: 'official SDK, version 2',
    transport,
    eras: both,
    packages: ['@modelcontextprotocol/server', '@modelcontextprotocol/node', 'zod'],
  },
  {
    name: 'official-v2-sessions',
    title: 'official SDK, version 2, with sessions',
    transport,
    eras: ['legacy'],
    packages: ['@modelcontextprotocol/server', '@modelcontextprotocol/node', 'zod'],
  },
  {
    name: 'tmcp',
    title: 'tmcp',
    transport,
    eras: both,
    packages: [
      'tmcp',
      '@tmcp/transport-http',
      '@remix-run/node-fetch-server',
      '@tmcp/adapter-valibot',
      'valibot',
    ],
  },
  {
    name: 'mcp-lite',
    title: 'mcp-lite',
    transport,
    eras: ['legacy'],
    // The newest that it knows. Asked for a newer one it settles on 2025-03-26, and then refuses GET.
    revision: '2025-06-18',
    packages: ['mcp-lite', '@hono/node-server', 'zod'],
  },
];

/** Whether a lane keeps sessions: the recommended way of the official SDK, version 2, answers each request alone. */
export function hasSessions(lane: string): boolean {
  return sessionLanes.includes(lane);
}

const sessionLanes: readonly string[] = lanesOf(httpVariants)
  .filter(({ era, variant }) => era === 'legacy' && variant.name !== 'official-v2')
  .map(({ name }) => name);
