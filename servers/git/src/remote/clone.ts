// Clones: makes a repository from a remote. It is made beside its place, and moved there when all of it has come.
import { existsSync, renameSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Context } from '@mcp/runtime';
import { toArguments, type Directory, type Option } from '../repository/arguments/arguments.ts';
import { toTransferEnvironment, transferSettings } from '../repository/process/environment.ts';
import { operatorSsh } from '../repository/view/operator.ts';
import { refusal, toFailure } from '../repository/process/errors.ts';
import { toNewRepository } from '../repository/location/new-place.ts';
import { PrivateFolder } from '../repository/process/private-folder.ts';
import type { Repositories } from '../repository/location/repositories.ts';
import { openInside } from '../repository/repository.ts';
import { openRoute } from './route.ts';
import { runTransfer } from './transfer.ts';
import { toAddress } from './url.ts';

/** What to clone, and where to. */
export interface CloneQuery {
  readonly url: string;
  readonly path: string;
  readonly options: readonly Option[];
}

/** No template, so no hooks; a directory is read like any other remote, not copied. */
const ALWAYS: readonly Option[] = [
  '--progress',
  '--template=',
  '--no-local',
  '--no-recurse-submodules',
  '--origin=origin',
];

/**
 * Clones, and returns the path and the address without a password.
 *
 * @throws {ToolError} when the path or the address is refused, or the remote cannot be reached.
 */
export const clone = async (
  repositories: Repositories,
  query: CloneQuery,
  ctx: Context,
): Promise<{ readonly path: Directory; readonly url: string }> => {
  const { confinement, options } = repositories;
  const { signal } = ctx;
  const limits = { ...options, signal };
  const path = await toNewRepository(repositories, query.path, ctx);
  const parent = dirname(path);
  const { reach: directories } = await confinement.allowed(ctx, path);
  using folder = new PrivateFolder();
  const address = await toAddress(query.url, parent, (local) =>
    openInside(local, { directories, options, signal, folder }),
  );
  const ssh = await operatorSsh(limits);
  await using route = await openRoute(address, { name: 'origin', direction: 'fetch' }, options, limits);
  using beside = new PrivateFolder(parent, '.mcp-clone-');
  const made = beside.add() as Directory;
  const settings = [...transferSettings('untrusted'), ...route.settings];
  const env = { ...toTransferEnvironment(settings, address.protocols, ssh), ...route.env };
  const operands = ['--end-of-options', address.url, made] as const;
  const args = toArguments({ name: 'clone', options: [...ALWAYS, ...query.options], operands });
  const ended = await runTransfer({ args, cwd: dirname(made), env }, limits, ctx);
  if (ended.code !== 0) {
    const said = ended.lines.filter((line) => !line.startsWith('Cloning into'));
    throw route.refusal ?? toFailure('clone', route.toShown(said.join('\n')));
  }
  moveTo(made, path);
  return { path, url: address.shown };
};

// What is there by now stays, but for an empty directory.
const moveTo = (made: string, path: string): void => {
  try {
    if (existsSync(path)) rmdirSync(path);
    renameSync(made, path);
  } catch (cause) {
    const problem = `${path} was made by something else meanwhile (${cause instanceof Error ? cause.message : String(cause)}).`;
    throw refusal('conflict', problem, 'Use it, or give another directory.');
  }
};
