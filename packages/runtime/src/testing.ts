// @mcp/runtime/testing: a scripted client for tests, over memory, stdio streams or HTTP, in every revision; a check of schemas.
export {
  connect,
  type Answer,
  type ConnectOptions,
  type RequestOptions,
  type TestClient,
} from './testing/connect.ts';

export { checkSchemas } from './testing/schemas.ts';
