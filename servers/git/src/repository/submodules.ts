// Whether git may look into submodules: each has a git directory and a configuration of its own.
import { existsSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError } from '@mcp/runtime';
import type { Option } from './arguments.ts';
import { toStamp } from './config.ts';
import type { Repository } from './repository.ts';
import { shownPath } from './names.ts';
import { splitRecords } from '../read/records.ts';

/**
 * How much git may look at submodules: which commit they are at, when all of them are inside, else not at all. Never at
 * their files: that would start git there, with a configuration that was not checked.
 */
export const submoduleOption = async (repository: Repository): Promise<Option> => {
  // What is no declared submodule is not looked at, so that it needs no search in the index.
  if (repository.isBare || !existsSync(join(repository.directory, '.gitmodules')))
    return '--ignore-submodules=all';
  const paths = await submodulePaths(repository);
  return paths.every((path) => isInside(repository, path))
    ? '--ignore-submodules=dirty'
    : '--ignore-submodules=all';
};

/** The submodules that the index has: what changed inside them, git is never asked. */
export const submodulesOfIndex = async (repository: Repository): Promise<string[]> => {
  if (repository.isBare || !existsSync(join(repository.directory, '.gitmodules'))) return [];
  return (await submodulePaths(repository)).map(shownPath);
};

const MAX_KNOWN = 100;

interface Known {
  readonly stamp: string;
  readonly paths: readonly string[];
}

const known = new Map<string, Known>();

/** The paths of submodules in the index. Kept until it changes: a large one takes git as long as a status. */
const submodulePaths = async (repository: Repository): Promise<readonly string[]> => {
  const index = statSync(join(repository.gitDir, 'index'), { bigint: true, throwIfNoEntry: false });
  if (index === undefined) return [];
  const stamp = toStamp(index);
  const before = known.get(repository.gitDir);
  if (before?.stamp === stamp) return before.paths;
  const paths = await listSubmodules(repository);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(repository.gitDir, { stamp, paths });
  return paths;
};

const listSubmodules = async (repository: Repository): Promise<string[]> => {
  const { text } = await repository.read({ name: 'ls-files', options: ['--stage', '-z'] });
  return splitRecords(text)
    .filter((record) => record.startsWith('160000 '))
    .map((record) => record.slice(record.indexOf('\t') + 1));
};

const isInside = (repository: Repository, path: string): boolean => {
  try {
    open(repository, path);
    return true;
  } catch (error) {
    if (error instanceof ToolError) return false;
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
    for (const path of await submodulePaths(next)) {
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
