// --max-output-bytes, --timeout, --max-calls-per-minute, --audit-log and --otel: the middleware of every server.
import type { Middleware, ServerOptions } from '@mcp/runtime';
import { auditLog, withOperations } from '@mcp/runtime/middleware';
import type { AuditFile } from './audit-file.ts';
import type { Command, CommonValues } from './command.ts';
import { UsageError, type Flags } from './flags.ts';
import { separateBlocks } from './results.ts';

const ONE_SECOND = 1000;

/** What the flags add to a server. */
export interface Operation {
  /** The options with the middleware that the flags ask for. */
  readonly wrap: (options: ServerOptions) => ServerOptions;
  /**
   * To be called at the end, before the process exits: writes and sends what is still to be. Undefined when nothing
   * is.
   */
  readonly end: (() => Promise<void>) | undefined;
}

/**
 * Reads the flags that limit a server, keep its log and measure it.
 *
 * @throws {UsageError} when the file of the audit log cannot be written, or a package of `--otel` is missing.
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
    // Around the limits: what they refuse is traced too.
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

/** Less would leave no room for what a tool says beside its text. */
const LEAST_BYTES = 1000;
/** The part of an answer for what a tool says beside its text. */
const NOTES = 0.05;

/**
 * Returns how many bytes of text the tools of a server may put into one answer, beside notes on how to go on. 0 means
 * any length.
 *
 * @throws {UsageError} when it is no whole number, or too small to say anything in.
 */
export function readMaxOutputBytes(flags: { readonly 'max-output-bytes': number }): number {
  const { 'max-output-bytes': limit } = flags;
  if (limit === 0) return Number.MAX_SAFE_INTEGER;
  if (Number.isSafeInteger(limit) && limit >= LEAST_BYTES) return Math.floor(limit * (1 - NOTES));
  throw new UsageError(
    `--max-output-bytes must be a whole number of at least ${LEAST_BYTES}, or 0 for any length, not ${limit}`,
  );
}
