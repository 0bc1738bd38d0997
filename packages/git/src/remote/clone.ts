// Clones: creates a repository from a remote, in a temporary folder next to its path. It is moved when it is complete.
import { existsSync, renameSync, rmdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { toArguments, type Directory, type Option } from '../arguments/arguments.ts';
import { toTransferEnvironment, transferSettings } from '../process/environment.ts';
import { operatorSsh } from '../view/operator.ts';
import { refusal, toFailure } from '../process/errors.ts';
import { PrivateFolder } from '../process/private-folder.ts';
import type { GitPolicy } from '../process/work.ts';
import { openInside, type RequestScope } from '../repository.ts';
import type { GitRequest } from '../request.ts';
import { openRoute } from './route.ts';
import { runTransfer } from './transfer.ts';
import { toAddress } from './url.ts';

/** The repository to clone, and its new directory. */
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
 * Clones into a new directory, and returns it and the address without a password.
 *
 * @throws {GitError} if the address is not allowed, or the remote cannot be reached.
 */
export const clone = async (
  path: Directory,
  query: CloneQuery,
  scope: Omit<RequestScope<GitPolicy>, 'folder'>,
  request: Pick<GitRequest, 'progress'>,
): Promise<{ readonly path: Directory; readonly url: string }> => {
  const { options, signal } = scope;
  const limits = { ...options, signal };
  const parent = dirname(path);
  using folder = new PrivateFolder();
  const address = await toAddress(query.url, parent, (local) => openInside(local, { ...scope, folder }));
  const ssh = await operatorSsh(limits);
  await using route = await openRoute(address, { name: 'origin', direction: 'fetch' }, options, limits);
  using temporary = new PrivateFolder(parent, '.mcp-clone-');
  const made = temporary.add() as Directory;
  const settings = [...transferSettings('untrusted'), ...route.settings];
  const env = { ...toTransferEnvironment(settings, address.protocols, ssh), ...route.env };
  const operands = ['--end-of-options', address.url, made] as const;
  const args = toArguments({ name: 'clone', options: [...ALWAYS, ...query.options], operands });
  const ended = await runTransfer({ args, cwd: dirname(made), env }, limits, request);
  if (ended.code !== 0) {
    const said = ended.lines.filter((line) => !line.startsWith('Cloning into'));
    throw route.refusal ?? toFailure('clone', { code: ended.code, errors: route.toShown(said.join('\n')) });
  }
  moveTo(made, path);
  return { path, url: address.shown };
};

// Replaces an empty directory, but nothing else that was created in the meantime.
const moveTo = (made: string, path: string): void => {
  try {
    if (existsSync(path)) rmdirSync(path);
    renameSync(made, path);
  } catch (cause) {
    const problem = `${path} was made by something else meanwhile (${cause instanceof Error ? cause.message : String(cause)}).`;
    throw refusal('conflict', problem, 'Use it, or give another directory.');
  }
};
