// Worker: a server with long, slow and quick tools and its own default time-out that tests start as a child process.
import { setTimeout } from 'node:timers/promises';
import { serveCommand } from '@mcp/command-line';
import { defineTool, image, text } from '@mcp/runtime';

void serveCommand({
  name: 'mcp-server-worker',
  package: '@example/worker',
  version: '1.0.0',
  summary: 'Works.',
  flags: {
    timeout: { type: 'number', default: 0.05, placeholder: 'seconds', description: 'How long work may take' },
  },
  create: ({ flags: { timeout } }) => ({
    name: 'worker',
    version: '1.0.0',
    tools: [
      defineTool({ name: 'long', run: () => 'x'.repeat(22_000_000) }),
      defineTool({ name: 'slow', run: (_, { signal }) => setTimeout(200, 'slow', { signal }) }),
      defineTool({ name: 'quick', run: () => `${timeout}` }),
      defineTool({
        name: 'blocks',
        run: () => [
          text(' M story.txt'),
          image('', 'image/png'),
          text('A line\n'),
          text(''),
          text('git_add stages changes.'),
        ],
      }),
    ],
  }),
});
