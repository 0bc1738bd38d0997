// The servers of this checkout, and how a host starts them.
import { join } from 'node:path';

/** The folder of this checkout. */
export const checkout: string = join(import.meta.dirname, '../../..');

/** The built program of a server. */
export const program = (server: string): string => join(checkout, 'servers', server, 'dist/main.cjs');

/**
 * What a host with `mcpServers` in its configuration needs: the path of this Node.js, which it may not find by its
 * name.
 */
export const hostConfig = (command: string = process.execPath): object => ({
  mcpServers: {
    filesystem: { command, args: [program('filesystem'), checkout] },
    git: { command, args: [program('git'), '-r', checkout] },
    // An empty database in memory, to play with. Give a file to keep one.
    sqlite: { command, args: [program('sqlite'), '--write', ':memory:'] },
    fetch: { command, args: [program('fetch')] },
  },
});
