// JSON-RPC errors: the standard codes, the one error class that has a code, and its wire form.
/** The error codes of JSON-RPC 2.0. MCP's own codes are in `protocol/errors.ts`. */
export const ErrorCode = {
  /** The message is not JSON. */
  ParseError: -32700,
  /** The message is not acceptable here and now. */
  InvalidRequest: -32600,
  /** There is no such method in this revision on this server. */
  MethodNotFound: -32601,
  /** The params do not fit the method. */
  InvalidParams: -32602,
  /** The server has a bug, or gave up. */
  InternalError: -32603,
} as const;

/** The `error` member of a response. */
export type ErrorObject = { code: number; message: string; data?: unknown };

/**
 * An error that goes to the client as a JSON-RPC error with this code, message and data.
 * Throw it for faults of the protocol; throw `ToolError` for what the model should read.
 */
export class RpcError extends Error {
  override readonly name: string = 'RpcError';
  readonly code: number;
  readonly data: unknown;

  /** `code` is an integer; MCP keeps −32000…−32099 for the protocol. `data` must be JSON. */
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }

  /** The wire form, without `data` if there is none. */
  toObject(): ErrorObject {
    const { code, message, data } = this;
    return data === undefined ? { code, message } : { code, message, data };
  }
}

/** The wire form of anything thrown: an `RpcError` as it is, everything else as −32603 without its text. */
export function toErrorObject(error: unknown): ErrorObject {
  if (error instanceof RpcError) return error.toObject();
  if (isTooLong(error)) return { code: ErrorCode.InternalError, message: TOO_LONG };
  return { code: ErrorCode.InternalError, message: 'Internal error' };
}

/** The message for a client that asked for a result longer than a string can be. */
export const TOO_LONG = 'Internal error: the result is longer than a message can be; ask for less';

/** Whether a text could not be written because it is longer than a string can be: about 500 MB in V8. */
export function isTooLong(error: unknown): boolean {
  return error instanceof RangeError && error.message === 'Invalid string length';
}
