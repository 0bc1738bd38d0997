// @mcp/runtime/fetch: serves a server over Streamable HTTP as a web-standard handler. Free of Node.js.
export type { Rate } from './limits/token-bucket.ts';
export {
  createFetchHandler,
  type FetchHandler,
  type FetchOptions,
} from './transports/http/edge/fetch-handler.ts';
export type { ClientLimits } from './transports/http/entry/client-limits.ts';
export type { HttpOptions, HttpTransport } from './transports/http/settings.ts';
