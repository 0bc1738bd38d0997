// @mcp/runtime/testing: a scripted client for tests, over memory, stdio streams, HTTP or to a program.
export {
  connect,
  type Answer,
  type ConnectOptions,
  type ProgramClient,
  type RequestOptions,
  type TestClient,
} from './testing/connect.ts';

export type { Exit, Program } from './testing/program.ts';
