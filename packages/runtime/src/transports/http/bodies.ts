// Bodies: what the body of a POST is, as far as the endpoint must know before a conversation takes it.
import { isObject, readMessage } from '../../jsonrpc/message.ts';

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
