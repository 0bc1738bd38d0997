// Operations: the middleware that a server in use should have, with generous limits.
import type { Middleware, ServerOptions } from '../index.ts';
import type { KeyOf } from './answer.ts';
import { errorMask } from './error-mask.ts';
import { rateLimit } from './rate-limit.ts';
import { responseLimit } from './response-limit.ts';
import { timeout } from './timeout.ts';

/** The limits of `withOperations`. `Infinity` switches one off. */
export interface OperationOptions {
  /** Tool calls of one caller per minute. Default 6,000. */
  readonly callsPerMinute?: number;
  /** Milliseconds that a handler may work on one request. Default five minutes. */
  readonly timeoutMs?: number;
  /** Bytes of text of a tool result, see `responseLimit`. Default 16 Mi. */
  readonly maxOutputBytes?: number;
  /** An `auditLog`. Default: none. */
  readonly audit?: Middleware;
  /** Returns the key whose limits a request counts against. Default: its `sender`. */
  readonly key?: KeyOf;
}

const CALLS_PER_MINUTE = 6000;
const TIMEOUT_MS = 300_000;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
const SECONDS_PER_MINUTE = 60;

/**
 * Returns the options of a server with the middleware for operations around its own.
 *
 * @example
 * const server = defineServer(withOperations({ name: 'clock', version: '1.0.0', tools: [now] }));
 */
export function withOperations(options: ServerOptions, operations: OperationOptions = {}): ServerOptions {
  const { maxOutputBytes = MAX_OUTPUT_BYTES } = operations;
  return {
    ...options,
    middleware: [...operationalMiddleware(maxOutputBytes, operations), ...(options.middleware ?? [])],
  };
}

// The log is outermost, so that it also records calls that the others refuse.
function operationalMiddleware(maxBytes: number, operations: OperationOptions): Middleware[] {
  const { callsPerMinute = CALLS_PER_MINUTE, timeoutMs = TIMEOUT_MS, audit } = operations;
  const key = operations.key === undefined ? {} : { key: operations.key };
  const all = [
    audit,
    errorMask(),
    maxBytes < Infinity && responseLimit({ maxBytes }),
    callsPerMinute < Infinity &&
      rateLimit({ burst: callsPerMinute, perSecond: callsPerMinute / SECONDS_PER_MINUTE, ...key }),
    timeoutMs < Infinity && timeout({ ms: timeoutMs }),
  ];
  return all.filter((middleware) => middleware !== undefined && middleware !== false);
}
