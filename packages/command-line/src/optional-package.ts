// Optional packages: loaded if a flag needs them, with advice if they are missing.
import type { Command } from './command.ts';
import { UsageError, type Flags } from './flags.ts';

/**
 * Returns what `load` imports.
 *
 * @throws {UsageError} if a package is not installed next to the server. The message says how to install it.
 */
export async function loadOptional<T>(
  command: Command<Flags>,
  flag: string,
  packages: readonly string[],
  load: () => Promise<T>,
): Promise<T> {
  try {
    return await load();
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
    if (!isMissing || !packages.some((name) => error.message.includes(`'${name}'`))) throw error;
    const [what, all] = packages.length === 1 ? ['package', 'both'] : ['packages', 'all'];
    throw new UsageError(
      `${flag} needs the ${what} ${packages.join(' and ')} next to this server; install ${all} together: ` +
        `npm install --global ${[command.package, ...packages].join(' ')}`,
    );
  }
}
