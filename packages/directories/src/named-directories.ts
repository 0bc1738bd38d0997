// Directories that the operator names on the command line.
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { pinDirectory, type AllowedDirectory } from './allowed-directory.ts';
import { expandHome } from './expand-home.ts';

/** Returns the directories that exist, and a problem for every other name, like `~/x does not exist`. */
export const namedDirectories = (
  names: readonly string[],
): { readonly directories: readonly AllowedDirectory[]; readonly problems: readonly string[] } => {
  const problems: string[] = [];
  const directories = names.flatMap((name) => {
    try {
      const directory = pinDirectory(resolve(expandHome(name)), 'cli');
      if (statSync(directory.path).isDirectory()) return [directory];
      problems.push(`${name} is not a directory`);
    } catch (error) {
      const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      problems.push(`${name} ${isGone ? 'does not exist' : `cannot be read (${String(error)})`}`);
    }
    return [];
  });
  return { directories, problems };
};
