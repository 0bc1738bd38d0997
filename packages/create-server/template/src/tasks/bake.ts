// The tool bake: takes a while, so clients that know tasks get one instead of waiting. Others wait for the answer.
import { setTimeout as sleep } from 'node:timers/promises';
import { adds, defineTool } from '@mcp/runtime';

export const bake = defineTool({
  name: 'bake',
  title: 'Bake bread',
  description: 'Bake a loaf of bread, which takes a second.',
  annotations: adds,
  task: 'optional',
  run: async (_, ctx) => {
    ctx.progress(1, 2, 'in the oven');
    await sleep(1000, undefined, { signal: ctx.signal });
    return 'A loaf of bread.';
  },
});
