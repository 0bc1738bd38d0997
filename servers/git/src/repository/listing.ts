// The repositories that can be named without knowing them: for lists of resources, and for completion.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError, type Context } from '@mcp/runtime';
import { findRepository, type RepositoryPlace } from './git-directory.ts';
import { findAround, type Repositories } from './repositories.ts';
import { nameOf, type Allowed } from './roots.ts';

/** The names of repositories, sorted: the allowed directories, and the folders in those that are none themselves. */
export const namesOf = async ({ confinement }: Repositories, ctx: Context): Promise<readonly string[]> =>
  namesAmong(await confinement.allowed(ctx));

/** The same, without those in roots of the client: to find them takes a question, which a list cannot ask. */
export const listedNames = ({ confinement }: Repositories, ctx: Context): readonly string[] => {
  const directories = confinement.fixed(ctx);
  return namesAmong({ directories, reach: directories });
};

/** More folders of one directory are not searched. */
const MAX_FOLDERS = 1000;

const namesAmong = ({ directories, reach }: Allowed): string[] => {
  const orNone = (find: () => RepositoryPlace | undefined): RepositoryPlace | undefined => {
    try {
      return find();
    } catch (error) {
      if (error instanceof ToolError) return undefined;
      throw error;
    }
  };
  const found = directories.flatMap(({ path }) => {
    const around = orNone(() => findAround(path, reach));
    if (around !== undefined) return [around.topLevel ?? around.gitDir];
    return foldersOf(path).filter((folder) => orNone(() => findRepository(folder, reach)) !== undefined);
  });
  return [...new Set(found)].map((path) => nameOf(path, reach)).toSorted();
};

const foldersOf = (path: string): string[] => {
  try {
    const folders = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return folders.slice(0, MAX_FOLDERS).map(({ name }) => join(path, name));
  } catch {
    return [];
  }
};
