// --max-output-chars, as tools that cut their own results read it.
import { UsageError } from './flags.ts';

/** Less would leave no room for what a tool says beside its text. */
const LEAST_CHARACTERS = 1000;

/**
 * The limit that a server's tools keep by themselves, so that they can say how to go on; 0 means any length.
 *
 * @throws {UsageError} when it is no whole number, or too small to say anything in.
 */
export function readMaxOutputChars(flags: { readonly 'max-output-chars': number }): number {
  const { 'max-output-chars': limit } = flags;
  if (limit === 0) return Number.MAX_SAFE_INTEGER;
  if (Number.isSafeInteger(limit) && limit >= LEAST_CHARACTERS) return limit;
  throw new UsageError(
    `--max-output-chars must be a whole number of at least ${LEAST_CHARACTERS}, or 0 for any length, not ${limit}`,
  );
}
