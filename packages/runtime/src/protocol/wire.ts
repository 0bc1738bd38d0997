// Wire: how results, errors and params look in one revision. One per revision and server.
import type { RpcError } from '../jsonrpc/error.ts';
import type { JsonObject, ResultBody } from '../jsonrpc/message.ts';
import { isModern, type Revision } from './revisions.ts';
import type { ShapeName } from './shapes.ts';
import type { Implementation } from './types.ts';
import { createLegacyWire } from './wire-2025.ts';
import { createModernWire } from './wire-2026.ts';

/** Encodes everything that leaves the server in one revision. */
export interface Wire {
  readonly revision: Revision;
  /** A result that is given in the newest revision's form, as this revision spells it. */
  result(shape: ShapeName, result: JsonObject): ResultBody;
  /** The error as this revision spells it: codes that it does not know are mapped. */
  error(error: RpcError): RpcError;
  /** Projected params of an outgoing notification or request. */
  params(shape: ShapeName, params: JsonObject): JsonObject;
}

/** The wire of a revision for a server of this name and version. */
export function createWire(revision: Revision, server: Implementation): Wire {
  return isModern(revision) ? createModernWire(revision, server) : createLegacyWire(revision);
}
