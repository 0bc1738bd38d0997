// Endpoint for caller tests.
import type { AddressInfo } from 'node:net';
import type { McpServer } from '../../src/index.ts';
import { McpEndpoint } from '../../src/transports/http/endpoint.ts';
import { createNodeServer, type NodeLimits } from '../../src/transports/http/edge/node-server.ts';
import { HttpHandler } from '../../src/transports/http/entry/handler.ts';
import { settingsOf } from '../../src/transports/http/settings.ts';
import { callerOf } from './client.ts';

/** Serves with the caller taken from X-User. */
export async function servingUsers(
  server: McpServer,
  limits: NodeLimits = {},
): Promise<AsyncDisposable & { url: string }> {
  const endpoint = new McpEndpoint(settingsOf(server));
  const handler = new HttpHandler({
    limiter: undefined,
    guard: { allowedHosts: ['127.0.0.1'], allowedOrigins: [] },
    authorize: (exchange) => callerOf(exchange.header('x-user') ?? '', exchange.header('x-issuer')),
    routes: new Map([['/mcp', endpoint]]),
  });
  const { http } = createNodeServer(handler, limits);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const { port } = http.address() as AddressInfo;
  const close = async (): Promise<void> => {
    await handler.close(0);
    http.closeAllConnections();
    http.close();
  };
  return { url: `http://127.0.0.1:${port}/mcp`, [Symbol.asyncDispose]: close };
}
