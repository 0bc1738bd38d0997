// Audit log: one line of JSON for each tool call, read resource and prompt.
import {
  ErrorCode,
  forMethods,
  isSuspension,
  RpcError,
  type JsonObject,
  type Middleware,
  type MiddlewareRequest,
} from '../index.ts';
import { isObject } from '../extensions.ts';
import { sizeOf } from './answer.ts';

/** What is written, and where. */
export interface AuditLogOptions {
  /** Takes one line, without its line break. Must not wait. Default: stderr. */
  readonly write?: (line: string) => void;
  /**
   * `digest`: 16 digits that are the same for the same arguments until the process ends, and do not reveal them.
   * `values`: the arguments, except for `redact`. Default `digest`.
   */
  readonly arguments?: 'none' | 'digest' | 'values';
  /** Names of arguments, at any depth, whose values are not written. Default `REDACTED`. */
  readonly redact?: readonly string[];
}

/** Names of arguments that `values` omits by default. */
export const REDACTED: readonly string[] = [
  'password',
  'passphrase',
  'secret',
  'token',
  'authorization',
  'apiKey',
  'api_key',
  'credentials',
];

/** How a request ended. `asked`: with a question to the client, which will send it again. */
export type AuditOutcome = 'ok' | 'tool error' | 'error' | 'asked' | 'cancelled';

const LOGGED_CHARACTERS = 1000;
const DIGEST_DIGITS = 16;

/**
 * Logs the caller, method, time, duration and outcome of each request when its handler ends, never its result. Put it
 * first, so that it sees the requests that other middleware refuses. Errors of `write` are dropped. The digest of
 * arguments needs the crypto module of Node.js; `arguments: 'none'` does not.
 */
export function auditLog(options: AuditLogOptions = {}): Middleware {
  // stdout belongs to the protocol.
  const { write = (line) => console.error(line) } = options;
  const argumentsOf = argumentWriter(options);
  return forMethods(['tools/call', 'resources/read', 'prompts/get'], async (request, next) => {
    const time = new Date();
    const start = performance.now();
    const log = (outcome: Outcome): void => {
      const ms = Math.round((performance.now() - start) * 100) / 100;
      try {
        const about = { time: time.toISOString(), ms, ...describe(request) };
        write(JSON.stringify({ ...about, ...outcome, ...argumentsOf(request) }));
      } catch {
        // There is no other way to report a failure of the log.
      }
    };
    return watch(request, next, log);
  });
}

interface Outcome {
  readonly outcome: AuditOutcome;
  /** Of a JSON-RPC error, before it is fitted to the revision. */
  readonly code?: number;
  readonly resultChars?: number;
}

async function watch(
  request: MiddlewareRequest,
  next: () => Promise<JsonObject>,
  log: (outcome: Outcome) => void,
): Promise<JsonObject> {
  try {
    const result = await next();
    log(ended(request, result));
    return result;
  } catch (error) {
    log(request.isCancelled ? { outcome: 'cancelled' } : thrown(error, request));
    throw error;
  }
}

function ended(request: MiddlewareRequest, result: JsonObject): Outcome {
  if (request.isCancelled) return { outcome: 'cancelled' };
  return { outcome: result['isError'] === true ? 'tool error' : 'ok', resultChars: sizeOf(result) };
}

function thrown(error: unknown, { method }: MiddlewareRequest): Outcome {
  if (isSuspension(error)) return { outcome: 'asked' };
  if (method === 'tools/call' && !(error instanceof RpcError)) return { outcome: 'tool error' };
  return { outcome: 'error', code: error instanceof RpcError ? error.code : ErrorCode.InternalError };
}

function describe({ method, params, ctx, connection }: MiddlewareRequest): JsonObject {
  const { subject, issuer, clientId } = ctx.caller ?? {};
  const { name, version } = ctx.client.info ?? {};
  const { traceparent } = ctx.trace;
  return {
    method,
    target: short(method === 'resources/read' ? params['uri'] : params['name']),
    requestId: short(ctx.requestId),
    connection,
    caller: ctx.caller && { subject, issuer, clientId },
    revision: ctx.revision,
    client: { name: short(name), version: short(version) },
    trace: traceparent,
  };
}

// Values of the client may be long, but a line should stay short.
function short(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, LOGGED_CHARACTERS) : value;
}

function argumentWriter({
  arguments: how = 'digest',
  redact = REDACTED,
}: AuditLogOptions): (request: MiddlewareRequest) => JsonObject {
  if (how === 'none') return () => ({});
  // Loaded only here, because hosts wait for the start of a server.
  const { hash, randomUUID } = process.getBuiltinModule('node:crypto');
  // Without the secret, short arguments could be found by trial.
  const secret = randomUUID();
  const hidden = new Set(redact.map((name) => name.toLowerCase()));
  return ({ params }) => {
    const { arguments: given } = params;
    if (given === undefined) return {};
    if (how === 'values') return { arguments: withoutSecrets(given, hidden), argumentChars: sizeOf(given) };
    const digest = hash('sha256', secret + JSON.stringify(given));
    return { argumentsDigest: digest.slice(0, DIGEST_DIGITS), argumentChars: sizeOf(given) };
  };
}

function withoutSecrets(value: unknown, hidden: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutSecrets(item, hidden));
  if (!isObject(value)) return short(value);
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      hidden.has(name.toLowerCase()) ? '[redacted]' : withoutSecrets(member, hidden),
    ]),
  );
}
