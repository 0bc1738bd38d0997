// More threads for libuv, which reads this when it first needs one: the system looks names up in half of them, and one
// fetch_many may name ten slow sites. Imported before anything else.

/** Threads of this process, unless the operator sets another number. */
const THREADS = 24;

process.env['UV_THREADPOOL_SIZE'] ??= `${THREADS}`;
