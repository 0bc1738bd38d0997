// Walk: visits everything below a directory, from anchor to anchor, so that a directory that is swapped for a link
// meanwhile is not entered.
import { readEntries, type Entry } from '@mcp/directories/read-entries';
import { FileError, toFailure } from '../file-error.ts';
import type { Anchor } from '../sandbox/anchor.ts';
import { isTemporaryName } from '../sandbox/names.ts';
import type { Target } from '../sandbox/resolve.ts';
import type { Scope } from '../sandbox/scope.ts';
import { TimeSlice } from './locks.ts';

/** Deeper trees are refused: each level keeps a descriptor open. */
const MAX_DEPTH = 500;

/** What is done with each entry of a directory. Names are bytes: some are not UTF-8. */
export interface Visitor {
  /** Called before what is below the entry is visited. */
  before(name: string): void;
  /** Called once that is done. */
  after?(entry: Entry): void;
}

/** Says what to do in each directory. */
export type Visit = (directory: Anchor) => Visitor;

/**
 * Visits each entry of a directory, and what is below it. Lets other calls work in between.
 *
 * @throws {FileError} `too_large` for too many levels, `changed`; {Error} of the file system, and what the visitor
 * throws.
 */
export const walk = async (directory: Anchor, given: string, visit: Visit): Promise<void> => {
  const slice = new TimeSlice();
  const enter = async (anchor: Anchor, depth: number): Promise<void> => {
    if (depth > MAX_DEPTH)
      throw new FileError('too_large', `${given} has more than ${MAX_DEPTH} levels of directories.`, {
        hint: 'Work on its parts.',
      });
    if (!anchor.stats.isDirectory()) throw new FileError('changed', `${given} changed meanwhile.`);
    const visitor = visit(anchor);
    for (const entry of anchor.within((prefix) => readEntries(prefix || '.'))) {
      await slice.end();
      visitor.before(entry.name.toString());
      if (entry.isDirectory()) {
        using below = anchor.child(entry.name);
        await enter(below, depth + 1);
      }
      visitor.after?.(entry);
    }
  };
  await enter(directory, 0);
};

/**
 * Refuses a directory that has something denied in it: moved, it might get a name that no rule covers. Costs nothing
 * where there are no deny rules.
 *
 * @throws {FileError} `access_denied`.
 */
export const checkNothingDenied = async (scope: Scope, target: Target, given: string): Promise<void> => {
  if (!scope.hasDenyRules) return;
  try {
    using top = target.directory.child(target.name);
    await walk(top, given, ({ path }) => {
      const isHidden = scope.hiddenIn(path);
      return {
        before: (name) => {
          if (isHidden(name) && !isTemporaryName(name)) throw protectedInside(given);
        },
      };
    });
  } catch (error) {
    throw toFailure(given, error);
  }
};

const protectedInside = (given: string): FileError =>
  new FileError(
    'access_denied',
    `${given} cannot be moved or deleted whole: a rule of this server protects something in it.`,
    { hint: 'Work on the files that you need.' },
  );
