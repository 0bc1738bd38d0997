// @mcp/raw-http: an HTTP client that sends what a test says, byte by byte, and an authorization server for its tokens.
export {
  AuthorizationServer,
  newPair,
  type Answer,
  type Pair,
  type TokenOptions,
} from './authorization-server.ts';
export { bearer, readChallenge } from './bearer.ts';
export { Collector, type Sent } from './collector.ts';
export { call, envelope, failure, hello, modern, rpc, said, Session } from './requests.ts';
export { open, send, Wire, type Message, type Shot } from './wire.ts';
