// Branches and tags, from `git for-each-ref`.
import { stripInvisible } from '@mcp/runtime';
import { toRevision, type Option } from '../repository/arguments.ts';
import type { Repository } from '../repository/repository.ts';
import { splitLines } from './records.ts';

/** A branch. */
export interface Branch {
  /** Without `refs/heads/` or `refs/remotes/`. */
  readonly name: string;
  readonly hash: string;
  /** It is checked out here. */
  readonly current: boolean;
  readonly remote: boolean;
  readonly upstream?: string;
  /** How many commits it has that the upstream has not. Absent when the upstream is gone. */
  readonly ahead?: number;
  readonly behind?: number;
  /** Of its last commit, ISO 8601. */
  readonly date: string;
  readonly subject: string;
}

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

/** The name comes last but one: a subject may hold anything but a line break. */
const BRANCH_FORMAT =
  '%(HEAD)%00%(refname)%00%(objectname)%00%(objectname:short)%00%(symref:lstrip=2)%00%(upstream:short)%00' +
  '%(upstream:track,nobracket)%00%(committerdate:iso-strict)%00%(worktreepath)%00%(contents:subject)';

const PREFIXES = {
  local: ['refs/heads/'],
  remote: ['refs/remotes/'],
  all: ['refs/heads/', 'refs/remotes/'],
} as const;

/** Lists branches in the order of their names. */
export const listBranches = async (
  repository: Repository,
  { type, ...query }: BranchQuery,
  signal: AbortSignal,
): Promise<PrintedBranch[]> => {
  const options: Option[] = [`--format=${BRANCH_FORMAT}`];
  if (query.contains !== undefined) options.push(`--contains=${toRevision(query.contains, 'contains')}`);
  if (query.not_contains !== undefined)
    options.push(`--no-contains=${toRevision(query.not_contains, 'not_contains')}`);
  if (query.merged !== undefined) options.push(`--merged=${toRevision(query.merged, 'merged')}`);
  const operands = PREFIXES[type].map((prefix) => toRevision(prefix, 'branch_type'));
  const command = { name: 'for-each-ref', options, operands };
  const { text } = await repository.read({ command, signal });
  return splitLines(text).map((line) => toBranch(line.split('\0'), type === 'all'));
};

const toBranch = (fields: readonly string[], isAll: boolean): PrintedBranch => {
  const [head = ' ', ref = '', hash = '', short = '', symref = '', upstream = '', track = ''] = fields;
  const [date = '', worktree = '', ...rest] = fields.slice(7);
  const subject = stripInvisible(rest.join(' '));
  const remote = ref.startsWith('refs/remotes/');
  const name = ref.slice(remote ? 'refs/remotes/'.length : 'refs/heads/'.length);
  const current = head === '*';
  const mark = current ? '*' : worktree === '' ? ' ' : '+';
  const shownUpstream = upstream === '' ? '' : ` [${upstream}${track === '' ? '' : `: ${track}`}]`;
  const shown = `${mark} ${remote && isAll ? 'remotes/' : ''}${name}`;
  return {
    line: symref === '' ? `${shown} ${short}${shownUpstream} ${subject}` : `${shown} -> ${symref}`,
    branch: {
      name,
      hash,
      current,
      remote,
      ...(upstream === '' ? {} : { upstream, ...toApart(track) }),
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

/** A tag. `hash` is what is tagged, `date` is ISO 8601. */
export interface Tag {
  readonly name: string;
  readonly hash: string;
  readonly annotated: boolean;
  readonly date: string;
  readonly subject: string;
}

const TAG_FORMAT =
  '%(refname:strip=2)%00%(objecttype)%00%(objectname)%00%(*objectname)%00%(creatordate:iso-strict)%00%(contents:subject)';

/** Lists tags, newest first; only those with a commit, if one is given. */
export const listTags = async (
  repository: Repository,
  contains: string | undefined,
  signal: AbortSignal,
): Promise<Tag[]> => {
  const options: Option[] = [`--format=${TAG_FORMAT}`, '--sort=-creatordate'];
  if (contains !== undefined) options.push(`--contains=${toRevision(contains, 'contains')}`);
  const command = { name: 'for-each-ref', options, operands: [toRevision('refs/tags/', 'tags')] };
  const { text } = await repository.read({ command, signal });
  return splitLines(text).map((line) => {
    const [name = '', type = '', hash = '', peeled = '', date = '', ...subject] = line.split('\0');
    return {
      name,
      hash: peeled === '' ? hash : peeled,
      annotated: type === 'tag',
      date,
      subject: stripInvisible(subject.join(' ')),
    };
  });
};
