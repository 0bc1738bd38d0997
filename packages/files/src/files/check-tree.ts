// Looks through a directory that is to be moved or deleted: it must hold nothing that a rule protects.
import { readEntries } from '@mcp/directories/read-entries';
import { FileError, toFailure } from '../file-error.ts';
import type { Anchor } from '../sandbox/anchor.ts';
import type { Scope } from '../sandbox/scope.ts';
import type { Target } from '../sandbox/resolve.ts';
import { isTemporaryName } from '../sandbox/names.ts';
import { TimeSlice } from './turns.ts';

/** Deeper trees are refused: each level keeps a descriptor open. */
export const MAX_DEPTH = 500;

/**
 * Refuses a directory that has something denied in it: moved, it might get a name that no rule covers. Costs nothing
 * where there are no deny rules.
 *
 * @throws {FileError} `access_denied`.
 */
export const checkNothingDenied = async (scope: Scope, target: Target, given: string): Promise<void> => {
  if (!scope.hasDenyRules) return;
  const slice = new TimeSlice();
  const check = async (directory: Anchor, depth: number): Promise<void> => {
    if (depth > MAX_DEPTH) throw tooDeep(given);
    await slice.end();
    const isHidden = scope.hiddenIn(directory.path);
    // Names are bytes: some are not UTF-8.
    const entries = readEntries(directory.self);
    directory.checkSame();
    for (const entry of entries) {
      const name = entry.name.toString();
      if (isHidden(name) && !isTemporaryName(name)) throw protectedInside(given);
      if (!entry.isDirectory()) continue;
      using below = directory.child(entry.name);
      await check(below, depth + 1);
    }
  };
  try {
    using top = target.directory.child(target.name);
    await check(top, 0);
  } catch (error) {
    throw toFailure(given, error);
  }
};

export const tooDeep = (given: string): FileError =>
  new FileError('too_large', `${given} has more than ${MAX_DEPTH} levels of directories.`, {
    hint: 'Work on its parts.',
  });

const protectedInside = (given: string): FileError =>
  new FileError(
    'access_denied',
    `${given} cannot be moved or deleted whole: a rule of this server protects something in it.`,
    {
      hint: 'Work on the files that you need.',
    },
  );
