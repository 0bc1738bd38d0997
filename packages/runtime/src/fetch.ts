// @mcp/runtime/fetch: serves a server over Streamable HTTP as a web-standard handler. Free of Node.js.
export { createFetchHandler, type FetchHandler } from './transports/http/edge/fetch-handler.ts';
