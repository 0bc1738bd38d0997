// A tool that outlives its call.
// region tasks
import { setTimeout as sleep } from 'node:timers/promises';
import { defineServer, defineTool } from '@mcp/runtime';
import { tasks } from '@mcp/runtime/tasks';

const bake = defineTool({
  name: 'bake',
  description: 'Bakes a loaf of bread.',
  task: 'optional',
  run: async (_, ctx) => {
    ctx.progress(1, 2, 'in the oven');
    await sleep(1000, undefined, { signal: ctx.signal });
    const { agreed } = await ctx.ask.agree('slice', 'Slice it?');
    return agreed ? 'A sliced loaf.' : 'A loaf.';
  },
});

/** A server with a slow tool. */
export const server = defineServer({
  name: 'bakery',
  version: '1.0.0',
  tools: [bake],
  extensions: [tasks()],
});
// endregion
