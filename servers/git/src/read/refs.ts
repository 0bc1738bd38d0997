// Branches and tags, from `git for-each-ref`.
import type { FromSchema } from '@mcp/runtime';
import { shownName, toRevision, type Option, type Revision } from '@mcp/git';
import type { Repository } from '../repositories.ts';
import { splitLines } from './records.ts';

/**
 * Returns the short hash of an object.
 *
 * @throws {ToolError} if there is no such object.
 */
export const shortName = async (
  repository: Repository,
  object: Revision,
  argument = 'revision',
): Promise<string> => {
  const work = { name: 'rev-parse', options: ['--short'], operands: [object], answers: [128] } as const;
  const { code, text } = await repository.read(work);
  // Resolving names what is missing.
  return code === 0 ? text.trim() : repository.resolve(object, argument);
};

/** A branch. */
export const branchSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    hash: { type: 'string' },
    current: { type: 'boolean' },
    remote: { type: 'boolean' },
    upstream: { type: 'string' },
    ahead: { type: 'integer', description: 'Commits that the upstream has not. Absent when it is gone.' },
    behind: { type: 'integer' },
    date: { type: 'string', description: 'Of the last commit, ISO 8601.' },
    subject: { type: 'string' },
  },
  required: ['name', 'hash', 'date', 'subject'],
} as const;

export type Branch = FromSchema<typeof branchSchema>;

/** A branch, and the line that `git branch -vv` prints for it. */
export interface PrintedBranch {
  readonly branch: Branch;
  readonly line: string;
}

/** Which branches. */
export interface BranchQuery {
  readonly type: 'local' | 'remote' | 'all';
  readonly contains?: string;
  readonly not_contains?: string;
  readonly merged?: string;
}

/** The subject comes last, because it may contain anything but a line break. */
const BRANCH_FORMAT =
  '%(HEAD)%00%(refname)%00%(objectname:short)%00%(symref:lstrip=2)%00%(upstream:short)%00' +
  '%(upstream:track,nobracket)%00%(committerdate:iso-strict)%00%(worktreepath)%00%(contents:subject)';

const PREFIXES = {
  local: ['refs/heads/'],
  remote: ['refs/remotes/'],
  all: ['refs/heads/', 'refs/remotes/'],
} as const;

/** Lists branches by name. */
export const listBranches = async (
  repository: Repository,
  { type, ...query }: BranchQuery,
): Promise<PrintedBranch[]> => {
  const options: Option[] = [`--format=${BRANCH_FORMAT}`];
  if (query.contains !== undefined) options.push(`--contains=${toRevision(query.contains, 'contains')}`);
  if (query.not_contains !== undefined)
    options.push(`--no-contains=${toRevision(query.not_contains, 'not_contains')}`);
  if (query.merged !== undefined) options.push(`--merged=${toRevision(query.merged, 'merged')}`);
  const operands = PREFIXES[type].map((prefix) => toRevision(prefix, 'branch_type'));
  const { text } = await repository.read({ name: 'for-each-ref', options, operands });
  return splitLines(text).map((line) => toBranch(line.split('\0'), type === 'all'));
};

const toBranch = (fields: readonly string[], isAll: boolean): PrintedBranch => {
  const [head = ' ', ref = '', hash = '', symref = '', upstream = '', track = ''] = fields;
  const [date = '', worktree = '', ...rest] = fields.slice(6);
  const subject = rest.join(' ');
  const remote = ref.startsWith('refs/remotes/');
  const name = shownName(ref.slice(remote ? 'refs/remotes/'.length : 'refs/heads/'.length));
  const current = head === '*';
  const mark = current ? '*' : worktree === '' ? ' ' : '+';
  const shownUpstream = upstream === '' ? '' : ` [${shownName(upstream)}${track === '' ? '' : `: ${track}`}]`;
  const shown = `${mark} ${remote && isAll ? 'remotes/' : ''}${name}`;
  return {
    line: symref === '' ? `${shown} ${hash}${shownUpstream} ${subject}` : `${shown} -> ${shownName(symref)}`,
    branch: {
      name,
      hash,
      current,
      remote,
      ...(upstream === '' ? {} : { upstream: shownName(upstream), ...toApart(track) }),
      date,
      subject,
    },
  };
};

// `ahead 1, behind 2`, one of them, `gone`, or nothing.
const toApart = (track: string): Pick<Branch, 'ahead' | 'behind'> => {
  if (track === 'gone') return {};
  const count = (word: string): number => Number(new RegExp(`${word} (\\d+)`).exec(track)?.[1] ?? 0);
  return { ahead: count('ahead'), behind: count('behind') };
};

/** A tag. */
export const tagSchema = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    hash: { type: 'string', description: 'What is tagged.' },
    annotated: { type: 'boolean' },
    date: { type: 'string', description: 'ISO 8601.' },
    subject: { type: 'string', description: 'Of the tag, or else of the commit.' },
  },
  required: ['name', 'hash', 'date', 'subject'],
} as const;

export type Tag = FromSchema<typeof tagSchema>;

const TAG_FORMAT =
  '%(refname:strip=2)%00%(objecttype)%00%(objectname:short)%00%(*objectname:short)%00%(creatordate:iso-strict)%00%(contents:subject)';

/** Lists tags, newest first, optionally only those that contain a commit. */
export const listTags = async (repository: Repository, contains: string | undefined): Promise<Tag[]> => {
  const options: Option[] = [`--format=${TAG_FORMAT}`, '--sort=-creatordate'];
  if (contains !== undefined) options.push(`--contains=${toRevision(contains, 'contains')}`);
  const operands = [toRevision('refs/tags/', 'tags')];
  const { text } = await repository.read({ name: 'for-each-ref', options, operands });
  return splitLines(text).map((line) => {
    const [name = '', type = '', hash = '', peeled = '', date = '', ...subject] = line.split('\0');
    return {
      name: shownName(name),
      hash: peeled === '' ? hash : peeled,
      annotated: type === 'tag',
      date,
      subject: subject.join(' '),
    };
  });
};
