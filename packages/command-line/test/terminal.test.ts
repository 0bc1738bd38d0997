import { expect, test } from 'vitest';
import { greeting } from '../src/terminal.ts';
import { defineTool, type Tool } from '@mcp/runtime';

test('a person in a terminal sees the tools that a client would see', () => {
  const echo = defineTool({ name: 'echo', run: () => '' });
  const options = {
    name: 'demo',
    version: '1.0.0',
    tools: [echo, { ...echo, name: 'shout' }],
    toolsOff: ({ name }: Tool) => (name === 'shout' ? 'it is too loud' : undefined),
  };
  const command = {
    name: 'mcp-server-demo',
    package: 'demo',
    version: '1.0.0',
    summary: 'Repeats.',
    create: () => options,
  };
  const text = greeting(options, { command, script: '/bin/demo.cjs', args: [] });
  expect(text).toContain(
    'demo 1.0.0: Repeats.\n\n  tools: echo\n  tools without a description, which no model knows when to call: echo\n',
  );
  expect(text).not.toContain('shout');
});
