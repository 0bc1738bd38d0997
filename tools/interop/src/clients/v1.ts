// The first official client, `@modelcontextprotocol/sdk`: sessions up to 2025-11-25.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  LATEST_PROTOCOL_VERSION,
  ListRootsRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import {
  Recorder,
  type Command,
  type Listening,
  type Place,
  type Driven,
  type Driver,
  type ListName,
  type Page,
} from './driven.ts';

/** The client as its users get it. */
export const v1: Driver = {
  name: 'client v1',
  isModern: false,
  revision: LATEST_PROTOCOL_VERSION,
  notFoundCode: -32002,
  connect,
};

async function connect(place: Place): Promise<Driven> {
  const recorder = new Recorder();
  const client = new Client(
    { name: 'interop-v1', version: '1.0.0' },
    {
      capabilities: {
        roots: { listChanged: true },
        sampling: { tools: {} },
        elicitation: { form: {}, url: {} },
      },
    },
  );
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => recorder.elicit(params));
  client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => recorder.sample(params));
  client.setRequestHandler(ListRootsRequestSchema, () => recorder.roots());
  client.fallbackNotificationHandler = recorder.notified;
  return 'url' in place ? overHttp(client, recorder, place) : overStdio(client, recorder, place);
}

async function overStdio(client: Client, recorder: Recorder, { args, cwd }: Command): Promise<Driven> {
  const place = cwd === undefined ? {} : { cwd };
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [...args],
    stderr: 'pipe',
    ...place,
  });
  recorder.listen(transport.stderr);
  let revision: string | undefined;
  // The client tells its transport the negotiated version, and keeps it to itself otherwise.
  Object.assign(transport, { setProtocolVersion: (version: string) => (revision = version) });
  await client.connect(transport);
  const child = { pid: transport.pid ?? 0, stderr: recorder.stderr };
  return drive(client, recorder, { ...child, revision: () => revision, close: () => client.close() });
}

async function overHttp(
  client: Client,
  recorder: Recorder,
  { url, pid, stderr }: Listening,
): Promise<Driven> {
  const transport = new StreamableHTTPClientTransport(new URL(url));
  await client.connect(transport);
  const close = async (): Promise<void> => {
    await transport.terminateSession();
    await client.close();
  };
  return drive(client, recorder, { pid, stderr, revision: () => transport.protocolVersion, close });
}

/** What the transports know, and the client does not tell. */
interface Line {
  readonly pid: number;
  readonly stderr: () => string;
  readonly revision: () => string | undefined;
  readonly close: () => Promise<void>;
}

function drive(client: Client, recorder: Recorder, { pid, stderr, revision, close }: Line): Driven {
  const { answers, questions, notifications } = recorder;
  return {
    answers,
    questions,
    notifications,
    stderr,
    pid,
    server: () => ({
      info: client.getServerVersion(),
      capabilities: client.getServerCapabilities(),
      instructions: client.getInstructions(),
      revision: revision(),
    }),
    list: (name, cursor) => list(client, name, cursor),
    call: (name, args = {}, { meta, ...options } = {}) =>
      client.callTool(
        { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) },
        undefined,
        options,
      ),
    read: (uri) => client.readResource({ uri }),
    prompt: (name, args) => client.getPrompt({ name, arguments: args }),
    complete: (ref, argument, known) =>
      client.complete({ ref, argument, ...(known === undefined ? {} : { context: { arguments: known } }) }),
    follow: async ({ uris }) => {
      for (const uri of uris) await client.subscribeResource({ uri });
      return async () => {
        for (const uri of uris) await client.unsubscribeResource({ uri });
      };
    },
    setLevel: (level) => client.setLoggingLevel(level),
    ping: () => client.ping(),
    rootsChanged: () => client.sendRootsListChanged(),
    discover: () => Promise.reject(new Error('this client does not know server/discover')),
    close,
  };
}

async function list(client: Client, name: ListName, cursor: string | undefined): Promise<Page> {
  const params = cursor === undefined ? {} : { cursor };
  switch (name) {
    case 'tools': {
      const { tools: items, nextCursor } = await client.listTools(params);
      return { items, nextCursor };
    }
    case 'resources': {
      const { resources: items, nextCursor } = await client.listResources(params);
      return { items, nextCursor };
    }
    case 'resourceTemplates': {
      const { resourceTemplates: items, nextCursor } = await client.listResourceTemplates(params);
      return { items, nextCursor };
    }
    case 'prompts': {
      const { prompts: items, nextCursor } = await client.listPrompts(params);
      return { items, nextCursor };
    }
  }
}
