// The fixture server: everything that the official suite calls, for all revisions on one URL.
import { defineServer, promptRegistry, toolRegistry } from '@mcp/runtime';
import { serveHttp, type HttpServing } from '@mcp/runtime/http';
import { askingTools } from './asking-tools.ts';
import { changingTools } from './changing-tools.ts';
import { contentTools } from './content-tools.ts';
import { prompts } from './prompts.ts';
import { resources, resourceTemplates } from './resources.ts';
import { roundTools } from './round-tools.ts';
import { workTools } from './work-tools.ts';

/** Serves the fixture on this machine; port 0 is any free one. */
export function serveFixture(port: number): Promise<HttpServing> {
  const live = { tools: toolRegistry(), prompts: promptRegistry(prompts) };
  for (const tool of [...contentTools, ...workTools, ...askingTools, ...roundTools, ...changingTools(live)])
    live.tools.add(tool);
  const server = defineServer({
    name: 'conformance-fixture',
    version: '1.0.0',
    title: 'Conformance fixture',
    tools: live.tools,
    resources,
    resourceTemplates,
    prompts: live.prompts,
  });
  return serveHttp(server, { port });
}
