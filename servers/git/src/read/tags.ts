// Tags, from `git for-each-ref`.
import { toRevision, type Option } from '../repository/arguments.ts';
import type { Repository } from '../repository/repository.ts';
import { splitLines } from './records.ts';

/** A tag. `hash` is what is tagged, `date` is ISO 8601. */
export interface Tag {
  readonly name: string;
  readonly hash: string;
  readonly annotated: boolean;
  readonly date: string;
  readonly subject: string;
}

const FORMAT =
  '%(refname:strip=2)%00%(objecttype)%00%(objectname)%00%(*objectname)%00%(creatordate:iso-strict)%00%(contents:subject)';

/** Lists tags, newest first; only those with a commit, if one is given. */
export const listTags = async (
  repository: Repository,
  contains: string | undefined,
  signal: AbortSignal,
): Promise<Tag[]> => {
  const options: Option[] = [`--format=${FORMAT}`, '--sort=-creatordate'];
  if (contains !== undefined) options.push(`--contains=${toRevision(contains, 'contains')}`);
  const command = { name: 'for-each-ref', options, operands: [toRevision('refs/tags/', 'tags')] };
  const { text } = await repository.read({ command, signal });
  return splitLines(text).map(toTag);
};

const toTag = (record: string): Tag => {
  const [name = '', type = '', hash = '', peeled = '', date = '', ...subject] = record.split('\0');
  return {
    name,
    hash: peeled === '' ? hash : peeled,
    annotated: type === 'tag',
    date,
    subject: subject.join('\0'),
  };
};
