// Examples of docs/operations.md.
import { setTimeout } from 'node:timers/promises';
import { defineServer, defineTool, forMethods, type Middleware } from '@mcp/runtime';
import { auditLog, rateLimit, responseLimit, timeout, withOperations } from '@mcp/runtime/middleware';

export const lines: string[] = [];
export const slow: string[] = [];

const report = defineTool({
  name: 'report',
  description: 'Writes a report of so many lines.',
  inputSchema: { type: 'object', properties: { lines: { type: 'integer' } }, required: ['lines'] },
  run: ({ lines: count }) => 'A line of the report.\n'.repeat(count),
});

// region all
export const server = defineServer(
  withOperations(
    { name: 'reports', version: '1.0.0', tools: [report] },
    { timeoutMs: 30_000, maxOutputBytes: 100_000, audit: auditLog({ write: (line) => lines.push(line) }) },
  ),
);
// endregion

// region some
export const other = defineServer({
  name: 'reports',
  version: '1.0.0',
  tools: [report],
  resources: [],
  middleware: [
    responseLimit({ maxBytes: 50_000 }),
    rateLimit({ burst: 100, perSecond: 2, tools: { report: { burst: 1, perSecond: 0.1 } } }),
    timeout({ ms: 60_000, tools: { report: 5_000 } }),
  ],
});
// endregion

// region own
const slowCalls: Middleware = forMethods(['tools/call'], async ({ params }, next) => {
  const start = performance.now();
  try {
    return await next();
  } finally {
    if (performance.now() - start > 10) slow.push(String(params['name']));
  }
});
// endregion

const nap = defineTool({ name: 'nap', description: 'Sleeps a little.', run: () => setTimeout(50, 'Slept.') });

export const watched = defineServer({
  name: 'watched',
  version: '1.0.0',
  tools: [report, nap],
  middleware: [slowCalls],
});

export const durations = new Map<string, number[]>();

// region observe
export const metered = defineServer({
  name: 'metered',
  version: '1.0.0',
  tools: [report],
  observe: (event) => {
    if (event.type !== 'request') return;
    const key = `${event.method} ${event.name} ${event.outcome}`;
    durations.set(key, [...(durations.get(key) ?? []), event.durationMs]);
  },
});
// endregion
