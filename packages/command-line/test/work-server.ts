// Work server: a command-line server for tests that end its process; `work` takes the given time.
import { setTimeout as sleep } from 'node:timers/promises';
import { serveCommand } from '@mcp/command-line';
import { defineResource, defineTool, toolRegistry } from '@mcp/runtime';

const work = defineTool({
  name: 'work',
  inputSchema: { type: 'object', properties: { ms: { type: 'number' } }, required: ['ms'] },
  run: async ({ ms }, ctx) => {
    ctx.progress(1, 2);
    await sleep(ms);
    return 'worked';
  },
});

const hang = defineTool({ name: 'hang', run: () => new Promise<string>(() => {}) });

const a = defineResource({ uri: 'test://a', name: 'a', read: () => 'a', watch: () => () => {} });

void serveCommand({
  name: 'mcp-server-work',
  package: 'mcp-server-work',
  version: '1.0.0',
  summary: 'Works.',
  create: () => ({
    name: 'work',
    version: '1.0.0',
    tools: toolRegistry([work, hang]),
    resources: [a],
    // A signalled process must not wait for its timers.
    limits: { inFlight: 1000 },
  }),
});
