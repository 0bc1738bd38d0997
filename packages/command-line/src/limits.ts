// --max-output-bytes, --timeout, --max-calls-per-minute, --audit-log and --otel: the middleware of every server.
import type { Middleware, ServerOptions } from '@mcp/runtime';
import { auditLog, withOperations } from '@mcp/runtime/middleware';
import type { AuditFile } from './audit-file.ts';
import type { Command, CommonValues } from './command.ts';
import { UsageError, type Flags } from './flags.ts';
import { separateBlocks } from './results.ts';

const ONE_SECOND = 1000;

/** The middleware of a server, and its end. */
export interface Operation {
  /** The options with the middleware that the flags ask for. */
  readonly wrap: (options: ServerOptions) => ServerOptions;
  /** Writes and exports the rest before the process exits. Undefined if there is nothing to write. */
  readonly end: (() => Promise<void>) | undefined;
}

/**
 * Reads the flags for limits, audit log and telemetry.
 *
 * @throws {UsageError} if the audit log cannot be written, or a package of `--otel` is missing.
 */
export async function operate(command: Command<Flags>, flags: CommonValues): Promise<Operation> {
  const { audit, file } = await openAudit(flags['audit-log']);
  const telemetry = flags.otel ? await (await import('./telemetry.ts')).startTelemetry(command) : undefined;
  const operations = {
    maxOutputBytes: orInfinity(flags['max-output-bytes']),
    timeoutMs: orInfinity(flags.timeout * ONE_SECOND),
    callsPerMinute: orInfinity(flags['max-calls-per-minute']),
    ...(audit === undefined ? {} : { audit }),
  };
  const limited = (options: ServerOptions): ServerOptions =>
    withOperations({ ...options, middleware: [separateBlocks, ...(options.middleware ?? [])] }, operations);
  return {
    // Outermost, so that refused calls are traced too.
    wrap: telemetry === undefined ? limited : (options) => telemetry.wrap(limited(options)),
    end: (file ?? telemetry) && (async () => void (await Promise.all([file?.close(), telemetry?.end()]))),
  };
}

const orInfinity = (limit: number): number => (limit === 0 ? Infinity : limit);

async function openAudit(path: string | undefined): Promise<{ audit?: Middleware; file?: AuditFile }> {
  if (path === undefined) return {};
  if (path === '-') return { audit: auditLog() };
  const { openAuditFile } = await import('./audit-file.ts');
  const file = await openAuditFile(path);
  return { audit: auditLog({ write: (line) => file.write(line) }), file };
}

/** Less would not fit a tool's notes. */
const LEAST_BYTES = 1000;
/** The share of an answer that is reserved for notes. */
const NOTES = 0.05;

/**
 * Returns how many bytes of text a tool may return, without its notes on how to continue. A limit of 0 means no limit.
 *
 * @throws {UsageError} if it is not a whole number, or too small.
 */
export function readMaxOutputBytes(flags: { readonly 'max-output-bytes': number }): number {
  const { 'max-output-bytes': limit } = flags;
  if (limit === 0) return Number.MAX_SAFE_INTEGER;
  if (Number.isSafeInteger(limit) && limit >= LEAST_BYTES) return Math.floor(limit * (1 - NOTES));
  throw new UsageError(
    `--max-output-bytes must be a whole number of at least ${LEAST_BYTES}, or 0 for no limit, not ${limit}`,
  );
}
