// Wire: how results, errors and params look in one revision. One per revision and server.
import type { RpcError } from '../../jsonrpc/error.ts';
import type { JsonObject, JsonText } from '../../jsonrpc/json.ts';
import type { Revision } from '../revisions.ts';
import type { ShapeName } from './shapes.ts';

/** Encodes everything that leaves the server in one revision. */
export interface Wire {
  readonly revision: Revision;
  /** A result that is given in the newest revision's form, as this revision spells it. */
  result(shape: ShapeName, result: JsonObject): JsonText;
  /** The error as this revision spells it: codes that it does not know are mapped. */
  error(error: RpcError): RpcError;
  /** Projected params of an outgoing notification or request. */
  params(shape: ShapeName, params: JsonObject): JsonObject;
}
