// The state of index and files, from `git status --porcelain=v2 -z --branch` (git-status, "Porcelain Format Version 2").
import type { Option } from '../repository/arguments.ts';
import type { Repository } from '../repository/repository.ts';
import { submoduleOption } from '../repository/submodules.ts';
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

/** What every look at the status has in common. */
export const statusOptions = async (repository: Repository, signal: AbortSignal): Promise<Option[]> => [
  '--untracked-files=normal',
  await submoduleOption(repository, signal),
];

/** Reads the status. The paths of the lists together have at most `maxBytes`. */
export const readStatus = async (
  repository: Repository,
  signal: AbortSignal,
  maxBytes: number,
): Promise<Status> => {
  const parser = new Parser(maxBytes);
  const records = new Records((record) => parser.add(record));
  const options = await statusOptions(repository, signal);
  await repository.stream(
    { command: { name: 'status', options: ['--porcelain=v2', '-z', '--branch', ...options] }, signal },
    (chunk) => {
      records.add(chunk);
      return true;
    },
  );
  return parser.status;
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
    else if (record.startsWith('?')) this.#addUntracked(record.slice(2));
  }

  #addHeader(record: string): void {
    const [, name, value = '', behind = ''] = record.split(' ');
    if (name === 'branch.oid') this.status.commit = value === '(initial)' ? undefined : value;
    if (name === 'branch.head') this.status.branch = value === '(detached)' ? undefined : value;
    if (name === 'branch.upstream') this.status.upstream = value;
    if (name === 'branch.ab') this.status.apart = { ahead: Number(value), behind: -Number(behind) || 0 };
  }

  #addChanged(record: string, oldPath?: string): void {
    const fields = record.split(' ');
    const code = fields[1] ?? '..';
    const path = fields.slice(oldPath === undefined ? 8 : 9).join(' ');
    for (const [letter, list] of [
      [code[0] ?? '.', 'staged'],
      [code[1] ?? '.', 'unstaged'],
    ] as const) {
      const status = CHANGES[letter];
      if (status === undefined) continue;
      const moved = oldPath !== undefined && (status === 'renamed' || status === 'copied');
      this.status.counts[list] += 1;
      if (this.#fits(path)) this.status[list].push({ path, status, ...(moved ? { oldPath } : {}) });
    }
  }

  #addConflict(record: string): void {
    const fields = record.split(' ');
    const path = fields.slice(10).join(' ');
    this.status.counts.conflicted += 1;
    if (this.#fits(path)) this.status.conflicted.push({ path, code: fields[1] ?? 'UU' });
  }

  #addUntracked(path: string): void {
    this.status.counts.untracked += 1;
    if (this.#fits(path)) this.status.untracked.push(path);
  }

  // Some bytes for what stands around a path.
  #fits(path: string): boolean {
    this.#bytesLeft -= Buffer.byteLength(path) + 30;
    if (this.#bytesLeft >= 0) return true;
    this.status.isTruncated = true;
    return false;
  }
}
