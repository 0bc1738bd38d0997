// Examples of docs/writing-a-server.md: progress, cancellation, logging.
import { setTimeout } from 'node:timers/promises';
import { defineServer, defineTool } from '@mcp/runtime';

// region progress
export const countDown = defineTool({
  name: 'count_down',
  description: 'Counts down, one step every ten milliseconds.',
  inputSchema: {
    type: 'object',
    properties: { from: { type: 'integer', minimum: 1, maximum: 1000 } },
    required: ['from'],
  },
  async run({ from }, ctx) {
    for (let step = 1; step <= from; step++) {
      // Rejects immediately when the client cancels.
      await setTimeout(10, undefined, { signal: ctx.signal });
      ctx.progress(step, from, `${from - step} to go`);
      ctx.log('debug', { step }, 'countdown');
    }
    return 'Lift-off';
  },
});
// endregion

export const server = defineServer({ name: 'rocket', version: '1.0.0', tools: [countDown] });
