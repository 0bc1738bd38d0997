// `_meta`: the reserved keys, and the envelope that every stateless request carries.
import { isObject, type JsonObject } from '../jsonrpc/json.ts';
import type { RequestId } from '../jsonrpc/message.ts';
import { quote } from '../text/quote.ts';
import { invalidParams, unsupportedVersion } from './errors.ts';
import { isModern, type ModernRevision } from './revisions.ts';
import { logLevelRank, type ClientCapabilities, type Implementation } from './types.ts';

/** The reserved keys of `_meta` that this runtime reads or writes (2026-07-28, basic, "Request metadata"). */
export const META = {
  protocolVersion: 'io.modelcontextprotocol/protocolVersion',
  clientInfo: 'io.modelcontextprotocol/clientInfo',
  clientCapabilities: 'io.modelcontextprotocol/clientCapabilities',
  logLevel: 'io.modelcontextprotocol/logLevel',
  serverInfo: 'io.modelcontextprotocol/serverInfo',
  subscriptionId: 'io.modelcontextprotocol/subscriptionId',
} as const;

/** What a stateless request says about itself (2026-07-28, basic, "Request metadata"). */
export interface Envelope {
  readonly revision: ModernRevision;
  readonly clientInfo: Implementation | undefined;
  readonly capabilities: ClientCapabilities;
  /** Rank of the requested log level; undefined when the request wants no log messages. */
  readonly logRank: number | undefined;
}

/** Tells whether a request has an envelope, or a part of one. */
export function hasEnvelope(params: JsonObject | undefined): boolean {
  const meta = params?.['_meta'];
  return (
    isObject(meta) &&
    (meta[META.protocolVersion] !== undefined || meta[META.clientCapabilities] !== undefined)
  );
}

/**
 * Reads the envelope of a request. Returns undefined for a request of the stateful era, which has none.
 *
 * @throws {RpcError} −32602 when a part is missing or malformed, −32022 when the revision is not served.
 */
export function readEnvelope(params: JsonObject | undefined): Envelope | undefined {
  const meta = params?.['_meta'];
  if (!isObject(meta) || !hasEnvelope(params)) return undefined;
  const version = meta[META.protocolVersion];
  const capabilities = meta[META.clientCapabilities];
  if (typeof version !== 'string') throw missing(META.protocolVersion, 'the protocol revision, a string');
  if (!isObject(capabilities)) throw missing(META.clientCapabilities, "the client's capabilities, an object");
  if (!isModern(version)) throw unsupportedVersion(version);
  return {
    revision: version,
    clientInfo: readClientInfo(meta[META.clientInfo]),
    capabilities,
    logRank: readLogLevel(meta),
  };
}

/** −32602: a stateless method came without an envelope. */
export function missingEnvelope(): Error {
  return missing(META.protocolVersion, 'the protocol revision, a string');
}

function missing(key: string, what: string): Error {
  return invalidParams(`params._meta["${key}"] must be ${what}`);
}

function readLogLevel(meta: JsonObject): number | undefined {
  const level = meta[META.logLevel];
  if (level === undefined) return undefined;
  const rank = logLevelRank(level);
  if (rank < 0) throw invalidParams(`unknown log level ${quote(level)} in params._meta["${META.logLevel}"]`);
  return rank;
}

/** Reads a client's name and version; undefined when they are absent or malformed (they are only informative). */
export function readClientInfo(value: unknown): Implementation | undefined {
  if (!isObject(value)) return undefined;
  const { name, version } = value;
  return typeof name === 'string' && typeof version === 'string' ? { ...value, name, version } : undefined;
}

/** The request's progress token, if it has a legal one: a string or an integer (basic/utilities/progress). */
export function readProgressToken(params: JsonObject | undefined): RequestId | undefined {
  const meta = params?.['_meta'];
  const token = isObject(meta) ? meta['progressToken'] : undefined;
  return typeof token === 'string' || Number.isSafeInteger(token) ? (token as RequestId) : undefined;
}

const MAX_TOKEN_LENGTH = 1024;

/** @throws {RpcError} −32602 when the progress token is too long: it is sent back with each notification. */
export function checkProgressToken(params: JsonObject | undefined): void {
  const token = readProgressToken(params);
  if (typeof token !== 'string' || token.length <= MAX_TOKEN_LENGTH) return;
  throw invalidParams(
    `params._meta.progressToken has ${token.length} characters; use at most ${MAX_TOKEN_LENGTH}`,
  );
}

const LABEL = /^[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/;
const NAME = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$/;

/** Why an author may not use a `_meta` key, or undefined when it is fine (basic, "_meta", 2025-06-18 and later). */
export function metaKeyProblem(key: string): string | undefined {
  const slash = key.indexOf('/');
  const name = slash < 0 ? key : key.slice(slash + 1);
  if (!NAME.test(name)) return 'its name must begin and end with a letter or digit, with only - _ . between';
  if (slash < 0) return undefined;
  const labels = key.slice(0, slash).split('.');
  if (!labels.every((label) => LABEL.test(label)))
    return 'each label of its prefix must begin with a letter and end with a letter or digit';
  return isReservedPrefix(labels) ? 'its prefix is reserved for MCP' : undefined;
}

// 2025-06-18 reserves prefixes that end in (mcp|modelcontextprotocol).<label>; later revisions those whose second
// label is one of the two. Keys must be legal in all of them.
function isReservedPrefix(labels: string[]): boolean {
  const isOurs = (label: string | undefined): boolean => label === 'mcp' || label === 'modelcontextprotocol';
  return isOurs(labels[1]) || isOurs(labels.at(-2));
}

// W3C trace context in `_meta` (2026-07-28, basic, "Trace context"): read only when well-formed.
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;
const MAX_TRACE_LENGTH = 8192;

/** The members of a request's trace context. */
export type TraceContext = {
  readonly traceparent?: string;
  readonly tracestate?: string;
  readonly baggage?: string;
};

/**
 * Returns the trace context of a request's `_meta`. Malformed parts are dropped; without `traceparent` there is no
 * `tracestate`.
 */
export function readTrace(meta: JsonObject): TraceContext {
  const { traceparent, tracestate, baggage } = meta;
  const parent = typeof traceparent === 'string' && TRACEPARENT.test(traceparent) ? { traceparent } : {};
  const state = 'traceparent' in parent && isShort(tracestate) ? { tracestate } : {};
  return { ...parent, ...state, ...(isShort(baggage) ? { baggage } : {}) };
}

function isShort(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_TRACE_LENGTH;
}
