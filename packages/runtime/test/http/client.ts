// HTTP test helpers: serving, callers and outcomes. Requests are in @mcp/raw-http.
import { failure, send, type Shot } from '@mcp/raw-http';
import { serveHttp, type HttpServeOptions, type HttpServing } from '../../src/transports/http/serve.ts';
import type { McpServer } from '../../src/index.ts';
import type { Caller } from '../../src/jsonrpc/channel.ts';
import { ReplayBuffer } from '../../src/transports/http/sessions/replay.ts';
import type { HttpTransport } from '../../src/transports/http/settings.ts';
import { fixture } from './fixture.ts';

/** The revisions with sessions over HTTP. */
export const SESSION_REVISIONS = ['2025-03-26', '2025-06-18', '2025-11-25'] as const;

/** Serves until the end of the block. `replay` holds events for returning clients. */
export async function serving(
  server: McpServer,
  options: HttpServeOptions = {},
): Promise<HttpServing & AsyncDisposable & { readonly replay: ReplayBuffer }> {
  let replay = new ReplayBuffer();
  const look: HttpTransport = (settings) => {
    ({ replay } = settings);
    return [];
  };
  const http = await serveHttp(server, { ...options, transports: [...(options.transports ?? []), look] });
  return { ...http, replay, [Symbol.asyncDispose]: () => http.close(0) };
}

/** The answer to an unknown session id. */
export const NO_SESSION = failure(
  -32600,
  'Invalid request: there is no such session; send initialize again, without the id',
);

/** The owner of a test's credentials. */
export const callerOf = (subject: string, issuer = 'test'): Caller => ({
  subject,
  issuer,
  clientId: undefined,
  scopes: [],
  expiresAt: undefined,
  claims: {},
});

/** Encodes non-plain text for headers. */
export const base64 = (text: string): string => `=?base64?${Buffer.from(text).toString('base64')}?=`;

/** Sends to a fresh server. Returns the status, and code and message of a failure. */
export async function outcome(shot: Shot, server: McpServer = fixture().server): Promise<readonly unknown[]> {
  await using http = await serving(server);
  const { status, json } = await send(http.url, shot);
  const { error } = json as { error?: { code: number; message: string } };
  return error === undefined ? [status] : [status, error.code, error.message];
}
