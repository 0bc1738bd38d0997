// Fixture server on @mcp/runtime over HTTP (both eras at the same time), bundled like our own servers.
import { defineServer, defineTool, toolRegistry } from '@mcp/runtime';
import type { Context, Tool } from '@mcp/runtime';
import { serveHttp } from '@mcp/runtime/http';
import { answer, requestedToolCount, serverInfo, toolSpecs } from '../../catalogue.ts';
import { announceUrl } from '../../http/announce.ts';
import { Emission, hasEmission } from '../../http/emission.ts';
import { toInputSchema } from '../../json-schema.ts';

const tools = toolSpecs(requestedToolCount()).map((spec) =>
  defineTool({
    name: spec.name,
    description: spec.description,
    inputSchema: toInputSchema(spec),
    run: async (input) => answer(spec.name, input),
  }),
);

/** `ctx.log` drops messages beyond a rate; what is below it does not, and the transport is what is measured here. */
interface Notifier extends Context {
  notify(method: string, params: object): void;
}

function isNotifier(ctx: Context): ctx is Notifier {
  return 'notify' in ctx;
}

function emissionTools(): readonly Tool[] {
  const emission = new Emission();
  return [
    defineTool({
      name: 'emit',
      run: (_, ctx) =>
        emission.emit((params) => {
          if (isNotifier(ctx)) ctx.notify('notifications/message', params);
        }),
    }),
    defineTool({ name: 'await_emission', run: () => emission.awaitEnd() }),
  ];
}

async function main(): Promise<void> {
  const all = hasEmission ? [...tools, ...emissionTools()] : tools;
  // A registry, because only a server whose lists may change has anything to tell on a stream of subscriptions.
  const { url } = await serveHttp(defineServer({ ...serverInfo, tools: toolRegistry(all) }));
  announceUrl(url);
}

void main();
