// Walk: visits everything below a directory through anchors, so that a directory swapped for a link is not entered.
import { readEntries, type Entry } from '@mcp/directories/read-entries';
import { FileError, toFailure } from '../file-error.ts';
import type { Anchor } from '../sandbox/anchor.ts';
import { isTemporaryName } from '../sandbox/names.ts';
import type { Target } from '../sandbox/resolve.ts';
import type { Scope } from '../sandbox/scope.ts';
import { TimeSlice } from './locks.ts';

/** Deeper trees are refused, because each level holds a descriptor. */
const MAX_DEPTH = 500;

export interface Visitor {
  /** Called before the contents of the entry. */
  before(name: string): void;
  /** Called after them. Names are bytes, because some are not UTF-8. */
  after?(entry: Entry): void;
}

export type Visit = (directory: Anchor) => Visitor;

/**
 * Visits each entry of a directory and its contents. Yields to other calls.
 *
 * @throws {FileError} `too_large` for too many levels, `changed`; {Error} of the file system; and whatever the visitor
 *   throws.
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
 * Refuses a directory that contains something denied, because after a move no rule might cover it. Skipped if there are
 * no deny rules.
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
    `${given} cannot be moved or deleted as a whole: a deny rule covers something in it.`,
    { hint: 'Work on the files that you need.' },
  );
