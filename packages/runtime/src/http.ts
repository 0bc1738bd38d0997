// @mcp/runtime/http: serves a server over Streamable HTTP, with node:http or as a web-standard handler.
export type { Rate } from './limits/token-bucket.ts';
export {
  createFetchHandler,
  type FetchHandler,
  type FetchOptions,
} from './transports/http/edge/fetch-handler.ts';
export {
  createNodeHandler,
  type NodeHandler,
  type NodeHandlerOptions,
} from './transports/http/edge/node-handler.ts';
export type { ClientLimits } from './transports/http/entry/client-limits.ts';
export { serveHttp, type HttpServeOptions, type HttpServing } from './transports/http/serve.ts';
export type { HttpOptions, HttpTransport } from './transports/http/settings.ts';
