// More threads for libuv: the system looks names up in half of them, and one fetch_many may name ten slow sites.

/** Threads of this process, unless the operator sets another number. */
const THREADS = 24;

/** Sets the number. libuv reads it when it first needs a thread, so this comes before all other work. */
export const useMoreThreads = (): void => {
  process.env['UV_THREADPOOL_SIZE'] ??= `${THREADS}`;
};
