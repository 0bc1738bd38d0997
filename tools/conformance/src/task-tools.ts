// Tools of the fixture server that run as tasks, as the suite expects.
import { setTimeout as sleep } from 'node:timers/promises';
import { defineTool, RpcError, ToolError } from '@mcp/runtime';
import { NAME_FORM } from './asking-tools.ts';

const SECOND_MS = 1000;

const greet = defineTool({
  name: 'greet',
  description: 'Greets at once.',
  inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  run: ({ name }) => `Hello, ${name}!`,
});

const slowCompute = defineTool({
  name: 'slow_compute',
  description: 'Takes its time.',
  inputSchema: {
    type: 'object',
    properties: { seconds: { type: 'number' }, label: { type: 'string' } },
    required: ['seconds'],
  },
  task: 'optional',
  run: async ({ seconds, label = 'it' }, ctx) => {
    ctx.progress(0, 1, 'computing');
    await sleep(seconds * SECOND_MS, undefined, { signal: ctx.signal });
    return `Computed ${label}.`;
  },
});

const failingJob = defineTool({
  name: 'failing_job',
  description: 'Fails after a second.',
  task: 'required',
  run: async () => {
    await sleep(SECOND_MS);
    throw new ToolError('The job failed.');
  },
});

const protocolErrorJob = defineTool({
  name: 'protocol_error_job',
  description: 'Ends with an error of the protocol.',
  task: 'required',
  run: () => Promise.reject(new RpcError(-32603, 'The job broke.')),
});

const confirmDelete = defineTool({
  name: 'confirm_delete',
  description: 'Asks whether to delete.',
  inputSchema: { type: 'object', properties: { filename: { type: 'string' } }, required: ['filename'] },
  task: 'optional',
  run: async ({ filename }, ctx) => {
    const schema = { type: 'object', properties: { confirm: { type: 'boolean' } } } as const;
    const answer = await ctx.ask.elicit('confirm', { message: `Delete ${filename}?`, schema });
    return answer.action === 'accept' ? `Deleted ${filename}.` : `Kept ${filename}.`;
  },
});

const multiInput = defineTool({
  name: 'multi_input',
  description: 'Asks two things at once.',
  task: 'optional',
  run: async (_args, ctx) => {
    const ask = (key: string): Promise<{ action: string }> =>
      ctx.ask.elicit(key, { message: `What is ${key}?`, schema: { type: 'object', properties: {} } });
    const answers = await Promise.all([ask('first'), ask('second')]);
    return answers.map(({ action }) => action).join(', ');
  },
});

const withTask = defineTool({
  name: 'test_tool_with_task',
  description: 'Asks for a name with its call, then works on it as a task.',
  task: 'required',
  asksFirst: true,
  run: async (_args, ctx) => {
    const answer = await ctx.ask.elicit('user_name', { message: 'What is your name?', schema: NAME_FORM });
    await sleep(SECOND_MS, undefined, { signal: ctx.signal });
    return `Hello, ${answer.action === 'accept' ? answer.content.name : 'stranger'}!`;
  },
});

export const taskTools = [
  greet,
  slowCompute,
  failingJob,
  protocolErrorJob,
  confirmDelete,
  multiInput,
  withTask,
];
