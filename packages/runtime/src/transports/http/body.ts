// The body of a POST: one JSON text in UTF-8, whose type, encoding and length are checked before it is read.
import { ErrorCode, RpcError } from '../../jsonrpc/error.ts';
import { isObject } from '../../jsonrpc/json.ts';
import { parseJson, readMessage } from '../../jsonrpc/message.ts';
import type { Exchange } from './edge/exchange.ts';
import { HttpRefusal } from './entry/refusal.ts';
import { mediaType } from './stateless/headers.ts';

/**
 * The JSON value in the body of a request.
 *
 * @throws {HttpRefusal} 415 for another type or a compressed body, 413 when it is longer than `maxBytes`.
 * @throws {RpcError} −32700 when it is not JSON.
 */
export async function readJson(exchange: Exchange, maxBytes: number): Promise<unknown> {
  if (mediaType(exchange.header('content-type')) !== 'application/json')
    throw new HttpRefusal(415, 'the Content-Type must be application/json');
  // A small compressed body may be a huge one, so none is unpacked.
  if ((exchange.header('content-encoding') ?? 'identity').toLowerCase() !== 'identity')
    throw new HttpRefusal(415, 'the body must be sent without Content-Encoding', undefined, {
      'accept-encoding': 'identity',
    });
  const bytes = await exchange.body(maxBytes);
  if (bytes === undefined) throw new HttpRefusal(413, `the body is longer than ${maxBytes} bytes`);
  return parseJson(decode(bytes));
}

const UTF_8 = new TextDecoder('utf-8', { fatal: true });

// A byte order mark at the beginning is skipped (RFC 8259, section 8.1).
function decode(bytes: Uint8Array): string {
  try {
    return UTF_8.decode(bytes);
  } catch {
    throw new RpcError(ErrorCode.ParseError, 'Parse error: the message is not JSON (it is not UTF-8)');
  }
}

/** Whether a body opens a session. */
export function isInitialize(value: unknown): boolean {
  return isObject(value) && value['method'] === 'initialize';
}

/** Whether a body has something to answer. */
export function hasRequest(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 || value.some(hasAnswer) : hasAnswer(value);
}

// What is neither a notification nor a response gets an answer, if only an error.
function hasAnswer(message: unknown): boolean {
  const { kind } = readMessage(message);
  return kind === 'request' || kind === 'invalid';
}

/** Whether a body subscribes to changes, which come on the stream of the session. */
export function subscribes(value: unknown): boolean {
  return Array.isArray(value) ? value.some(isSubscribe) : isSubscribe(value);
}

function isSubscribe(message: unknown): boolean {
  return isObject(message) && message['method'] === 'resources/subscribe';
}
