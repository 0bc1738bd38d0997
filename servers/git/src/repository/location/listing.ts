// The repositories that can be named without knowing them: for lists of resources, and for completion.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError, type Context } from '@mcp/runtime';
import { findRepository, type RepositoryPlace } from './git-directory.ts';
import { findAround, type Repositories } from './repositories.ts';
import { nameOf, type Allowed } from './roots.ts';

/** The names of repositories, sorted: the allowed directories, and the folders in those that are none themselves. */
export const namesOf = async ({ confinement }: Repositories, ctx: Context): Promise<readonly string[]> =>
  namesAmong(await confinement.allowed(ctx)).map(({ name }) => name);

/** A repository that can be named. */
export interface Listed {
  readonly name: string;
  readonly isBare: boolean;
}

/** The same, without those in roots of the client: to find them takes a question, which a list cannot ask. */
export const listedRepositories = ({ confinement }: Repositories, ctx: Context): readonly Listed[] => {
  const directories = confinement.fixed(ctx);
  return namesAmong({ directories, reach: directories });
};

/** More folders of one directory are not searched. */
const MAX_FOLDERS = 1000;

const namesAmong = ({ directories, reach }: Allowed): Listed[] => {
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
    if (around !== undefined) return [around];
    return foldersOf(path).flatMap((folder) => orNone(() => findRepository(folder, reach)) ?? []);
  });
  const isBare = new Map(found.map(({ topLevel, gitDir }) => [topLevel ?? gitDir, topLevel === undefined]));
  return [...isBare]
    .map(([path, bare]) => ({ name: nameOf(path, reach), isBare: bare }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
};

const foldersOf = (path: string): string[] => {
  try {
    const folders = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return folders.slice(0, MAX_FOLDERS).map(({ name }) => join(path, name));
  } catch {
    return [];
  }
};
