// Awaitable: what stores answer with. Those in memory answer at once, so that nothing waits for nothing.
/** A value, or the promise of one. */
export type Awaitable<T> = T | Promise<T>;
