// Bodies: what the body of a POST is, as far as the endpoint must know before a conversation takes it.
import { isObject, readMessage } from '../../jsonrpc/message.ts';

/** Whether a body opens a session. */
export function isInitialize(value: unknown): boolean {
  return isObject(value) && value['method'] === 'initialize';
}

/** Whether a body has something to answer. */
export function hasRequest(value: unknown): boolean {
  const messages: unknown[] = Array.isArray(value) ? value : [value];
  // What is neither a notification nor a response gets an answer, if only an error.
  return (
    messages.length === 0 ||
    messages.some((message) => ['request', 'invalid'].includes(readMessage(message).kind))
  );
}

/** Whether a body subscribes to changes, which come on the stream of the session. */
export function subscribes(value: unknown): boolean {
  const messages: unknown[] = Array.isArray(value) ? value : [value];
  return messages.some((message) => isObject(message) && message['method'] === 'resources/subscribe');
}
