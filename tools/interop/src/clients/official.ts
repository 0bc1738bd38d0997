// Code that both official clients share: how they reach a server, and what tests do with them.
import type { Driven, Level, ListName, Listening, Page, Place, Recorder, Reference } from './driven.ts';

/** All clients here support every kind of request from the server. */
export const CAPABILITIES = {
  roots: { listChanged: true },
  sampling: { tools: {} },
  elicitation: { form: {}, url: {} },
};

interface Paged {
  readonly nextCursor?: string | undefined;
}

/** The methods that both clients share, with the same arguments. */
export interface Official {
  getServerVersion(): unknown;
  getServerCapabilities(): unknown;
  getInstructions(): unknown;
  listTools(from: object): Promise<Paged & { readonly tools: readonly object[] }>;
  listResources(from: object): Promise<Paged & { readonly resources: readonly object[] }>;
  listResourceTemplates(from: object): Promise<Paged & { readonly resourceTemplates: readonly object[] }>;
  listPrompts(from: object): Promise<Paged & { readonly prompts: readonly object[] }>;
  readResource(params: { uri: string }): Promise<object>;
  subscribeResource(params: { uri: string }): Promise<unknown>;
  unsubscribeResource(params: { uri: string }): Promise<unknown>;
  getPrompt(params: { name: string; arguments: { [name: string]: string } }): Promise<object>;
  complete(params: {
    ref: Reference;
    argument: { name: string; value: string };
    context?: { arguments: { [name: string]: string } };
  }): Promise<object>;
  setLoggingLevel(level: Level): Promise<object>;
  ping(): Promise<object>;
  sendRootsListChanged(): Promise<void>;
  close(): Promise<void>;
}

/** Connects a client over the transports of its own package. */
interface Transports {
  readonly stdio: (program: {
    command: string;
    args: string[];
    stderr: 'pipe';
    cwd?: string;
  }) => Promise<{ readonly pid: number | null; readonly stderr: Parameters<Recorder['listen']>[0] }>;
  readonly http: (url: URL) => Promise<{ terminateSession(): Promise<void> }>;
}

type Line = Pick<Driven, 'close' | 'pid' | 'stderr'>;

/** Connects a client to its server. */
export const reach = async (
  place: Place,
  client: Official,
  { stdio, http }: Transports,
  recorder: Recorder,
): Promise<Line> => {
  if ('url' in place) return overHttp(place, client, http);
  const { args, cwd } = place;
  const { pid, stderr } = await stdio({
    command: process.execPath,
    args: [...args],
    stderr: 'pipe',
    ...(cwd === undefined ? {} : { cwd }),
  });
  recorder.listen(stderr);
  return { pid: pid ?? 0, stderr: recorder.stderr, close: () => client.close() };
};

const overHttp = async (
  { url, pid, stderr }: Listening,
  client: Official,
  connect: Transports['http'],
): Promise<Line> => {
  const transport = await connect(new URL(url));
  const close = async (): Promise<void> => {
    await transport.terminateSession();
    await client.close();
  };
  return { pid, stderr, close };
};

/** Returns the part of a driven client that is the same for both. */
export const drive = (client: Official, { answers, questions, notifications }: Recorder) => ({
  answers,
  questions,
  notifications,
  about: () => ({
    info: client.getServerVersion(),
    capabilities: client.getServerCapabilities(),
    instructions: client.getInstructions(),
  }),
  list: (name: ListName, cursor: string | undefined) => list(client, name, cursor),
  read: (uri: string) => client.readResource({ uri }),
  prompt: (name: string, args: { [name: string]: string }) => client.getPrompt({ name, arguments: args }),
  complete: (ref: Reference, argument: { name: string; value: string }, known?: { [name: string]: string }) =>
    client.complete({ ref, argument, ...(known === undefined ? {} : { context: { arguments: known } }) }),
  subscribe: async (uris: readonly string[]) => {
    for (const uri of uris) await client.subscribeResource({ uri });
    return async (): Promise<void> => {
      for (const uri of uris) await client.unsubscribeResource({ uri });
    };
  },
  setLevel: (level: Level) => client.setLoggingLevel(level),
  ping: () => client.ping(),
  rootsChanged: () => client.sendRootsListChanged(),
});

const list = async (client: Official, name: ListName, cursor: string | undefined): Promise<Page> => {
  // Without a cursor, the second client follows the pages itself and returns all items at once.
  const from = cursor === undefined ? {} : { cursor };
  const page = {
    tools: async () => toPage(await client.listTools(from), 'tools'),
    resources: async () => toPage(await client.listResources(from), 'resources'),
    resourceTemplates: async () => toPage(await client.listResourceTemplates(from), 'resourceTemplates'),
    prompts: async () => toPage(await client.listPrompts(from), 'prompts'),
  };
  return page[name]();
};

const toPage = <N extends ListName>(
  result: Paged & { readonly [name in N]: readonly object[] },
  name: N,
): Page => ({ items: result[name], nextCursor: result.nextCursor });
