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
import { Recorder, type Driven, type Driver, type Place } from './driven.ts';
import { CAPABILITIES, drive, reach } from './official.ts';

/** The client with its defaults. */
export const v1: Driver = {
  name: 'client v1',
  isModern: false,
  revision: LATEST_PROTOCOL_VERSION,
  notFoundCode: -32002,
  connect,
};

async function connect(place: Place): Promise<Driven> {
  const recorder = new Recorder();
  const client = new Client({ name: 'interop-v1', version: '1.0.0' }, { capabilities: CAPABILITIES });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => recorder.elicit(params));
  client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => recorder.sample(params));
  client.setRequestHandler(ListRootsRequestSchema, () => recorder.roots());
  client.fallbackNotificationHandler = recorder.notified;
  let revision: string | undefined;
  const transports = {
    stdio: async (program: ConstructorParameters<typeof StdioClientTransport>[0]) => {
      const transport = new StdioClientTransport(program);
      // The client reports the negotiated version only to its transport.
      Object.assign(transport, { setProtocolVersion: (version: string) => (revision = version) });
      await client.connect(transport);
      return transport;
    },
    http: async (url: URL) => {
      const transport = new StreamableHTTPClientTransport(url);
      await client.connect(transport);
      revision = transport.protocolVersion;
      return transport;
    },
  };
  const line = await reach(place, client, transports, recorder);
  const { about, subscribe, ...driven } = drive(client, recorder);
  return {
    ...driven,
    ...line,
    server: () => ({ ...about(), revision }),
    call: (name, args = {}, { meta, ...options } = {}) =>
      client.callTool(
        { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) },
        undefined,
        options,
      ),
    follow: ({ uris }) => subscribe(uris),
    discover: () => Promise.reject(new Error('this client does not know server/discover')),
  };
}
