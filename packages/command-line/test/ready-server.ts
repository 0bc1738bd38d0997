// Ready server: a command line around a ready server that tests start as a child process.
import { defineServer, defineTool } from '@mcp/runtime';
import { serveCommand } from '@mcp/command-line';

const tool = (name: string, readOnlyHint: boolean) =>
  defineTool({ name, annotations: { readOnlyHint }, run: () => name });

void serveCommand({
  name: 'mcp-server-ready',
  package: '@example/ready',
  version: '1.0.0',
  summary: 'Is ready.',
  create: () =>
    defineServer({ name: 'ready', version: '1.0.0', tools: [tool('look', true), tool('change', false)] }),
});
