// Looks through a directory that is to be moved or deleted: it must hold nothing that a rule protects.
import { readdirSync } from 'node:fs';
import { FileError, toFailure } from '../failure.ts';
import type { Scope } from '../sandbox/scope.ts';
import { hold, type Anchor } from '../sandbox/anchor.ts';
import type { Slot } from '../sandbox/slot.ts';
import { isTemporaryName } from './temporary-name.ts';
import { Turn } from './turn.ts';

/** Deeper trees are refused: each level keeps a descriptor open. */
export const MAX_DEPTH = 500;

/**
 * Refuses a directory that has something denied in it: moved, it might get a name that no rule covers. Costs nothing
 * where there are no deny rules.
 *
 * @throws {FileError} `access_denied`.
 */
export const checkNothingDenied = async (scope: Scope, slot: Slot, given: string): Promise<void> => {
  if (!scope.hasDenyRules) return;
  const turn = new Turn();
  const check = async (directory: Anchor, depth: number): Promise<void> => {
    if (depth > MAX_DEPTH) throw tooDeep(given);
    await turn.pass();
    const isHidden = scope.hiddenIn(directory.path);
    for (const entry of readdirSync(directory.self, { withFileTypes: true })) {
      if (isHidden(entry.name) && !isTemporaryName(entry.name)) throw protectedInside(given);
      if (!entry.isDirectory()) continue;
      using below = hold(scope.rules.anchoring, directory.at(entry.name), 'hold');
      await check(below, depth + 1);
    }
  };
  try {
    using top = hold(scope.rules.anchoring, slot.at, 'hold');
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
