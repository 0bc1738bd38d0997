// The places of a file in conflict as a person chooses them, with a stamp of the state that was shown.
import { createHash } from 'node:crypto';
import { refusal } from '../repository/errors.ts';
import { shownName } from '../repository/names.ts';
import type { TreePath } from '../repository/arguments.ts';
import type { Repository } from '../repository/repository.ts';
import { readConflicts, readMarked, type Conflict, type MarkedFile } from './conflicts.ts';
import { linesOf } from './records.ts';
import type { Region } from './regions.ts';

/** A file in conflict, and what tells this state of it from another. */
export interface ShownConflict {
  readonly conflict: Conflict;
  readonly file: MarkedFile;
  readonly stamp: string;
}

/**
 * Reads a file in conflict.
 *
 * @throws {ToolError} when it is not in conflict.
 */
export const readShownConflict = async (repository: Repository, path: TreePath): Promise<ShownConflict> => {
  const [conflict, ...others] = await readConflicts(repository, [path]);
  if (conflict === undefined || others.length > 0)
    throw refusal(
      'not_found',
      `${shownName(path)} is not a file in conflict. Nothing was changed.`,
      'Look at the status again.',
    );
  const file = await readMarked(repository, conflict);
  const { base, ours, theirs } = conflict;
  const stages = JSON.stringify([path, base, ours, theirs, file.type]);
  const stamp = createHash('sha256').update(stages).update(file.text).digest('hex').slice(0, 32);
  return { conflict, file, stamp };
};

/** Lines that show where in the file a place is. */
const LINES_BEFORE = 3;

/** A place with the lines before it. */
export const withLead = (
  text: string,
  regions: readonly Region[],
): (Region & { readonly lead: string })[] => {
  const lines = linesOf(text);
  return regions.map((region, at) => {
    const from = Math.max(regions[at - 1]?.endLine ?? 0, region.startLine - 1 - LINES_BEFORE);
    return { ...region, lead: lines.slice(from, region.startLine - 1).join('') };
  });
};
