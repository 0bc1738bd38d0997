// The second official client, `@modelcontextprotocol/client`: sessions, 2026-07-28, and finding out which.
import { isDeepStrictEqual } from 'node:util';
import { Client, StreamableHTTPClientTransport, type McpSubscription } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import {
  Recorder,
  type Command,
  type Listening,
  type Place,
  type Driven,
  type Driver,
  type Interest,
  type ListName,
  type Page,
} from './driven.ts';

type Mode = 'legacy' | 'auto' | { pin: string };

const NEWEST = '2026-07-28';

/** With sessions: the default. */
export const v2Legacy: Driver = driver('client v2, sessions', 'legacy', '2025-11-25');
/** Without sessions. */
export const v2Modern: Driver = driver('client v2, 2026-07-28', { pin: NEWEST }, NEWEST);
/** Asks the server what it can, with a process of its own, and takes the newest. */
export const v2Auto: Driver = driver('client v2, automatic', 'auto', NEWEST);

function driver(name: string, mode: Mode, revision: string): Driver {
  const isModern = revision === NEWEST;
  // In sessions too the client reports what does not exist with the code of 2026-07-28.
  return { name, isModern, revision, notFoundCode: -32602, connect: (place) => connect(place, mode) };
}

async function connect(place: Place, mode: Mode): Promise<Driven> {
  const recorder = new Recorder();
  const client = new Client(
    { name: 'interop-v2', version: '1.0.0' },
    {
      versionNegotiation: { mode },
      capabilities: {
        roots: { listChanged: true },
        sampling: { tools: {} },
        elicitation: { form: {}, url: {} },
      },
    },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => recorder.elicit(params));
  client.setRequestHandler('sampling/createMessage', ({ params }) => recorder.sample(params));
  client.setRequestHandler('roots/list', () => recorder.roots());
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
  await client.connect(transport);
  const child = { pid: transport.pid ?? 0, stderr: recorder.stderr };
  return drive(client, recorder, { ...child, close: () => client.close() });
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
  return drive(client, recorder, { pid, stderr, close });
}

/** What the transports know, and the client does not tell. */
interface Line {
  readonly pid: number;
  readonly stderr: () => string;
  readonly close: () => Promise<void>;
}

function drive(client: Client, recorder: Recorder, { pid, stderr, close }: Line): Driven {
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
      revision: client.getNegotiatedProtocolVersion(),
    }),
    list: (name, cursor) => list(client, name, cursor),
    call: (name, args = {}, { meta, ...options } = {}) =>
      client.callTool({ name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) }, options),
    read: (uri) => client.readResource({ uri }),
    prompt: (name, args) => client.getPrompt({ name, arguments: args }),
    complete: (ref, argument, known) =>
      client.complete({ ref, argument, ...(known === undefined ? {} : { context: { arguments: known } }) }),
    follow: (interest) => follow(client, interest),
    setLevel: (level) => client.setLoggingLevel(level),
    ping: () => client.ping(),
    rootsChanged: () => client.sendRootsListChanged(),
    discover: () => client.discover(),
    close,
  };
}

async function follow(client: Client, { uris, lists }: Interest): Promise<() => Promise<void>> {
  if (client.getProtocolEra() === 'legacy') {
    for (const uri of uris) await client.subscribeResource({ uri });
    return async () => {
      for (const uri of uris) await client.unsubscribeResource({ uri });
    };
  }
  const wanted = {
    ...Object.fromEntries(lists.map((name) => [`${name}ListChanged`, true])),
    ...(uris.length > 0 ? { resourceSubscriptions: [...uris] } : {}),
  };
  const subscription: McpSubscription = await client.listen(wanted);
  if (!isDeepStrictEqual(subscription.honoredFilter, wanted)) {
    throw new Error(`asked for ${JSON.stringify(wanted)}, got ${JSON.stringify(subscription.honoredFilter)}`);
  }
  return () => subscription.close();
}

// Without a cursor this client follows the pages itself, so the first page is asked for in that way too: the first
// result holds everything.
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
