// Tools of the fixture server that take a while or send messages meanwhile: logs, progress, cancellation.
import { setTimeout as sleep } from 'node:timers/promises';
import { defineTool } from '@mcp/runtime';

const STEP_MS = 50;
const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const;
let cancelled = 0;

const withLogging = defineTool({
  name: 'test_tool_with_logging',
  description: 'Logs three times.',
  run: async (_args, ctx) => {
    ctx.log('info', 'Tool execution started');
    await sleep(STEP_MS);
    ctx.log('info', 'Tool processing data');
    await sleep(STEP_MS);
    ctx.log('info', 'Tool execution completed');
    return 'Logged three times.';
  },
});

const withProgress = defineTool({
  name: 'test_tool_with_progress',
  description: 'Reports progress three times.',
  // Pauses, because the official clients drop progress in the same chunk as the result.
  run: async (_args, ctx) => {
    ctx.progress(0, 100, 'Begun');
    await sleep(STEP_MS);
    ctx.progress(50, 100, 'Half done');
    await sleep(STEP_MS);
    ctx.progress(100, 100, 'Done');
    await sleep(STEP_MS);
    return 'Reported progress three times.';
  },
});

// The suite checks that clients get no log messages without asking.
const loggingTool = defineTool({
  name: 'test_logging_tool',
  description: 'Logs one message of each level.',
  run: (_args, ctx) => {
    for (const level of LEVELS) ctx.log(level, { said: level }, 'shouter');
    return 'Logged at each level.';
  },
});

const reconnection = defineTool({
  name: 'test_reconnection',
  description: 'Closes the connection before its answer.',
  run: async (_args, ctx) => {
    ctx.disconnect(STEP_MS);
    await sleep(2 * STEP_MS);
    return 'Came back for the answer.';
  },
});

const wait = defineTool({
  name: 'wait',
  description: 'Reports progress once, then waits until it is cancelled.',
  run: async (_args, ctx) => {
    ctx.progress(1, 2, 'waiting');
    try {
      await sleep(60_000, undefined, { signal: ctx.signal });
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

export const workTools = [
  withLogging,
  withProgress,
  loggingTool,
  reconnection,
  wait,
  cancellations,
  whoami,
  print,
];
