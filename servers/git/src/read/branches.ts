// Branches, from `git for-each-ref`.
import { toRevision, type Option } from '../repository/arguments.ts';
import type { Repository } from '../repository/repository.ts';
import { splitLines } from './records.ts';

/** The name comes last but one: a subject may hold anything but a line break. */
const FORMAT =
  '%(HEAD)%00%(refname)%00%(objectname)%00%(symref:lstrip=2)%00%(upstream:short)%00%(upstream:track,nobracket)%00%(committerdate:iso-strict)%00%(worktreepath)%00%(contents:subject)';

/** Which branches. */
interface Query {
  readonly type: 'local' | 'remote' | 'all';
  readonly contains?: string;
  readonly not_contains?: string;
  readonly merged?: string;
}

/** A branch. */
export interface Branch {
  /** The line that `git branch` writes. */
  readonly line: string;
  readonly name: string;
  readonly hash: string;
  readonly current: boolean;
  readonly remote: boolean;
  readonly upstream?: string;
  /** How many commits it has that the upstream has not. Absent when the upstream is gone. */
  readonly ahead?: number;
  readonly behind?: number;
  readonly date: string;
  readonly subject: string;
}

const PREFIXES = {
  local: ['refs/heads/'],
  remote: ['refs/remotes/'],
  all: ['refs/heads/', 'refs/remotes/'],
} as const;

/** Lists branches in the order of their names. */
export const listBranches = async (
  repository: Repository,
  { type, ...query }: Query,
  signal: AbortSignal,
): Promise<Branch[]> => {
  const options: Option[] = [`--format=${FORMAT}`];
  if (query.contains !== undefined) options.push(`--contains=${toRevision(query.contains, 'contains')}`);
  if (query.not_contains !== undefined)
    options.push(`--no-contains=${toRevision(query.not_contains, 'not_contains')}`);
  if (query.merged !== undefined) options.push(`--merged=${toRevision(query.merged, 'merged')}`);
  const operands = PREFIXES[type].map((prefix) => toRevision(prefix, 'branch_type'));
  const { text: listed } = await repository.read({
    command: { name: 'for-each-ref', options, operands },
    signal,
  });
  return splitLines(listed).map((line) => toBranch(line, type === 'all'));
};

// With the line that `git branch` writes.
const toBranch = (record: string, isAll: boolean): Branch => {
  const [
    head = ' ',
    ref = '',
    hash = '',
    symref = '',
    upstream = '',
    track = '',
    date = '',
    worktree = '',
    ...subject
  ] = record.split('\0');
  const remote = ref.startsWith('refs/remotes/');
  const name = ref.slice(remote ? 'refs/remotes/'.length : 'refs/heads/'.length);
  const current = head === '*';
  const mark = current ? '*' : worktree === '' ? ' ' : '+';
  const target = symref === '' ? '' : ` -> ${symref}`;
  return {
    line: `${mark} ${remote && isAll ? 'remotes/' : ''}${name}${target}`,
    name,
    hash,
    current,
    remote,
    ...(upstream === '' ? {} : { upstream, ...toApart(track) }),
    date,
    subject: subject.join('\0'),
  };
};

// `ahead 1, behind 2`, one of them, `gone`, or nothing.
const toApart = (track: string): Pick<Branch, 'ahead' | 'behind'> => {
  if (track === 'gone') return {};
  const count = (word: string): number => Number(new RegExp(`${word} (\\d+)`).exec(track)?.[1] ?? 0);
  return { ahead: count('ahead'), behind: count('behind') };
};
