// Tools of the fixture server that tell how they come along: log messages, progress, an answer that is fetched later.
import { setTimeout as sleep } from 'node:timers/promises';
import { defineTool } from '@mcp/runtime';

const STEP_MS = 50;

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
  run: async (_args, ctx) => {
    ctx.progress(0, 100, 'Begun');
    await sleep(STEP_MS);
    ctx.progress(50, 100, 'Half done');
    await sleep(STEP_MS);
    ctx.progress(100, 100, 'Done');
    return 'Reported progress three times.';
  },
});

// The suite sees to it that nothing is logged to a client that did not ask for it.
const loggingTool = defineTool({
  name: 'test_logging_tool',
  description: 'Logs once, at each end of the levels.',
  run: (_args, ctx) => {
    ctx.log('debug', 'a detail');
    ctx.log('emergency', 'a catastrophe');
    return 'Logged twice.';
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

export const workTools = [withLogging, withProgress, loggingTool, reconnection];
