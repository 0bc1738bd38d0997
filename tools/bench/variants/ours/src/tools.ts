// The tools of both fixture servers on @mcp/runtime.
import { defineTool } from '@mcp/runtime';
import { answer, requestedToolCount, toolSpecs } from '../../catalogue.ts';

export const tools = toolSpecs(requestedToolCount()).map((spec) =>
  defineTool({
    ...spec,
    run: async (input) => answer(spec.name, input),
  }),
);
