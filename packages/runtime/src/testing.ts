// @mcp/runtime/testing: a scripted client for tests, over memory, stdio, HTTP or to a program; a check of schemas.
export { connect } from './testing/connect.ts';
export type { Answer, ConnectOptions, ProgramClient, TestClient } from './testing/test-client.ts';
export type { Program } from './testing/program.ts';
export { checkSchemas } from './testing/schemas.ts';
