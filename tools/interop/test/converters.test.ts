// What client libraries turn our tools into for a model's API: nothing may get lost on the way.
import { join } from 'node:path';
import { startedServers, StartedServers } from '@mcp/repo/src/started-servers.ts';
import { root } from '@mcp/repo/src/workspace.ts';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aiSdk, googleGenAi, langChain, openaiAgents, type Converted } from '../src/converters.ts';
import { ListeningServer } from '../src/listening-server.ts';
import { factsOf, type Facts } from '../src/schema-facts.ts';

const listOf = async (url: string): Promise<readonly Converted[]> => {
  const client = new Client({ name: 'interop', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name, description, inputSchema }) => ({ name, description, schema: inputSchema }));
};

type AllFacts = Readonly<
  Record<string, { readonly description: string | undefined; readonly args: Record<string, Facts> }>
>;

const factsOfAll = (tools: readonly Converted[]): AllFacts =>
  Object.fromEntries(
    tools.map(({ name, description, schema }) => [name, { description, args: factsOf(schema) }]),
  );

const withoutChoices = (tools: readonly Converted[]): readonly Converted[] =>
  tools.map(({ schema, ...tool }) => ({
    ...tool,
    schema: JSON.parse(
      JSON.stringify(schema, (name, value: unknown) => (name === 'anyOf' ? undefined : value)),
    ) as unknown,
  }));

const configurations = startedServers.flatMap(({ name, args, switches }) => [
  { name, title: name, args },
  ...(switches.length === 0
    ? []
    : [{ name, title: `${name} with everything`, args: [...args, ...switches.flat()] }]),
]);

describe.each(configurations)('the tools of $title', ({ name, args }) => {
  const folders = new StartedServers();
  let server: ListeningServer | undefined;
  let url = '';
  let listed: readonly Converted[] = [];
  beforeAll(async () => {
    const program = join(root, 'servers', name, 'src/main.ts');
    const http = ['--transport', 'http', '--port', '0'];
    server = await ListeningServer.start({ args: [program, ...http, ...args], cwd: folders.folder(name) });
    ({ url } = server);
    listed = await listOf(url);
    expect(listed.length).toBeGreaterThan(1);
  });
  afterAll(async () => {
    await server?.stop();
    await folders[Symbol.asyncDispose]();
  });

  test.each([
    ['the AI SDK, for Gemini', aiSdk],
    ['OpenAI Agents, in strict form', openaiAgents],
    ['Google Gen AI', googleGenAi],
  ])('lose nothing in %s', async (_title, convert) => {
    expect(factsOfAll(await convert(url))).toEqual(factsOfAll(listed));
  });

  // The descriptions mention the dropped choices, and LangChain does not validate them itself.
  test('lose nothing but the choices of anyOf in LangChain', async () => {
    expect(factsOfAll(await langChain(url))).toEqual(factsOfAll(withoutChoices(listed)));
  });
});
