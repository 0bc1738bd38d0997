// The state of index and files, from `git status --porcelain=v2 -z --branch` (git-status, "Porcelain Format Version 2").
import type { Repository } from '../repository/repository.ts';
import { submoduleOption } from '../repository/submodules.ts';
import { shownPath } from '../repository/names.ts';
import { Records } from './records.ts';

/** What happened to a file. */
export type Change = 'added' | 'modified' | 'deleted' | 'renamed' | 'copied' | 'type-changed';

/** A changed file. */
export interface Changed {
  readonly path: string;
  readonly status: Change;
  /** Where it was before. */
  readonly oldPath?: string;
}

/** A file that both sides of a merge changed. */
export interface Conflict {
  readonly path: string;
  /** What each side did, as two letters of git: `UU`, `AA`, `DU`, … */
  readonly code: string;
}

/** The state of a repository. Lists hold what fits; `counts` counts all. */
export interface Status {
  branch: string | undefined;
  commit: string | undefined;
  upstream: string | undefined;
  /** How far the branch and its upstream are apart; undefined when the upstream is gone. */
  apart: { readonly ahead: number; readonly behind: number } | undefined;
  readonly staged: Changed[];
  readonly unstaged: Changed[];
  readonly untracked: string[];
  readonly conflicted: Conflict[];
  readonly counts: { staged: number; unstaged: number; untracked: number; conflicted: number };
  /** The lines of `git status --short`, but for the first one. */
  readonly lines: string[];
  isTruncated: boolean;
}

const CHANGES: { readonly [letter: string]: Change } = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type-changed',
};

/** Reads the status. The paths of the lists together have at most `maxBytes`. */
export const readStatus = async (
  repository: Repository,
  signal: AbortSignal,
  maxBytes: number,
): Promise<Status> => {
  const parser = new Parser(maxBytes);
  const records = new Records((record) => parser.add(record));
  const submodules = await submoduleOption(repository, signal);
  const command = {
    name: 'status',
    options: ['--porcelain=v2', '-z', '--branch', '--untracked-files=normal', submodules],
  } as const;
  await repository.stream({ command, signal }, (chunk) => {
    records.add(chunk);
    return true;
  });
  return parser.status;
};

/** The first line of `git status --short --branch`. */
export const toBranchLine = ({ branch, commit, upstream, apart }: Status): string => {
  if (branch === undefined) return '## HEAD (no branch)';
  const name = `${commit === undefined ? 'No commits yet on ' : ''}${branch}`;
  if (upstream === undefined) return `## ${name}`;
  if (apart === undefined) return `## ${name}...${upstream} [gone]`;
  const counts = [
    ...(apart.ahead > 0 ? [`ahead ${apart.ahead}`] : []),
    ...(apart.behind > 0 ? [`behind ${apart.behind}`] : []),
  ];
  return `## ${name}...${upstream}${counts.length === 0 ? '' : ` [${counts.join(', ')}]`}`;
};

// Each is a file or directory that git makes for the time of the operation.
const OPERATIONS: readonly (readonly [file: string, operation: string])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply/applying', 'am'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];

/** What is in progress: `merge`, `rebase`, `am`, `cherry-pick`, `revert` or `bisect`. */
export const operationOf = (repository: Repository): string | undefined =>
  OPERATIONS.find(([file]) => repository.has(file))?.[1];

/** The state as structured content: for git_status, and for the resource. */
export const toStructured = (status: Status, operation: string | undefined) => ({
  ...(status.branch === undefined ? {} : { branch: status.branch }),
  ...(status.commit === undefined ? {} : { commit: status.commit }),
  detached: status.branch === undefined,
  ...(status.upstream === undefined ? {} : { upstream: status.upstream }),
  ...status.apart,
  ...(operation === undefined ? {} : { operation }),
  clean: Object.values(status.counts).every((count) => count === 0),
  staged: status.staged,
  unstaged: status.unstaged,
  untracked: status.untracked,
  conflicted: status.conflicted,
  truncated: status.isTruncated,
});

