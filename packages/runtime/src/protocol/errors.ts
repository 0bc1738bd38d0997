// MCP's own error codes, one factory per code. `docs/errors.md` lists them and a test compares.
import { ErrorCode, RpcError } from '../jsonrpc/error.ts';
import type { JsonObject } from '../jsonrpc/json.ts';
import { quote, shorten } from '../text/quote.ts';
import { MODERN_REVISIONS } from './revisions.ts';

/** Every MCP error code that this runtime knows. The five of JSON-RPC are in `ErrorCode`. */
export const McpErrorCode = {
  /** ≤ 2025-11-25; 2026-07-28 uses −32602. */
  ResourceNotFound: -32002,
  /** 2025-11-25 only. */
  UrlElicitationRequired: -32042,
  /** 2026-07-28 over HTTP: a header does not repeat what the body says. */
  HeaderMismatch: -32020,
  /** 2026-07-28: the request needs a client capability that it did not declare. */
  MissingClientCapability: -32021,
  /** 2026-07-28: the request names a revision that is not served statelessly. */
  UnsupportedProtocolVersion: -32022,
  /** Ours: the credentials are good, but do not reach as far as this. */
  InsufficientScope: -31001,
  /** Ours, ≤ 2025-11-25: the server is busy. */
  Overloaded: -32000,
  /** Ours, 2026-07-28, which keeps −32000…−32019 free: the server is busy. */
  OverloadedModern: -31000,
} as const;

/** −32601: the method does not exist in this revision, or belongs to a capability that the server lacks. */
export function methodNotFound(method: string, why = 'this server does not have it'): RpcError {
  return new RpcError(ErrorCode.MethodNotFound, `Method not found: ${quote(method)} (${why})`);
}

/** −32602: the params do not fit the method. */
export function invalidParams(message: string, data?: JsonObject): RpcError {
  return new RpcError(ErrorCode.InvalidParams, `Invalid params: ${message}`, data);
}

/** −32600: the message is not acceptable in this state of the conversation. */
export function invalidRequest(message: string, data?: JsonObject): RpcError {
  return new RpcError(ErrorCode.InvalidRequest, `Invalid request: ${message}`, data);
}

/**
 * −32002, or −32602 from 2026-07-28: there is no such resource (server/resources, "Error Handling"). In a tool it
 * becomes a result with `isError`.
 */
export class ResourceNotFoundError extends RpcError {
  override readonly name = 'ResourceNotFoundError';
  constructor(uri: string) {
    super(McpErrorCode.ResourceNotFound, `Resource not found: ${shorten(uri)}`, { uri });
  }
}

/**
 * −32021 in 2026-07-28: a handler needs a capability that this client did not declare. Clients of older revisions
 * get it as a tool error or −32602. Catch it to offer something else.
 */
export class MissingCapabilityError extends RpcError {
  override readonly name = 'MissingCapabilityError';
  /** `what` completes "The client does not support …"; `requiredCapabilities` are in the form of a client's own. */
  constructor(what: string, requiredCapabilities: JsonObject) {
    super(McpErrorCode.MissingClientCapability, `The client does not support ${what}`, {
      requiredCapabilities,
    });
  }
}

/**
 * −31001: the caller lacks scopes. Thrown by handlers that know only then which ones they need, before they do
 * anything. Over HTTP it is status 403 with a challenge that asks for them, unless the response has begun
 * (basic/authorization, "Scope Challenge Handling").
 */
export class InsufficientScopeError extends RpcError {
  override readonly name = 'InsufficientScopeError';
  /** All scopes that the operation needs, not only those that are missing. */
  constructor(requiredScopes: readonly string[]) {
    const message = `Insufficient scope: this needs ${requiredScopes.join(', ')}`;
    super(McpErrorCode.InsufficientScope, message, { requiredScopes });
  }
}

/** −32020: a header of an HTTP request is missing or differs from the body. */
export function headerMismatch(message: string): RpcError {
  return new RpcError(McpErrorCode.HeaderMismatch, `Header mismatch: ${message}`);
}

/** −32022: the envelope of a request names a revision that is not served statelessly. */
export function unsupportedVersion(requested: string): RpcError {
  const message =
    `Unsupported protocol version ${quote(requested)} in the request's _meta; ` +
    'older revisions are served after an initialize request';
  return new RpcError(McpErrorCode.UnsupportedProtocolVersion, message, {
    supported: [...MODERN_REVISIONS],
    requested,
  });
}

/** −32000, or −31000 from 2026-07-28: the queue of this conversation is full. */
export function overloaded(): RpcError {
  return new RpcError(
    McpErrorCode.Overloaded,
    'Server overloaded: too many requests are waiting; try again later',
  );
}
