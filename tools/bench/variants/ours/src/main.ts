// Fixture server on @mcp/runtime (both eras at the same time), bundled like our own servers.
import { defineServer, defineTool } from '@mcp/runtime';
import { serveStdio } from '@mcp/runtime/stdio';
import { answer, requestedToolCount, serverInfo, toolSpecs } from '../../catalogue.ts';
import { toInputSchema } from '../../json-schema.ts';

const tools = toolSpecs(requestedToolCount()).map((spec) =>
  defineTool({
    name: spec.name,
    description: spec.description,
    inputSchema: toInputSchema(spec),
    run: async (input) => answer(spec.name, input),
  }),
);
void serveStdio(defineServer({ ...serverInfo, tools }));
