import { expect, test } from 'vitest';
import { greeting } from '../src/terminal.ts';
import { selectTools } from '../src/tool-selection.ts';
import { defineTool } from '@mcp/runtime';

test('shows a person in a terminal the tools that a client would see', () => {
  const echo = defineTool({ name: 'echo', run: () => '' });
  const options = {
    name: 'demo',
    version: '1.0.0',
    tools: [echo, { ...echo, name: 'shout' }],
  };
  const command = {
    name: 'mcp-server-demo',
    package: 'demo',
    version: '1.0.0',
    summary: 'Repeats.',
    create: () => options,
  };
  const selection = { 'read-only': false, tools: [], 'exclude-tools': ['shout'], toolsets: [] };
  const selected = selectTools(options, selection);
  const text = greeting(selected, command);
  expect(text).toContain(
    'demo 1.0.0: Repeats.\n\n  tools: echo\n  tools without a description, which no model knows when to call: echo\n',
  );
  expect(text).toContain('To add it to a host: mcp-server-demo --install claude\n');
  expect(text).not.toContain('shout');
});
