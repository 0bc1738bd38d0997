// W3C trace context in `_meta` (2026-07-28, basic, "Trace context"): read only when well-formed.
import type { Context } from '../define/context.ts';
import type { JsonObject } from '../jsonrpc/json.ts';

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const MAX_LENGTH = 8192;

/** The trace context of a request's `_meta`. Malformed parts are left out; without `traceparent` there is no `tracestate`. */
export function readTrace(meta: JsonObject): Context['trace'] {
  const { traceparent, tracestate, baggage } = meta;
  const parent = typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? { traceparent } : {};
  const state = 'traceparent' in parent && isShort(tracestate) ? { tracestate } : {};
  return { ...parent, ...state, ...(isShort(baggage) ? { baggage } : {}) };
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_LENGTH;
}
