// The servers of this checkout, and how a host starts them.
import { join } from 'node:path';

/** The folder of this checkout. */
export const checkout: string = join(import.meta.dirname, '../../..');

/** The built program of a server. */
export const program = (server: string): string => join(checkout, 'servers', server, 'dist/main.cjs');

/** What a host with `mcpServers` in its configuration needs. */
export const hostConfig = (): object => ({
  mcpServers: {
    filesystem: { command: 'node', args: [program('filesystem'), checkout] },
    git: { command: 'node', args: [program('git'), '-r', checkout] },
    // An empty database in memory, to play with. Give a file to keep one.
    sqlite: { command: 'node', args: [program('sqlite'), '--write', ':memory:'] },
    fetch: { command: 'node', args: [program('fetch')] },
  },
});
