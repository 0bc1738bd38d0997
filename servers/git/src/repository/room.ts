// The sandbox of one git process: what is in it beside git, or why the process runs in none.
import type { AllowedDirectory } from '@mcp/workspace';
import type { Limits } from './client.ts';
import type { Access } from './environment.ts';
import { operatorFiles } from './operator.ts';
import { roomWith, type Room, type Unconfined } from './sandbox.ts';
import type { GitOptions } from './work.ts';

/**
 * What is in the sandbox of a command in a repository.
 *
 * @throws {ToolError} when the operator wants a sandbox always, and there is none.
 */
export const roomFor = async (
  access: Access,
  { sandbox: mode, trust }: Pick<GitOptions, 'sandbox' | 'trust'>,
  allowed: readonly AllowedDirectory[],
  limits: Limits,
): Promise<Room | Unconfined> => {
  if (access === 'write' && trust === 'trusted') return 'trusted';
  const room = await roomWith(
    mode,
    access,
    allowed.map(({ path }) => path),
  );
  if (typeof room === 'string') return room;
  const { configuration, lists, runs } = await operatorFiles(limits);
  // A write needs the programs of the operator, which are not in the sandbox: filters like Git LFS, and what signs.
  const needs = runs.filters || runs.signing;
  if (access === 'write' && mode === 'auto' && needs) return 'operator programs';
  return { ...room, files: access === 'write' ? [...configuration, ...lists] : lists };
};
