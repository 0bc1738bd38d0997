// Packages that only some users of a server need: loaded with their flag, and asked for where they are missing.
import type { Command } from './command.ts';
import { UsageError, type Flags } from './flags.ts';

/**
 * What `load` imports.
 *
 * @throws {UsageError} when one of the packages is not installed beside the server: it says how to install them.
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
      `${flag} needs the ${what} ${packages.join(' and ')} beside this server; install ${all} in one place: ` +
        `npm install --global ${[command.package, ...packages].join(' ')}`,
    );
  }
}
