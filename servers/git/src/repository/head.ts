// HEAD, as git reads it.
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { ToolError } from '@mcp/runtime';
import { HEAD } from './arguments.ts';
import type { Repository } from './repository.ts';
import type { Work } from './work.ts';

/** The branch that HEAD stands for; else its commit, if there is one. */
export interface Head {
  readonly branch?: string;
  readonly commit?: string;
}

const MAX_BYTES = 65_536;

// Its exit code is 1 when HEAD is no symbolic ref.
const READ: Work = { name: 'symbolic-ref', options: ['--quiet'], operands: [HEAD], answers: [1] };

/** @throws {ToolError} when git refuses. */
export const currentHead = async (repository: Repository): Promise<Head> => {
  const stats = lstatSync(join(repository.gitDir, 'HEAD'), { throwIfNoEntry: false });
  if (stats !== undefined && stats.size > MAX_BYTES)
    throw new ToolError('HEAD is no file of git: it is too large.');
  const ref = (await repository.read(READ)).text.replace(/\n$/, '');
  if (ref.startsWith('refs/heads/')) return { branch: ref.slice(11) };
  const commit = await repository.find(HEAD, 'HEAD');
  return commit === undefined ? {} : { commit };
};
