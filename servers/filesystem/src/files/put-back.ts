// What only undo_last_change does: makes a link again, and takes away what was added to the end of a file.
import { closeSync, constants, fstatSync, ftruncateSync, symlinkSync } from 'node:fs';
import { resolvePath } from '../sandbox/resolve.ts';
import type { Scope } from '../sandbox/scope.ts';
import { resolveTarget } from '../sandbox/target.ts';
import { lockDirectory } from './lock.ts';
import { checkMatch } from './state.ts';

/**
 * Makes a symbolic link.
 *
 * @throws {FileError} `exists` and others.
 */
export const makeLink = (scope: Scope, given: string, link: string): void => {
  using target = resolveTarget(scope, given, 'hold');
  scope.checkChange(target.path, given);
  target.directory.checkUnmoved();
  target.directory.within((prefix) => symlinkSync(link, prefix + target.name));
};

/**
 * Takes away the end of a file that is still the one with this etag.
 *
 * @throws {FileError} `changed`, `read_only` and others.
 */
export const cutEnd = async (
  scope: Scope,
  given: string,
  { size, ifMatch }: { readonly size: number; readonly ifMatch: string },
): Promise<void> => {
  using target = resolveTarget(scope, given, 'follow');
  scope.checkChange(target.path, given);
  using lock = await lockDirectory(target.directory);
  using file = resolvePath(scope, given);
  const descriptor = file.open(constants.O_WRONLY);
  try {
    checkMatch(given, fstatSync(descriptor, { bigint: true }), ifMatch);
    lock.check();
    ftruncateSync(descriptor, size);
  } finally {
    closeSync(descriptor);
  }
};
