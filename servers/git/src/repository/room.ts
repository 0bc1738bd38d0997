// What is in the room of a command in a repository, and which commands run in one: all that the configuration of the
// repository has a say in, unless the operator trusts it.
import type { AllowedDirectory } from '@mcp/workspace';
import type { Limits } from './client.ts';
import type { Access } from './environment.ts';
import { operatorFiles } from './operator.ts';
import { canHold, findSandbox, type Room } from './sandbox.ts';
import type { GitOptions } from './work.ts';

/**
 * The room for a command; undefined when it runs without one.
 *
 * @throws {ToolError} when the operator wants a room always, and there is none.
 */
export const roomFor = async (
  access: Access,
  { sandbox: mode, trust, sign }: Pick<GitOptions, 'sandbox' | 'trust' | 'sign'>,
  allowed: readonly AllowedDirectory[],
  limits: Limits,
): Promise<Room | undefined> => {
  const directories = allowed.map(({ path }) => path);
  if (access === 'write' && trust === 'trusted') return undefined;
  if ((await findSandbox(mode)) === undefined || (mode === 'auto' && !canHold(directories))) return undefined;
  const { configuration, lists, runs } = await operatorFiles(limits);
  // A write needs the programs of the operator, which are not in a room: filters like Git LFS, and what signs.
  const needs = runs.filters || (runs.signing && sign === 'auto');
  if (access === 'write' && mode === 'auto' && needs) return undefined;
  const files = access === 'write' ? [...configuration, ...lists] : lists;
  return { mode, access, directories, files, scratch: [] };
};
