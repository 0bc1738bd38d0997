// Whether git may look into submodules: each has a git directory and a configuration of its own.
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError } from '@mcp/runtime';
import type { Option } from './argument.ts';
import type { Repository } from './repository.ts';
import { splitRecords } from '../output/records.ts';

/**
 * How much git may look at submodules: which commit they are at, when all of them are inside, else not at all. Never at
 * their files: that would start git there, with a configuration that nobody has looked at.
 */
export const submoduleOption = async (repository: Repository, signal: AbortSignal): Promise<Option> => {
  // What is no declared submodule is not looked at, so that it needs no search in the index.
  if (repository.isBare || !existsSync(join(repository.directory, '.gitmodules')))
    return '--ignore-submodules=all';
  const { text } = await repository.read({
    command: { name: 'ls-files', options: ['--stage', '-z'] },
    signal,
  });
  const paths = splitRecords(text)
    .filter((record) => record.startsWith('160000 '))
    .map((record) => record.slice(record.indexOf('\t') + 1));
  return paths.every((path) => isInside(repository, path))
    ? '--ignore-submodules=dirty'
    : '--ignore-submodules=all';
};

const isInside = (repository: Repository, path: string): boolean => {
  const directory = join(repository.directory, path);
  try {
    if (!existsSync(join(directory, '.git'))) return true;
    return realpathSync.native(directory) === directory && repository.contains(directory);
  } catch (error) {
    if (error instanceof ToolError) return false;
    throw error;
  }
};
