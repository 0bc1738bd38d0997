// The command lines by which hosts start a server that npx fetched: what `--print-config` has to print, and what has
// to start.
import { join } from 'node:path';
import { argumentsFor, type Installable } from '../../src/install/installable.ts';

/** A command line as a host reads it. */
export interface Started {
  readonly command: string;
  readonly args: readonly string[];
}

/** The value of a server's input where somebody uses it in a folder. */
export const inputIn = ({ input }: Installable, folder: string): string =>
  input?.kind === 'file' ? join(folder, 'data.db') : folder;

/** The arguments of a server with a value of its input. */
export const argumentsWith = (server: Installable, value: string): string[] => [
  ...argumentsFor(server, value),
  ...(server.id === 'sqlite' ? ['--write'] : []),
];

/** What starts it on the systems with a shell of POSIX. */
export const throughNpx = ({ manifest }: Installable, args: readonly string[]): Started => ({
  command: 'npx',
  args: ['-y', manifest.name, ...args],
});

/** What starts it on Windows, where npx is a batch file. */
export const throughCmd = (server: Installable, args: readonly string[]): Started => {
  const npx = throughNpx(server, args);
  return { command: 'cmd', args: ['/c', npx.command, ...npx.args] };
};
