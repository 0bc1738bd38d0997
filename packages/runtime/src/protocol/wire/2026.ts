// The wire of 2026-07-28: resultType, server identity and cache fields on every result.
import { ErrorCode, RpcError } from '../../jsonrpc/error.ts';
import { JsonText, writeMembers, type JsonObject } from '../../jsonrpc/json.ts';
import { McpErrorCode } from '../errors.ts';
import { META } from '../meta.ts';
import type { ModernRevision } from '../revisions.ts';
import type { Implementation } from '../types.ts';
import { createProjection } from './projection.ts';
import { SHAPES, type Shape, type Wire } from './shapes.ts';

const NOT_CACHEABLE = ',"ttlMs":0,"cacheScope":"private"';

/** The wire of a stateless revision. Results are JSON text, with `_meta` naming the server and its version. */
export function createModernWire(revision: ModernRevision, server: Implementation): Wire {
  const project = createProjection(revision, {});
  // Icons are sent once, with server/discover; every other result identifies the server in as few bytes as possible.
  const brief = { [META.serverInfo]: { name: server.name, version: server.version } };
  const full = { [META.serverInfo]: project('Implementation', server) };
  const briefHead = `{"resultType":"complete","_meta":${JSON.stringify(brief)}`;

  const result = (shape: Shape, value: JsonObject): JsonText => {
    const projected = project(shape, value);
    const identity = shape === 'DiscoverResult' ? full : brief;
    const tail = isCacheable(shape) && projected['ttlMs'] === undefined ? NOT_CACHEABLE : '';
    if (identity === brief && projected['_meta'] === undefined && projected['resultType'] === undefined) {
      return new JsonText(`${briefHead}${tail}${rest(projected)}`);
    }
    const { _meta: meta, resultType = 'complete', ...others } = projected;
    const head = { resultType, _meta: { ...asObject(meta), ...identity } };
    return new JsonText(`${JSON.stringify(head).slice(0, -1)}${tail}${rest(others)}`);
  };
  return { revision, result, error: modernError, params: project };
}

// What may say how long it can be kept has to say so.
function isCacheable(shape: Shape): boolean {
  if (typeof shape !== 'string') return 'ttlMs' in shape;
  return shape !== 'ContentBlock' && 'ttlMs' in SHAPES[shape];
}

// The members of an object, ready to follow other members, and its end: `,"a":1}`.
function rest(object: JsonObject): string {
  const members = writeMembers(object);
  return members === '' ? '}' : `,${members}}`;
}

function asObject(meta: unknown): object {
  return typeof meta === 'object' && meta !== null ? meta : {};
}

// Basic, "Error codes": −32002 and −32042 are gone, −32000…−32019 are to be left alone, and of the rest of MCP's band
// only the codes of this revision may be sent.
function modernError(error: RpcError): RpcError {
  const code = MODERN_CODES[error.code] ?? (isForeign(error.code) ? ErrorCode.InternalError : error.code);
  return code === error.code ? error : new RpcError(code, error.message, error.data);
}

const MODERN_CODES: Record<number, number> = {
  [McpErrorCode.ResourceNotFound]: ErrorCode.InvalidParams,
  [McpErrorCode.Overloaded]: McpErrorCode.OverloadedModern,
};

function isForeign(code: number): boolean {
  if (code === McpErrorCode.MissingClientCapability || code === McpErrorCode.UnsupportedProtocolVersion)
    return false;
  return code <= -32000 && code >= -32099;
}
