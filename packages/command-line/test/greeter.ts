// Greeter: a server with its own command line that tests start as a child process.
import { serveCommand, UsageError } from '@mcp/command-line';
import { defineTool } from '@mcp/runtime';

const tool = (name: string, readOnlyHint: boolean) =>
  defineTool({ name, annotations: { readOnlyHint }, run: () => name });

void serveCommand({
  name: 'mcp-server-greeter',
  package: '@example/greeter',
  version: '3.2.1',
  summary: 'Greets.',
  positionals: { name: '<path>…', description: 'Where to greet.', arePaths: true },
  flags: {
    greeting: { type: 'string', values: ['hello', 'hi'], default: 'hello', description: 'What to say' },
    times: { type: 'number', default: 1, description: 'How often' },
    to: { type: 'string', multiple: true, placeholder: 'name,…', description: 'Whom' },
    near: { type: 'string', short: 'n', multiple: true, isPath: true, description: 'Beside what' },
    loud: { type: 'boolean', short: 'l', description: 'Shout' },
  },
  toolsets: { farewell: 'Parting.' },
  examples: ['mcp-server-greeter --loud .'],
  create: ({ positionals, flags }) => {
    if (positionals.includes('nowhere')) throw new UsageError('there is nobody at nowhere');
    if (positionals.includes('broken')) throw new Error('cannot greet here');
    return {
      name: 'greeter',
      version: '3.2.1',
      instructions: JSON.stringify({ positionals, ...flags }),
      tools: [tool('look', true), tool('greet', false), { ...tool('part', false), tags: ['farewell'] }],
    };
  },
});
