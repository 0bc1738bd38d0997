// The server of all variants of the official SDK, with zod, as in its documentation.
import { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { answer, requestedToolCount, serverInfo, toolSpecs } from './catalogue.ts';
import type { FieldType, ToolSpec } from './catalogue.ts';

const types: Readonly<Record<FieldType, () => z.ZodType>> = {
  string: () => z.string(),
  integer: () => z.int(),
  boolean: () => z.boolean(),
  array: () => z.array(z.string()),
};

function toZod({ inputSchema: { properties, required } }: ToolSpec): z.ZodObject {
  const fields = Object.entries(properties).map(([name, { type, description }]) => {
    const schema = types[type]();
    return [name, (required.includes(name) ? schema : schema.optional()).describe(description)];
  });
  return z.object(Object.fromEntries(fields));
}

export function createMcpServer(): McpServer {
  const server = new McpServer(serverInfo, { capabilities: { tools: { listChanged: true } } });
  for (const spec of toolSpecs(requestedToolCount())) {
    const { name, description } = spec;
    server.registerTool(name, { description, inputSchema: toZod(spec) }, async (input) => ({
      content: [{ type: 'text', text: answer(name, input) }],
    }));
  }
  return server;
}
