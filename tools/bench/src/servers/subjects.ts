// The servers to compare.
import type { Subject } from '../comparison/subject.ts';
import type { Options } from '../options.ts';
import { openFetch } from './fetch.ts';
import { openFilesystem } from './filesystem.ts';
import { openGit } from './git.ts';
import { openSqlite } from './sqlite.ts';

/** Functions that create the data of a server's rows, which takes seconds. */
export const subjects: Readonly<Record<string, (options: Options) => Promise<Subject>>> = {
  filesystem: openFilesystem,
  git: openGit,
  sqlite: openSqlite,
  fetch: openFetch,
};
