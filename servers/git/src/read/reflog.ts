// Reflog: earlier positions of a ref, for git_reflog and git_stash.
import type { Option, Revision } from '@mcp/git';
import type { Repository } from '../repositories.ts';
import type { FromSchema } from '@mcp/runtime';
import { splitRecords } from './records.ts';

/** An entry. */
export const reflogEntry = {
  type: 'object',
  properties: {
    selector: { type: 'string' },
    hash: { type: 'string' },
    date: { type: 'string', description: 'Of the commit, ISO 8601.' },
    message: { type: 'string' },
  },
  required: ['selector', 'hash', 'message'],
} as const;

export type ReflogEntry = FromSchema<typeof reflogEntry>;

const FIELDS = ['%gd', '%h', '%cI', '%gs'];

/** Reads the entries, newest first. */
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
    const [selector = '', hash = '', date = '', message = ''] = fields.slice(
      index * FIELDS.length,
      (index + 1) * FIELDS.length,
    );
    return { selector, hash, date, message };
  });
};
