// Pressure: a POST waits while the queue for its calls is full, as a pipe would wait to be read.
import { isObject } from '../../jsonrpc/json.ts';
import { methodRow } from '../../protocol/methods.ts';

/** What tells when there is room: a peer, or what several of them share. */
export interface Room {
  /** Undefined when there is room; else a promise that resolves when it is time to look again. */
  ready(): Promise<void> | undefined;
}

/**
 * Takes a body, at once or when there is room for the calls in it. When nothing finishes for `limits.stallMs` it is
 * taken all the same, and refused as overloaded. What runs no code of the author never waits: neither cancellations nor
 * answers of the client do. Rejects with what `take` throws.
 */
export function takeWhenReady(value: unknown, room: Room, take: () => void): void | Promise<void> {
  if (room.ready() === undefined || !hasCall(value)) return take();
  return waitAndTake(room, take);
}

// Who waits longest comes first. Each looks again: those before it may have taken the room.
async function waitAndTake(room: Room, take: () => void): Promise<void> {
  for (let wait = room.ready(); wait !== undefined; wait = room.ready()) await wait;
  take();
}

function hasCall(value: unknown): boolean {
  return Array.isArray(value) ? value.some(isCall) : isCall(value);
}

function isCall(message: unknown): boolean {
  if (!isObject(message) || typeof message['method'] !== 'string') return false;
  return methodRow(message['method'])?.admitted === true;
}
