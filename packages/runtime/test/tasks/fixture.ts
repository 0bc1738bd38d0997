// Task server: tools that run as tasks, for client tests.
import { setTimeout as sleep } from 'node:timers/promises';
import { tasks, type TaskOptions } from '../../src/tasks.ts';
import { defineServer, defineTool, type McpServer } from '../../src/index.ts';

const field = { type: 'object', properties: { x: { type: 'string' } }, required: ['x'] } as const;

const count = defineTool({
  name: 'count',
  description: 'Counts, with progress, and returns what it was given.',
  inputSchema: { type: 'object', properties: { ms: { type: 'number' }, label: { type: 'string' } } },
  task: 'optional',
  run: async ({ ms = 0, label = '' }, ctx) => {
    ctx.progress(1, 2, 'counting');
    await sleep(ms, undefined, { signal: ctx.signal });
    return `counted ${label}`;
  },
});

const ask = defineTool({
  name: 'ask',
  description: 'Asks for a word.',
  task: 'optional',
  run: async (_, ctx) => {
    const answer = await ctx.ask.elicit('word', { message: 'Which word?', schema: field });
    return `The word is ${answer.action === 'accept' ? answer.content.x : answer.action}.`;
  },
});

const askFirst = defineTool({
  name: 'ask_first',
  description: 'Asks for a word, then works on it.',
  task: 'required',
  asksFirst: true,
  run: async (_, ctx) => {
    const answer = await ctx.ask.elicit('word', { message: 'Which word?', schema: field });
    await sleep(300, undefined, { signal: ctx.signal });
    return `The word is ${answer.action === 'accept' ? answer.content.x : answer.action}.`;
  },
});

const long = defineTool({
  name: 'long',
  description: 'Has a long result.',
  inputSchema: { type: 'object', properties: { characters: { type: 'integer' } } },
  task: 'required',
  run: ({ characters = 10_000 }) => 'x'.repeat(characters),
});

/** Makes the server. */
export const createServer = (options: TaskOptions = {}): McpServer =>
  defineServer({
    name: 'test',
    version: '1',
    tools: [count, ask, askFirst, long],
    extensions: [tasks(options)],
  });
