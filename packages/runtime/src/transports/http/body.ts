// The body of a POST: read once, with everything that the layers below need.
import { ErrorCode, RpcError } from '../../jsonrpc/error.ts';
import { isObject } from '../../jsonrpc/json.ts';
import { parseJson, readMessages, type Incoming, type Messages } from '../../jsonrpc/message.ts';
import type { Admission } from '../../limits/admission.ts';
import { hasEnvelope } from '../../protocol/meta.ts';
import { isAdmitted } from '../../protocol/methods.ts';
import type { Exchange } from './edge/exchange.ts';
import { HttpRefusal } from './entry/refusal.ts';
import { mediaType } from './media-type.ts';

/** What a POST brings. */
export interface Body extends Messages {
  /** It is one message with the envelope of 2026-07-28, or a part of one. */
  readonly hasEnvelope: boolean;
  /** It is `initialize`, which opens a session. */
  readonly opensSession: boolean;
  /** Something in it gets an answer, if only an error. */
  readonly hasRequest: boolean;
  /** A request in it runs code of the author. */
  readonly hasCall: boolean;
  /** A request in it subscribes to changes, which come on the stream of the session. */
  readonly subscribes: boolean;
}

/**
 * Reads the body of a request, whose type, encoding and length are checked before.
 *
 * @throws {HttpRefusal} 415 for another type or a compressed body, 413 when it is longer than `maxBytes`.
 * @throws {RpcError} −32700 when it is not JSON.
 */
export async function readBody(exchange: Exchange, maxBytes: number): Promise<Body> {
  if (mediaType(exchange.header('content-type')) !== 'application/json')
    throw new HttpRefusal(415, 'the Content-Type must be application/json');
  // Compressed bodies are refused, because a small one may expand to a huge one.
  if ((exchange.header('content-encoding') ?? 'identity').toLowerCase() !== 'identity')
    throw new HttpRefusal(415, 'the body must be sent without Content-Encoding', undefined, {
      'accept-encoding': 'identity',
    });
  const bytes = await exchange.body(maxBytes);
  if (bytes === undefined) throw new HttpRefusal(413, `the body is longer than ${maxBytes} bytes`);
  return toBody(parseJson(decode(bytes)));
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

function toBody(value: unknown): Body {
  const { messages, isBatch } = readMessages(value);
  const hasRequest = messages.some(hasAnswer) || messages.length === 0;
  const message = isObject(value) ? value : {};
  return {
    messages,
    isBatch,
    // Also for an invalid message, because its era decides how the error is sent.
    hasEnvelope: isObject(message['params']) && hasEnvelope(message['params']),
    opensSession: hasRequest && message['method'] === 'initialize',
    hasRequest,
    hasCall: messages.some((one) => one.kind === 'request' && isAdmitted(one.method)),
    subscribes: messages.some((one) => one.kind === 'request' && one.method === 'resources/subscribe'),
  };
}

// Everything except notifications and responses gets an answer.
function hasAnswer({ kind }: Incoming): boolean {
  return kind === 'request' || kind === 'invalid';
}

/**
 * Calls `accept` immediately, or once the queue of calls has space: a POST waits as a pipe would wait to be read. If
 * nothing finishes for `limits.stallMs`, `accept` is called anyway and the calls are refused as overloaded.
 * Cancellations and answers never wait, because they run no author code. Passes on errors of `accept`.
 */
export function acceptWhenReady(
  body: Body,
  admission: Pick<Admission, 'ready'>,
  accept: () => void,
): void | Promise<void> {
  const wait = body.hasCall ? admission.ready() : undefined;
  // Bodies resume in order of arrival. Each checks again, because an earlier one may have filled the queue.
  return wait === undefined ? accept() : wait.then(() => acceptWhenReady(body, admission, accept));
}