/** What can be done about the state, in the words of the tools; nothing when nothing has to be done. */
export const nextSteps = (
  { counts, apart }: Status,
  operation: string | undefined,
  isLocked: boolean,
): string[] => {
  if (isLocked)
    return ['index.lock is there: git is at work, or was killed. If it stays, ask the user to remove it.'];
  if (operation !== undefined) return [stepOf(operation, counts.conflicted)];
  return [
    ...(counts.conflicted > 0 ? ['Resolve the conflicts, then git_add the files.'] : []),
    ...(counts.unstaged + counts.untracked > 0 ? ['git_add stages changes, git_restore discards them.'] : []),
    ...(counts.staged > 0 ? ['git_commit records what is staged, git_reset unstages it.'] : []),
    ...((apart?.behind ?? 0) > 0 ? ['git_pull brings the commits of the upstream.'] : []),
    ...((apart?.ahead ?? 0) > 0 ? ['git_push sends the commits that the upstream does not have.'] : []),
  ];
};

const stepOf = (operation: string, conflicts: number): string => {
  if (operation === 'am' || operation === 'bisect')
    return `git ${operation} is in progress: no tool can continue it. Ask the user.`;
  const tool = `git_${operation.replace('-', '_')}`;
  const goOn = `${tool} with continue: true continues it, with abort: true gives it up.`;
  return conflicts === 0
    ? `A ${operation} is in progress without conflicts. ${goOn}`
    : `A ${operation} is in progress. Resolve the conflicts and git_add the files; then ${goOn}`;
};

class Parser {
  readonly status: Status = {
    branch: undefined,
    commit: undefined,
    upstream: undefined,
    apart: undefined,
    staged: [],
    unstaged: [],
    untracked: [],
    conflicted: [],
    counts: { staged: 0, unstaged: 0, untracked: 0, conflicted: 0 },
    lines: [],
    isTruncated: false,
  };
  #bytesLeft: number;
  #renamed: string | undefined;

  constructor(maxBytes: number) {
    this.#bytesLeft = maxBytes;
  }

  add(record: string): void {
    if (this.#renamed !== undefined) {
      this.#addChanged(this.#renamed, record);
      this.#renamed = undefined;
    } else if (record.startsWith('#')) this.#addHeader(record);
    else if (record.startsWith('2')) this.#renamed = record;
    else if (record.startsWith('1')) this.#addChanged(record);
    else if (record.startsWith('u')) this.#addConflict(record);
    else if (record.startsWith('?')) this.#addUntracked(shownPath(record.slice(2)));
  }

  #addHeader(record: string): void {
    const [, name, value = '', behind = ''] = record.split(' ');
    if (name === 'branch.oid') this.status.commit = value === '(initial)' ? undefined : value;
    if (name === 'branch.head') this.status.branch = value === '(detached)' ? undefined : value;
    if (name === 'branch.upstream') this.status.upstream = value;
    if (name === 'branch.ab') this.status.apart = { ahead: Number(value), behind: -Number(behind) || 0 };
  }

  #addChanged(record: string, before?: string): void {
    const fields = record.split(' ');
    const code = fields[1] ?? '..';
    const path = shownPath(fields.slice(before === undefined ? 8 : 9).join(' '));
    const oldPath = before === undefined ? undefined : shownPath(before);
    const moved = oldPath === undefined ? path : `${oldPath} -> ${path}`;
    const fits = this.#fits(`${code.replaceAll('.', ' ')} ${moved}`);
    for (const [letter, list] of [
      [code[0] ?? '.', 'staged'],
      [code[1] ?? '.', 'unstaged'],
    ] as const) {
      const status = CHANGES[letter];
      if (status === undefined) continue;
      this.status.counts[list] += 1;
      const isMoved = oldPath !== undefined && (status === 'renamed' || status === 'copied');
      if (fits) this.status[list].push({ path, status, ...(isMoved ? { oldPath } : {}) });
    }
  }

  #addConflict(record: string): void {
    const fields = record.split(' ');
    const [path, code] = [shownPath(fields.slice(10).join(' ')), fields[1] ?? 'UU'];
    this.status.counts.conflicted += 1;
    if (this.#fits(`${code} ${path}`)) this.status.conflicted.push({ path, code });
  }

  #addUntracked(path: string): void {
    this.status.counts.untracked += 1;
    if (this.#fits(`?? ${path}`)) this.status.untracked.push(path);
  }

  #fits(line: string): boolean {
    this.#bytesLeft -= Buffer.byteLength(line) + 1;
    if (this.#bytesLeft >= 0) this.status.lines.push(line);
    else this.status.isTruncated = true;
    return this.#bytesLeft >= 0;
  }
}
