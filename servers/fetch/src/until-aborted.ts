// Waiting that ends when a signal aborts.

/**
 * Waits for work that goes on by itself.
 *
 * @throws what the work throws, or the reason of the signal as soon as that aborts.
 */
export const untilAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
