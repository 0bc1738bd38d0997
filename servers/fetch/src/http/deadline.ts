// A time after which work is given up.
import { FetchError } from '../failure.ts';

/** How long, and for what. */
export interface Deadline {
  /** Of the caller, who may not want the result any more. */
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  /** Named in the failure. */
  readonly host: string;
}

/**
 * Runs the work with a signal that aborts when the caller's does, or when the time is over.
 *
 * @throws {FetchError} `timeout` when the time is over; the reason of the caller's signal when that aborts.
 */
export const withDeadline = async <T>(
  { signal, timeoutMs, host }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  signal.throwIfAborted();
  const timer = AbortSignal.timeout(timeoutMs);
  try {
    return await work(AbortSignal.any([signal, timer]));
  } catch (error) {
    signal.throwIfAborted();
    if (!timer.aborted) throw error;
    throw new FetchError('timeout', `${host} took longer than ${timeoutMs / 1000} seconds.`, {
      cause: error,
    });
  }
};
