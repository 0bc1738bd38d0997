// Tools of the fixture server that take a while or say something meanwhile: progress, cancellation, logging, context.
import { setTimeout } from 'node:timers/promises';
import { defineTool } from '@mcp/runtime';

const levels = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;
let cancelled = 0;

const count = defineTool({
  name: 'count',
  description: 'Counts and reports each step as progress.',
  inputSchema: { type: 'object', properties: { to: { type: 'integer', maximum: 10 } }, required: ['to'] },
  // The official clients lose progress that comes in the same chunk as the result, so there is a pause after each.
  run: async ({ to }, ctx) => {
    for (let step = 1; step <= to; step++) {
      ctx.progress(step, to, `step ${step}`);
      await setTimeout(20);
    }
    return `counted to ${to}`;
  },
});

const wait = defineTool({
  name: 'wait',
  description: 'Reports progress once, then waits until it is cancelled.',
  run: async (_args, ctx) => {
    ctx.progress(1, 2, 'waiting');
    try {
      await setTimeout(60_000, undefined, { signal: ctx.signal });
    } catch {
      cancelled++;
    }
  },
});

const cancellations = defineTool({
  name: 'cancellations',
  description: 'Says how many calls of "wait" were cancelled.',
  run: () => `${cancelled}`,
});

const shout = defineTool({
  name: 'shout',
  description: 'Logs one message of each level.',
  run: (_args, ctx) => {
    for (const level of levels) ctx.log(level, { said: level }, 'shouter');
  },
});

const whoami = defineTool({
  name: 'whoami',
  description: 'Says what the server knows about the client and the request.',
  outputSchema: { type: 'object' },
  run: (_args, { client, revision, _meta: meta, trace }) => ({
    name: client.info?.name,
    revision,
    canBeAsked: client.supports('elicitation.form'),
    note: meta['com.example/note'],
    traceparent: trace.traceparent,
  }),
});

const print = defineTool({
  name: 'print',
  description: 'Prints to stdout, as a careless library does.',
  run: () => {
    console.log('this is not JSON-RPC');
    return 'printed';
  },
});

export const workTools = [count, wait, cancellations, shout, whoami, print];
