// @mcp/runtime/http: serves a server over Streamable HTTP, with node:http or as a web-standard handler.
export type { Rate } from './limits/token-bucket.ts';
export type { ClientLimits } from './transports/http/entry/client-limits.ts';
export type { HttpTransport } from './transports/http/entry/handler.ts';
export {
  createFetchHandler,
  serveHttp,
  type FetchOptions,
  type HttpOptions,
  type HttpServeOptions,
  type HttpServing,
  type HttpStores,
} from './transports/http/serve.ts';
