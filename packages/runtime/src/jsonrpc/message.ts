// JSON-RPC 2.0 messages: their shapes, how one is read from an unknown value, how one is written.
import { ErrorCode, RpcError, type ErrorObject } from './error.ts';
import { isObject, type JsonObject, type JsonText } from './json.ts';

/** The id of a request: a string or an integer, never null (basic, "Requests"; stricter than JSON-RPC). */
export type RequestId = string | number;

/** One message as it came in, sorted by what it asks for. `invalid` carries the error to answer with. */
export type Incoming =
  | { kind: 'request'; id: RequestId; method: string; params: JsonObject | undefined }
  | { kind: 'notification'; method: string; params: JsonObject | undefined }
  | { kind: 'result'; id: RequestId; result: JsonObject }
  | { kind: 'error'; id: RequestId | undefined; error: ErrorObject }
  | { kind: 'invalid'; id: RequestId | undefined; error: RpcError };

/** Tells whether a value is a legal request id: a string or an integer. */
export function isRequestId(value: unknown): value is RequestId {
  return typeof value === 'string' || Number.isSafeInteger(value);
}

/**
 * Parses one line or body.
 *
 * @throws {RpcError} −32700 when the text is not JSON.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new RpcError(ErrorCode.ParseError, `Parse error: the message is not JSON (${reason})`);
  }
}

/** The messages of one line or body, each sorted by what it asks for. */
export interface Messages {
  readonly messages: readonly Incoming[];
  /** They came as a list (2025-03-26, basic, "Batching"). */
  readonly isBatch: boolean;
}

/** Reads a parsed line or body: one message, or a batch. Never throws. */
export function readMessages(value: unknown): Messages {
  return Array.isArray(value)
    ? { messages: value.map(readMessage), isBatch: true }
    : { messages: [readMessage(value)], isBatch: false };
}

/** Sorts a parsed value into a request, a notification, a response, or an invalid message. Never throws. */
function readMessage(value: unknown): Incoming {
  if (!isObject(value)) return invalid(undefined, 'a message must be a JSON object');
  const { id, method } = value;
  const readableId = isRequestId(id) ? id : undefined;
  if (value['jsonrpc'] !== '2.0') return invalid(readableId, '"jsonrpc" must be "2.0"');
  if (method === undefined) return readResponse(value, readableId);
  if (typeof method !== 'string') return invalid(readableId, '"method" must be a string');
  if ('result' in value || 'error' in value)
    return invalid(readableId, 'a message cannot be both a request and a response');
  if ('id' in value && readableId === undefined)
    return invalid(undefined, '"id" must be a string or an integer');
  const { params } = value;
  if (params !== undefined && !isObject(params)) return badParams(readableId, method, params);
  return readableId === undefined
    ? { kind: 'notification', method, params }
    : { kind: 'request', id: readableId, method, params };
}

function readResponse(message: JsonObject, id: RequestId | undefined): Incoming {
  const { result, error } = message;
  if (result !== undefined && error === undefined && id !== undefined && isObject(result)) {
    return { kind: 'result', id, result };
  }
  if (result === undefined && isErrorObject(error)) return { kind: 'error', id, error };
  if (result === undefined && error === undefined)
    return invalid(id, 'it has neither "method", "result" nor "error"');
  const reason =
    'Invalid response: it needs an "id" and either an object "result" or an "error" with code and message';
  return { kind: 'error', id, error: { code: ErrorCode.InvalidRequest, message: reason } };
}

function isErrorObject(value: unknown): value is ErrorObject {
  return isObject(value) && Number.isSafeInteger(value['code']) && typeof value['message'] === 'string';
}

function invalid(id: RequestId | undefined, why: string): Incoming {
  return { kind: 'invalid', id, error: new RpcError(ErrorCode.InvalidRequest, `Invalid request: ${why}`) };
}

// Positional params are legal JSON-RPC, but no MCP method has them; a scalar is not even legal JSON-RPC. A legal
// notification is never answered, so its positional params are dropped.
function badParams(id: RequestId | undefined, method: string, params: unknown): Incoming {
  if (!Array.isArray(params)) return invalid(id, '"params" must be an object');
  if (id === undefined) return { kind: 'notification', method, params: undefined };
  const error = new RpcError(
    ErrorCode.InvalidParams,
    'Invalid params: "params" must be an object, not an array',
  );
  return { kind: 'invalid', id, error };
}

/** Writes a successful response. */
export function writeResult(id: RequestId, result: JsonText): string {
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result.text}}`;
}

/** Writes an error response; without an id when the request's id could not be read. */
export function writeError(id: RequestId | undefined, error: ErrorObject): string {
  return JSON.stringify({ jsonrpc: '2.0', ...(id === undefined ? {} : { id }), error });
}

/** Writes a notification. */
export function writeNotification(method: string, params: JsonObject | undefined): string {
  return JSON.stringify({ jsonrpc: '2.0', method, params });
}

/** Writes a request. */
export function writeRequest(id: RequestId, method: string, params: JsonObject | undefined): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params });
}
