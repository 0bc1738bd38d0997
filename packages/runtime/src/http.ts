// @mcp/runtime/http: serves a server over Streamable HTTP, with node:http. As a web-standard handler: "./fetch".
export { createNodeHandler, type NodeHandler } from './transports/http/edge/node-handler.ts';
export type { ClientLimits } from './transports/http/entry/client-limits.ts';
export { serveHttp, type HttpServing } from './transports/http/serve.ts';
export type { HttpOptions, HttpTransport } from './transports/http/settings.ts';
