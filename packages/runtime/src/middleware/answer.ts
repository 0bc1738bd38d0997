// Refusal: what a caller gets instead of what it asked for, in a form that the model can act on.
import { ErrorCode, RpcError, text, type JsonObject, type MiddlewareRequest } from '../index.ts';

/**
 * The answer to a request that a limit stops. For tools it is a result with `isError`: hosts show it to the model, which
 * can wait or ask for less.
 *
 * @throws {RpcError} −32603 with the same text for other methods, which have no such result.
 */
export function refuse({ method }: MiddlewareRequest, message: string): JsonObject {
  if (method === 'tools/call') return { content: [text(message)], isError: true };
  throw new RpcError(ErrorCode.InternalError, message);
}

/** A duration for people: `250 ms`, `3 s`, `5 min`. Rounded up. */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.ceil(milliseconds)} ms`;
  if (milliseconds < 120_000) return `${Math.ceil(milliseconds / 1000)} s`;
  return `${Math.ceil(milliseconds / 60_000)} min`;
}

/** A count for people: `2,345,678`. */
export function amount(count: number): string {
  // toLocaleString would load the data of all languages, which takes tens of milliseconds.
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The name of the tool of a call, as the client gave it: it may be anything. */
export function toolName({ params }: MiddlewareRequest): string {
  return typeof params['name'] === 'string' ? params['name'] : '';
}

/** Says whose limits a request counts against, and who may read what was kept for it. */
export type KeyOf = (request: MiddlewareRequest) => string;

/**
 * The caller, where credentials say who it is, else the connection. Stateless HTTP requests without credentials all share
 * one key: nothing tells who sends them.
 */
export const callerKey: KeyOf = ({ ctx: { caller }, connection = 'anybody' }) =>
  caller === undefined ? connection : JSON.stringify([caller.issuer, caller.subject]);
