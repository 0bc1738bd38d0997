// The server of tmcp with valibot, the schema library that tmcp itself is built on.
import { ValibotJsonSchemaAdapter } from '@tmcp/adapter-valibot';
import { McpServer } from 'tmcp';
import * as v from 'valibot';
import { answer, requestedToolCount, serverInfo, toolSpecs } from './catalogue.ts';
import type { Field, FieldKind, ToolSpec } from './catalogue.ts';

const kinds: Readonly<Record<FieldKind, () => v.GenericSchema>> = {
  string: () => v.string(),
  integer: () => v.pipe(v.number(), v.integer()),
  boolean: () => v.boolean(),
  strings: () => v.array(v.string()),
};

function toValibot({ kind, optional, description }: Field): v.GenericSchema {
  const schema = v.pipe(kinds[kind](), v.description(description));
  return optional === true ? v.optional(schema) : schema;
}

function toSchema(spec: ToolSpec): v.GenericSchema<Record<string, unknown>> {
  return v.object(Object.fromEntries(spec.fields.map((field) => [field.name, toValibot(field)])));
}

export function createMcpServer(): McpServer<v.GenericSchema> {
  const server = new McpServer(
    { ...serverInfo, description: 'Fixture server of the benchmark' },
    { adapter: new ValibotJsonSchemaAdapter(), capabilities: { tools: { listChanged: true } } },
  );
  for (const spec of toolSpecs(requestedToolCount())) {
    const { name, description } = spec;
    server.tool({ name, description, schema: toSchema(spec) }, async (input) => ({
      content: [{ type: 'text', text: answer(name, input) }],
    }));
  }
  return server;
}
