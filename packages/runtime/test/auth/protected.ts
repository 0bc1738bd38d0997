// Protected server: tools, a prompt and resources that need scopes, served for tests.
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import {
  type AuthorizationServer,
  bearer,
  hello,
  type Message,
  modern,
  rpc,
  send,
  Session,
  type Shot,
  type Wire,
} from '@mcp/raw-http';
import { jwtVerifier, protect } from '../../src/auth.ts';
import type { JwtOptions } from '../../src/auth/jwt.ts';
import type { ProtectOptions } from '../../src/auth/protect.ts';
import type { HttpServeOptions, HttpServing } from '../../src/transports/http/serve.ts';
import {
  definePrompt,
  defineResource,
  defineResourceTemplate,
  defineServer,
  defineTool,
  type Caller,
  type McpServer,
  type Report,
} from '../../src/index.ts';
import { serving } from '../http/client.ts';

/** The audience of test tokens: not the server's own address, as behind a proxy. */
export const RESOURCE = 'https://mcp.example.com/mcp';

/** The URL of that resource's metadata. */
export const METADATA_URL = 'https://mcp.example.com/.well-known/oauth-protected-resource/mcp';

/** A server and its events. */
export interface Protected {
  readonly server: McpServer;
  /** The callers of `whoami`. */
  readonly callers: (Caller | undefined)[];
  /** Names of tools that did something. */
  readonly done: string[];
  readonly reports: Report[];
  /** Announces a change of `secret`. */
  readonly change: () => void;
}

/** Makes a server for one test. */
export function protectedServer(): Protected {
  const callers: (Caller | undefined)[] = [];
  const done: string[] = [];
  const reports: Report[] = [];
  const watchers = new Set<() => void>();
  const named = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;
  const tools = [
    defineTool({
      name: 'whoami',
      run: (_, { caller }) => {
        callers.push(caller);
        return caller?.subject ?? 'nobody';
      },
    }),
    defineTool({
      name: 'write',
      scopes: ['files:write', 'files:read'],
      run: () => {
        done.push('write');
        return 'written';
      },
    }),
    defineTool({
      name: 'delete',
      inputSchema: named,
      run: ({ name }, ctx) => {
        if (name !== 'mine') ctx.requireScopes('files:admin');
        done.push('delete');
        return `deleted ${name}`;
      },
    }),
    defineTool({
      name: 'late',
      run: (_, ctx) => {
        ctx.progress(1);
        ctx.requireScopes('files:admin');
      },
    }),
    defineTool({
      name: 'long',
      run: async (_, ctx) => {
        ctx.progress(1);
        await once(ctx.signal, 'abort');
        done.push('stopped');
      },
    }),
    defineTool({
      name: 'confirm',
      run: async (_, ctx) => {
        const schema = { type: 'object', properties: {} } as const;
        const { action } = await ctx.ask.elicit('sure', { message: 'Sure?', schema });
        return `${ctx.caller?.subject}: ${action}`;
      },
    }),
  ];
  const server = defineServer({
    name: 'protected',
    version: '1.0.0',
    tools,
    prompts: [
      definePrompt({
        name: 'brief',
        scopes: ['prompts:read'],
        arguments: { topic: { complete: () => ['tea'] } },
        get: () => 'Be brief.',
      }),
    ],
    resources: [
      defineResource({
        uri: 'test://secret',
        name: 'secret',
        scopes: ['files:read'],
        read: () => 'a secret',
        watch: (updated) => {
          watchers.add(updated);
          return () => void watchers.delete(updated);
        },
      }),
      defineResource({ uri: 'test://open', name: 'open', read: () => 'open to all' }),
    ],
    resourceTemplates: [
      defineResourceTemplate({
        uriTemplate: 'files:///{name}',
        name: 'file',
        scopes: ['files:read'],
        complete: { name: () => ['a'] },
        read: (uri) => uri,
      }),
    ],
    report: (report) => void reports.push(report),
  });
  return { server, callers, done, reports, change: () => watchers.forEach((updated) => updated()) };
}

/** How a test protects the server. */
export interface Wanted {
  readonly protect?: Partial<ProtectOptions>;
  readonly jwt?: Partial<JwtOptions>;
  readonly http?: HttpServeOptions;
  readonly server?: McpServer;
}

/** Serves with an authorization server's tokens until the end of the block. */
export async function protectedBy(
  issuer: AuthorizationServer,
  { protect: more = {}, jwt = {}, http = {}, server = protectedServer().server }: Wanted = {},
): Promise<HttpServing & AsyncDisposable> {
  const verify = more.verify ?? (await jwtVerifier({ issuer: issuer.issuer, keyCooldownMs: 0, ...jwt }));
  const options = { resource: RESOURCE, authorizationServers: [issuer.issuer], verify, ...more };
  return serving(server, { authorization: protect(options), ...http });
}

/** Calls a tool statelessly with a token. */
export const calling = (token: string, name: string, args: Message = {}): Shot =>
  modern('tools/call', { name, arguments: args }, bearer(token));

/** Sends a call of `whoami` with this header. */
export const knock = (url: string, authorization?: string | readonly string[]): Promise<Wire> => {
  const shot = modern('tools/call', { name: 'whoami' });
  return send(url, { ...shot, headers: { ...shot.headers, authorization } });
};

/** Opens a session with a token for all its requests unless overridden. */
export const begin = async (
  url: string,
  revision: string,
  token: { readonly authorization: string },
): Promise<Session> => {
  const headers = { accept: 'application/json, text/event-stream', ...token };
  const opened = await send(url, { headers, body: hello(revision) });
  const id = opened.headers['mcp-session-id'];
  if (typeof id !== 'string') throw new Error(`no session: ${opened.status} ${opened.text}`);
  const session = new Session(url, { ...headers, 'mcp-session-id': id });
  await session.post(rpc(undefined, 'notifications/initialized'));
  return session;
};

/** Returns a free port, because the URI of a resource must be known before its server listens. */
export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
