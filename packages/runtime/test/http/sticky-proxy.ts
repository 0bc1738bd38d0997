// Sticky proxy: routes by Mcp-Session-Id like operators' proxies, and learns the server of a session from responses.
import {
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A test's proxy. */
export interface StickyProxy extends AsyncDisposable {
  readonly url: string;
  /** The server of each session, by id. */
  readonly table: ReadonlyMap<string, string>;
}

/** Starts a proxy. Requests without a session alternate between servers. */
export async function startProxy(servers: readonly string[]): Promise<StickyProxy> {
  const table = new Map<string, string>();
  let next = 0;
  const serverFor = (session: string | undefined): string => {
    const known = session === undefined ? undefined : table.get(session);
    return known ?? servers[next++ % servers.length] ?? '';
  };
  const proxy = createServer((request, response) => {
    const target = serverFor(one(request.headers, 'mcp-session-id'));
    pass(request, response, target, (id) => table.set(id, target));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const close = async (): Promise<void> => {
    proxy.closeAllConnections();
    await new Promise((resolve) => proxy.close(resolve));
  };
  return { url: `http://127.0.0.1:${port}/mcp`, table, [Symbol.asyncDispose]: close };
}

function pass(
  request: IncomingMessage,
  response: ServerResponse,
  target: string,
  learn: (session: string) => void,
): void {
  const onward = httpRequest(target, { method: request.method, headers: request.headers, agent: false });
  onward.on('response', (answer) => {
    const session = one(answer.headers, 'mcp-session-id');
    if (session !== undefined) learn(session);
    response.writeHead(answer.statusCode ?? 502, answer.headers).flushHeaders();
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  onward.on('error', () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  response.on('close', () => onward.destroy());
  request.pipe(onward);
}

function one(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}
