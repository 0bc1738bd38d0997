// The second official client, `@modelcontextprotocol/client`: sessions, 2026-07-28, and detecting which one to use.
import { isDeepStrictEqual } from 'node:util';
import { Client, StreamableHTTPClientTransport, type McpSubscription } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Recorder, type Driven, type Driver, type Interest, type Place } from './driven.ts';
import { CAPABILITIES, drive, reach } from './official.ts';

type Mode = 'legacy' | 'auto' | { pin: string };

const NEWEST = '2026-07-28';

/** The default mode, with sessions. */
export const v2Legacy: Driver = driver('client v2, sessions', 'legacy', '2025-11-25');
/** The mode without sessions. */
export const v2Modern: Driver = driver('client v2, 2026-07-28', { pin: NEWEST }, NEWEST);
/** Probes the server in a separate process and picks the newest revision. */
export const v2Auto: Driver = driver('client v2, automatic', 'auto', NEWEST);

function driver(name: string, mode: Mode, revision: string): Driver {
  const isModern = revision === NEWEST;
  // Even in sessions, the client reports unknown resources with the code of 2026-07-28.
  return { name, isModern, revision, notFoundCode: -32602, connect: (place) => connect(place, mode) };
}

async function connect(place: Place, mode: Mode): Promise<Driven> {
  const recorder = new Recorder();
  const client = new Client(
    { name: 'interop-v2', version: '1.0.0' },
    { versionNegotiation: { mode }, capabilities: CAPABILITIES },
  );
  client.setRequestHandler('elicitation/create', ({ params }) => recorder.elicit(params));
  client.setRequestHandler('sampling/createMessage', ({ params }) => recorder.sample(params));
  client.setRequestHandler('roots/list', () => recorder.roots());
  client.fallbackNotificationHandler = recorder.notified;
  const connected = async <T extends Parameters<Client['connect']>[0]>(transport: T): Promise<T> => {
    await client.connect(transport);
    return transport;
  };
  const transports = {
    stdio: (program: ConstructorParameters<typeof StdioClientTransport>[0]) =>
      connected(new StdioClientTransport(program)),
    http: (url: URL) => connected(new StreamableHTTPClientTransport(url)),
  };
  const line = await reach(place, client, transports, recorder);
  const { about, subscribe, ...driven } = drive(client, recorder);
  return {
    ...driven,
    ...line,
    server: () => ({ ...about(), revision: client.getNegotiatedProtocolVersion() }),
    call: (name, args = {}, { meta, ...options } = {}) =>
      client.callTool({ name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) }, options),
    follow: (interest) =>
      client.getProtocolEra() === 'legacy' ? subscribe(interest.uris) : listen(client, interest),
    discover: () => client.discover(),
  };
}

async function listen(client: Client, { uris, lists }: Interest): Promise<() => Promise<void>> {
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
