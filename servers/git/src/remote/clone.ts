// Clones: makes a repository from a remote. It is made beside its place, and moved there when all of it has come.
import { mkdtempSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Context } from '@mcp/runtime';
import { toArguments, type Directory, type Option } from '../repository/arguments.ts';
import { toTransferEnvironment } from '../repository/environment.ts';
import { operatorSsh } from '../repository/config.ts';
import { toFailure } from '../repository/errors.ts';
import { transferPolicy } from '../repository/trust.ts';
import type { GitOptions, Repository } from '../repository/repository.ts';

import { checkLocal, runTransfer } from './transfer.ts';
import { toAddress } from './url.ts';

/** Where a clone goes, and from where. */
export interface CloneQuery {
  readonly url: string;
  /** An absolute path that was checked: nothing is there, or an empty directory. */
  readonly target: string;
  readonly options: readonly Option[];
}

/**
 * Clones, and returns the address without a password.
 *
 * @throws {ToolError} when the address is refused, or the remote cannot be reached.
 */
export const clone = async (
  { url, target, options }: CloneQuery,
  git: GitOptions,
  open: (path: string) => Repository | undefined,
  ctx: Context,
): Promise<string> => {
  const limits = { signal: ctx.signal, timeoutMs: git.timeoutMs };
  const parent = dirname(target);
  const address = toAddress(url, parent, open);
  await checkLocal(address, 'fetch', { options: git }, limits);
  const ssh = await operatorSsh(limits);
  const beside = mkdtempSync(join(parent, '.mcp-clone-'));
  try {
    const made = join(beside, 'new') as Directory;
    const env = toTransferEnvironment(transferPolicy('untrusted', []).settings, address.protocols, ssh);
    const operands = ['--end-of-options', address.url, made] as const;
    const args = toArguments({ name: 'clone', options: [...ALWAYS, ...options], operands });
    const said = await runTransfer({ args, cwd: beside, env }, limits, ctx);
    if (said.code !== 0)
      throw toFailure('clone', said.lines.filter((line) => !line.startsWith('Cloning into')).join('\n'));
    removeEmpty(target);
    renameSync(made, target);
  } finally {
    rmSync(beside, { recursive: true, force: true });
  }
  return address.shown;
};

/** No template, so no hooks; a directory is read like any other remote, not copied. */
const ALWAYS: readonly Option[] = [
  '--progress',
  '--template=',
  '--no-local',
  '--no-recurse-submodules',
  '--origin=origin',
];

const removeEmpty = (path: string): void => {
  try {
    rmdirSync(path);
  } catch {
    // Nothing is there, or something is: then it cannot be moved there, and that fails.
  }
};
