// @mcp/runtime/http-sse: the HTTP+SSE transport of 2024-11-05, for clients that know no other. Deprecated by MCP.
import type { HttpTransport } from './transports/http/settings.ts';
import { SseSessions } from './transports/http/sse-2024.ts';

/** Where HTTP+SSE is served. */
export interface HttpSseOptions {
  /** The path of the stream, which clients are given. Default `/sse`. */
  readonly streamPath?: string;
  /** The path for messages, which the stream tells clients. Default `/messages`. */
  readonly messagePath?: string;
}

/**
 * Serves HTTP+SSE in addition to the endpoint (2024-11-05, basic/transports). Clients may agree on any revision over
 * it. The session ends with the stream. Give it to `serveHttp` or `createFetchHandler`.
 *
 * @example
 * await serveHttp(server, { port: 3000, transports: [httpSse()] });
 */
export function httpSse(options: HttpSseOptions = {}): HttpTransport {
  const { streamPath = '/sse', messagePath = '/messages' } = options;
  return (settings) => {
    const sessions = new SseSessions(settings, messagePath);
    return [
      [streamPath, sessions.streams],
      [messagePath, sessions.messages],
    ];
  };
}
