// The checkout that the demonstration is part of, and the programs of its servers.
import { join } from 'node:path';

/** The folder of this checkout. */
export const checkout: string = join(import.meta.dirname, '../../..');

/** The built program of a server. */
export const program = (server: string): string => join(checkout, 'servers', server, 'dist/main.cjs');
