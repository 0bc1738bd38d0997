// Where a ref was before, from `git log --walk-reflogs`: for git_reflog and git_stash.
import type { Option, Revision } from '../repository/arguments/arguments.ts';
import type { Repository } from '../repository/repository.ts';
import { splitRecords } from './records.ts';

/** One of the places. `date` is when its commit was made, ISO 8601. */
export interface ReflogEntry {
  readonly selector: string;
  readonly hash: string;
  /** The same whole. */
  readonly commit: string;
  readonly date: string;
  readonly message: string;
}

const FIELDS = ['%gd', '%h', '%H', '%cI', '%gs'];

/** Reads them, newest first. */
export const readReflog = async (
  repository: Repository,
  ref: Revision,
  options: readonly Option[],
): Promise<ReflogEntry[]> => {
  const { text } = await repository.read({
    name: 'log',
    options: ['--walk-reflogs', '-z', `--format=${FIELDS.join('%x00')}`, ...options],
    operands: ['--end-of-options', ref, '--'],
  });
  const fields = splitRecords(text);
  return Array.from({ length: Math.floor(fields.length / FIELDS.length) }, (_, index) => {
    const [selector = '', hash = '', commit = '', date = '', message = ''] = fields.slice(
      index * FIELDS.length,
      (index + 1) * FIELDS.length,
    );
    return { selector, hash, commit, date, message };
  });
};
