// The fixture server: one of everything that a client can reach. A child process of the tests, over stdio or `--http`.
import { defineServer, promptRegistry, resourceRegistry, toolRegistry } from '@mcp/runtime';
import { serveHttp } from '@mcp/runtime/http';
import { serveStdio } from '@mcp/runtime/stdio';
import { askingTools } from './everything/asking-tools.ts';
import { contentTools, icon } from './everything/content-tools.ts';
import { prompts } from './everything/prompts.ts';
import { letters, resources } from './everything/resources.ts';
import { changingTools } from './everything/changing-tools.ts';
import { workTools } from './everything/work-tools.ts';

const live = {
  tools: toolRegistry(),
  resources: resourceRegistry(resources),
  prompts: promptRegistry(prompts),
};
for (const tool of [...contentTools, ...workTools, ...askingTools, ...changingTools(live)])
  live.tools.add(tool);

const server = defineServer({
  name: 'everything',
  version: '1.2.3',
  title: 'Everything',
  description: 'One of everything',
  websiteUrl: 'https://example.com/everything',
  icons: [icon],
  instructions: 'Call whatever you like.',
  tools: live.tools,
  resources: live.resources,
  resourceTemplates: [letters],
  prompts: live.prompts,
  // Small, so that every client has to follow cursors.
  pageSize: 6,
});

if (process.argv.includes('--http')) await listen();
else await serveStdio(server);

async function listen(): Promise<void> {
  const serving = await serveHttp(server);
  console.error(`listens at ${serving.url}`);
  process.once('SIGTERM', () => void serving.close().then(() => process.exit(0)));
}
