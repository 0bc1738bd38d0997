// Server under load: tools that are quick, slow, endless, careless or forgetful.
import { setTimeout } from 'node:timers/promises';
import {
  definePrompt,
  defineResource,
  defineResourceTemplate,
  defineServer,
  defineTool,
  ResourceNotFoundError,
  type McpServer,
  type ServerOptions,
} from '../../src/index.ts';

let running = 0;
let most = 0;
let cancelled = 0;

const echo = defineTool({
  name: 'echo',
  description: 'Says the JSON text of its value.',
  inputSchema: { type: 'object', properties: { value: {} }, required: ['value'] },
  run: ({ value }) => JSON.stringify(value),
});

const slow = defineTool({
  name: 'slow',
  description: 'Says it later.',
  inputSchema: {
    type: 'object',
    properties: { ms: { type: 'integer', maximum: 60_000 }, value: {} },
    required: ['ms'],
  },
  run: async ({ ms, value }, ctx) => {
    running++;
    most = Math.max(most, running);
    try {
      await setTimeout(ms, undefined, { signal: ctx.signal });
      return JSON.stringify(value ?? null);
    } catch (error) {
      cancelled++;
      throw error;
    } finally {
      running--;
    }
  },
});

const state = defineTool({
  name: 'state',
  description: 'How the process is.',
  run: () =>
    JSON.stringify({
      most,
      running,
      cancelled,
      rss: process.memoryUsage.rss(),
      polluted: 'polluted' in {},
    }),
});

const large = defineTool({
  name: 'large',
  description: 'A text of this length.',
  inputSchema: { type: 'object', properties: { length: { type: 'integer' } }, required: ['length'] },
  run: ({ length }) => 'x'.repeat(length),
});

const print = defineTool({
  name: 'print',
  description: 'Prints where it should not.',
  run: () => {
    console.log('careless %s', 'line');
    process.stdout.write('careless text\n');
    process.stdout.write(Buffer.from('careless bytes\n'));
    return 'printed';
  },
});

const forget = defineTool({
  name: 'forget',
  description: 'Leaves a timer running.',
  run: () => {
    globalThis.setInterval(() => {}, 1000);
    return 'forgotten';
  },
});

const greeting = definePrompt({
  name: 'greeting',
  arguments: { name: { required: true, complete: (value: string) => [value] } },
  get: ({ name }) => `Hello ${name}`,
});

const fixed = defineResource({ uri: 'test://fixed', name: 'fixed', read: () => 'fixed' });

const family = defineResourceTemplate({
  uriTemplate: 'test://family/{name}',
  name: 'family',
  complete: { name: (value) => [value] },
  read: (uri, { name }) => {
    if (name === 'nobody') throw new ResourceNotFoundError(uri);
    return String(name);
  },
  watch: () => () => {},
});

/** Defines a new server. */
export const createFixture = (options: Partial<ServerOptions> = {}): McpServer =>
  defineServer({
    name: 'fixture',
    version: '1.0.0',
    tools: [echo, slow, state, large, print, forget],
    resources: [fixed],
    resourceTemplates: [family],
    prompts: [greeting],
    pageSize: 3,
    ...options,
  });
