// The server of tmcp with valibot, the schema library that tmcp itself is built on.
import { ValibotJsonSchemaAdapter } from '@tmcp/adapter-valibot';
import { McpServer } from 'tmcp';
import * as v from 'valibot';
import { answer, requestedToolCount, serverInfo, toolSpecs } from './catalogue.ts';
import type { FieldType, ToolSpec } from './catalogue.ts';

const types: Readonly<Record<FieldType, () => v.GenericSchema>> = {
  string: () => v.string(),
  integer: () => v.pipe(v.number(), v.integer()),
  boolean: () => v.boolean(),
  array: () => v.array(v.string()),
};

function toValibot({
  inputSchema: { properties, required },
}: ToolSpec): v.GenericSchema<Record<string, unknown>> {
  const fields = Object.entries(properties).map(([name, { type, description }]) => {
    const schema = v.pipe(types[type](), v.description(description));
    return [name, required.includes(name) ? schema : v.optional(schema)];
  });
  return v.object(Object.fromEntries(fields));
}

export function createMcpServer(): McpServer<v.GenericSchema> {
  const server = new McpServer(
    { ...serverInfo, description: 'Fixture server of the benchmark' },
    { adapter: new ValibotJsonSchemaAdapter(), capabilities: { tools: { listChanged: true } } },
  );
  for (const spec of toolSpecs(requestedToolCount())) {
    const { name, description } = spec;
    server.tool({ name, description, schema: toValibot(spec) }, async (input) => ({
      content: [{ type: 'text', text: answer(name, input) }],
    }));
  }
  return server;
}
