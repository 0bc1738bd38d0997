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
  const controller = new AbortController();
  const stop = (): void => controller.abort(signal.reason);
  const giveUp = (): void =>
    controller.abort(new FetchError('timeout', `${host} took longer than ${timeoutMs / 1000} seconds.`));
  const timer = setTimeout(giveUp, timeoutMs);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await work(controller.signal);
  } catch (error) {
    controller.signal.throwIfAborted();
    throw error;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
};
