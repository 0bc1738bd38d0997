// Listing of repositories, for resource lists and completion.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { orElse } from '../or-else.ts';
import type { Allowed } from '../request.ts';
import { findAround, nameOf } from './find.ts';
import { findRepository } from './git-directory.ts';

/** A listed repository. */
export interface Listed {
  readonly name: string;
  readonly isBare: boolean;
}

/** Further folders of a directory are not searched. */
const MAX_FOLDERS = 1000;

/** Lists the repositories in some directories by name: the directories themselves, or else the folders in them. */
export const namesAmong = ({ directories, reach }: Allowed): Listed[] => {
  const found = directories.flatMap(({ path }) => {
    const around = orElse(() => findAround(path, reach), undefined);
    if (around !== undefined) return [around];
    return foldersOf(path).flatMap((folder) => orElse(() => findRepository(folder, reach), undefined) ?? []);
  });
  const isBare = new Map(found.map(({ topLevel, gitDir }) => [topLevel ?? gitDir, topLevel === undefined]));
  return [...isBare]
    .map(([path, bare]) => ({ name: nameOf(path, reach), isBare: bare }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
};

const foldersOf = (path: string): string[] => {
  const entries = orElse(() => readdirSync(path, { withFileTypes: true }), []);
  const folders = entries.filter((entry) => entry.isDirectory());
  return folders.slice(0, MAX_FOLDERS).map(({ name }) => join(path, name));
};
