// The tools of both fixture servers on @mcp/runtime.
import { defineTool } from '@mcp/runtime';
import { answer, requestedToolCount, toolSpecs } from '../../catalogue.ts';
import { toInputSchema } from '../../json-schema.ts';

export const tools = toolSpecs(requestedToolCount()).map((spec) =>
  defineTool({
    name: spec.name,
    description: spec.description,
    inputSchema: toInputSchema(spec),
    run: async (input) => answer(spec.name, input),
  }),
);
