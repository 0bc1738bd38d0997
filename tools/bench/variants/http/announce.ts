// Prints where a fixture server listens, and collects its garbage on SIGUSR2.
import type { Server } from 'node:http';

/** Prints the URL of the endpoint. If started with `--expose-gc`, answers each SIGUSR2 after a garbage collection. */
export function announceUrl(url: string): void {
  process.stdout.write(`${url}\n`);
  process.on('SIGUSR2', () => {
    globalThis.gc?.();
    process.stdout.write('collected\n');
  });
}

/** Listens on a free port of loopback and announces it. */
export function listen(server: Server): void {
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port');
    announceUrl(`http://127.0.0.1:${address.port}/mcp`);
  });
}
