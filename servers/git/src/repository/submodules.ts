// Whether git may look into submodules: each has a git directory and a configuration of its own.
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError } from '@mcp/runtime';
import type { Option } from './arguments.ts';
import { SpecialFileError } from './git-directory.ts';
import type { Repository } from './repository.ts';
import { splitRecords } from '../read/records.ts';

/**
 * How much git may look at submodules: which commit they are at, when all of them are inside, else not at all. Never at
 * their files: that would start git there, with a configuration that was not checked.
 */
export const submoduleOption = async (repository: Repository): Promise<Option> => {
  const paths = await declaredSubmodules(repository);
  const isShown = paths.length > 0 && paths.every((path) => isInside(repository, path));
  return isShown ? '--ignore-submodules=dirty' : '--ignore-submodules=all';
};

/** What was found in a request. */
const known = new WeakMap<Repository, readonly string[]>();

/**
 * The submodules of the index, found once in a request: in a large index git needs as long as for a status. What is not
 * declared is none, so that most repositories need no search.
 */
export const declaredSubmodules = async (repository: Repository): Promise<readonly string[]> => {
  if (repository.isBare || !existsSync(join(repository.directory, '.gitmodules'))) return [];
  const paths = known.get(repository) ?? (await listSubmodules(repository));
  known.set(repository, paths);
  return paths;
};

const listSubmodules = async (repository: Repository): Promise<readonly string[]> => {
  const { text } = await repository.read({ name: 'ls-files', options: ['--stage', '-z'] });
  return splitRecords(text)
    .filter((record) => record.startsWith('160000 '))
    .map((record) => record.slice(record.indexOf('\t') + 1));
};

/** @throws {ToolError} when git would wait there for a pipe: it looks which commit a submodule is at in any case. */
const isInside = (repository: Repository, path: string): boolean => {
  try {
    open(repository, path);
    return true;
  } catch (error) {
    if (error instanceof ToolError && !(error instanceof SpecialFileError)) return false;
    throw error;
  }
};

/** The repository at a path; undefined when nothing is checked out there. */
const open = (repository: Repository, path: string): Repository | undefined => {
  const directory = join(repository.directory, path);
  if (!existsSync(join(directory, '.git'))) return undefined;
  if (realpathSync.native(directory) !== directory)
    throw new ToolError(`${path} is a submodule behind a link.`);
  return repository.inside(directory);
};

const MAX_SUBMODULES = 200;

/**
 * The submodules that are checked out, also those in submodules: some commands look at their files, by starting git there.
 *
 * @throws {ToolError} when one of them is outside.
 */
export const submodulesOf = async (repository: Repository): Promise<Repository[]> => {
  const found: Repository[] = [];
  const queue = [repository];
  for (const next of queue) {
    for (const path of await listSubmodules(next)) {
      const inner = open(next, path);
      if (inner === undefined) continue;
      found.push(inner);
      queue.push(inner);
    }
    if (found.length > MAX_SUBMODULES)
      throw new ToolError(`There are more than ${MAX_SUBMODULES} submodules.`);
  }
  return found;
};
