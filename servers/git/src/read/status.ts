// Status of index and files, from `git status --porcelain=v2 -z --branch` (git-status, "Porcelain Format Version 2").
import { inWords } from '@mcp/command-line';
import type { FromSchema } from '@mcp/runtime';
import { shownName } from '@mcp/git';
import type { Repository } from '../repositories.ts';
import { strings } from '../tools/shared.ts';
import { budgetOf } from '../answer.ts';

const changedFiles = {
  type: 'array',
  items: {
    type: 'object',
    properties: { path: { type: 'string' }, status: { type: 'string' }, old_path: { type: 'string' } },
    required: ['path', 'status'],
  },
} as const;

/** Structured content of git_status and of the resource. */
export const statusSchema = {
  type: 'object',
  properties: {
    branch: { type: 'string', description: 'Absent when HEAD is detached.' },
    commit: { type: 'string', description: 'Absent before the first commit.' },
    detached: { type: 'boolean' },
    upstream: { type: 'string' },
    ahead: { type: 'integer' },
    behind: { type: 'integer' },
    operation: { type: 'string', description: 'What is in progress: merge, rebase, …' },
    clean: { type: 'boolean' },
    staged: changedFiles,
    unstaged: changedFiles,
    untracked: strings,
    conflicted: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          path: { type: 'string' },
          code: { type: 'string', description: 'What each side did, as two letters of git: UU, AA, DU, …' },
        },
        required: ['path', 'code'],
      },
    },
    truncated: { type: 'boolean' },
    counts: {
      type: 'object',
      description: 'Number of files in each list; only when truncated.',
      additionalProperties: { type: 'integer' },
    },
    next_cursor: { type: 'string' },
    notes: { ...strings, description: 'Which changes are not shown, and what to do next.' },
    unused_settings: { ...strings, description: 'Settings of the repository that have no effect here.' },
  },
} as const;

type Shown = FromSchema<typeof statusSchema>;

/** The state of a repository. Lists hold what fits. */
export type Status = Shown &
  Required<Pick<Shown, 'detached' | 'clean' | 'truncated' | 'notes' | 'unused_settings' | keyof Counts>>;

/**
 * Reads the status, and the lines that `git status --short --branch` prints, without the first `passed` files. The
 * lines have at most `maxBytes`, except for the first one.
 */
export const readStatus = async (repository: Repository, maxBytes: number, passed = 0) => {
  const reader = new StatusReader(maxBytes, passed);
  const options = ['--porcelain=v2', '-z', '--branch', '--untracked-files=normal'] as const;
  await repository.readRecords({ name: 'status', options }, (record) => reader.add(record));
  const { status, counts, lines } = reader;
  const operation = OPERATIONS.find(([file]) => repository.has(file))?.[1];
  if (operation !== undefined) status.operation = operation;
  if (status.truncated) {
    status.counts = counts;
    status.next_cursor = String(passed + lines.length);
  }
  status.clean = Object.values(counts).every((count) => count === 0);
  status.unused_settings = repository.unused.map(shownName);
  status.notes = [
    ...(status.next_cursor === undefined ? [] : [toTruncation(counts, status.next_cursor)]),
    ...(await limitsOf(repository)),
    ...[...repository.notRun(), ...nextSteps(repository, status, counts)].map(inWords),
  ];
  return { status, lines: [toBranchLine(status), ...lines] };
};

// Files and directories that git creates for the duration of an operation.
const OPERATIONS: readonly (readonly [file: string, operation: string])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply/applying', 'am'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['sequencer', 'cherry-pick or revert'],
  ['BISECT_LOG', 'bisect'],
];

/** Says what the status does not show. */
const limitsOf = async (repository: Repository): Promise<string[]> => {
  const submodules = (await repository.gitlinks()).map(shownName);
  // The file remains after sparse checkout is turned off.
  const isSparse =
    repository.has('info/sparse-checkout') &&
    new Map((await repository.config()).entries).get('core.sparsecheckout') === 'true';
  return [
    ...(submodules.length === 0
      ? []
      : [`Changes inside submodules are not shown: ${submodules.join(', ')}. Give one as repo_path.`]),
    ...(isSparse ? ['Sparse checkout: only a part of the files is here.'] : []),
  ];
};

const toTruncation = ({ staged, unstaged, untracked, conflicted }: Counts, cursor: string): string =>
  `Cut at the size limit; continue with cursor "${cursor}". ` +
  `There are ${staged} staged, ${unstaged} changed, ${untracked} untracked and ${conflicted} conflicted files.`;

const toBranchLine = ({ branch, commit, upstream, ahead = 0, behind }: Status): string => {
  if (branch === undefined) return '## HEAD (no branch)';
  const name = `${commit === undefined ? 'No commits yet on ' : ''}${branch}`;
  if (upstream === undefined) return `## ${name}`;
  if (behind === undefined) return `## ${name}...${upstream} [gone]`;
  const counts = [...(ahead > 0 ? [`ahead ${ahead}`] : []), ...(behind > 0 ? [`behind ${behind}`] : [])];
  return `## ${name}...${upstream}${counts.length === 0 ? '' : ` [${counts.join(', ')}]`}`;
};

/** Suggests the next tools; empty if nothing needs to be done. */
const nextSteps = (repository: Repository, status: Status, counts: Counts): string[] => {
  if (repository.has('index.lock'))
    return ['index.lock is there: git is at work, or was killed. If it stays, ask the user to remove it.'];
  const { operation, commit, clean, detached, ahead = 0, behind = 0 } = status;
  if (operation !== undefined) return [stepOf(repository, operation, counts.conflicted)];
  const { conflicted, staged, unstaged, untracked } = counts;
  const { toolsets } = repository.options;
  const hasRemotes = toolsets.includes('remote');
  const steps: readonly (readonly [isNeeded: boolean, step: string])[] = [
    [conflicted > 0, 'Resolve the conflicts with git_conflicts, or edit the files and git_add them.'],
    [unstaged > 0, 'git_add stages changes, git_restore discards them.'],
    [untracked > 0 && unstaged === 0, 'git_add stages new files.'],
    [staged > 0, 'git_commit records what is staged, git_reset unstages it.'],
    [commit === undefined && clean, 'There is no commit yet: make files, then git_add and git_commit.'],
    [detached, 'HEAD is detached: git_checkout with create: true makes a branch for it.'],
    [behind > 0 && hasRemotes, 'git_pull brings the commits of the upstream.'],
    [ahead > 0 && hasRemotes, 'git_push sends the commits that the upstream does not have.'],
  ];
  return steps.filter(([isNeeded]) => isNeeded && toolsets.includes('write')).map(([, step]) => step);
};

const stepOf = (repository: Repository, operation: string, conflicts: number): string => {
  if (operation === 'am' || operation === 'bisect')
    return `git ${operation} is in progress: no tool can continue it. Ask the user.`;
  const what = `A ${operation} is in progress`;
  const { toolsets, trust } = repository.options;
  const isWriting = operation === 'merge' || operation.startsWith('revert');
  if (!toolsets.includes(isWriting ? 'write' : 'history'))
    return `${what}. Ask the user to finish it, or to start the server ${isWriting ? 'without --read-only' : 'with --toolsets history'}.`;
  const tool = `git_${operation.split(' ', 1).join().replace('-', '_')}`;
  // The tools did not start this operation.
  const isForeign =
    repository.has('rebase-apply') ||
    (repository.has('sequencer') && (trust === 'untrusted' || operation.includes(' ')));
  if (isForeign)
    return `${what} that no tool can continue. Ask the user to, or give it up: ${tool} with abort: true.`;
  const goOn = `${tool} with continue: true continues it, with abort: true gives it up.`;
  return conflicts === 0
    ? `${what} without conflicts. ${goOn}`
    : `${what}. Resolve the conflicts with git_conflicts, or edit the files and git_add them; then ${goOn}`;
};

/** Number of files, including those that did not fit. */
type Counts = { readonly [list in 'staged' | 'unstaged' | 'untracked' | 'conflicted']: number };

const CHANGES: { readonly [letter: string]: string } = {
  A: 'added',
  M: 'modified',
  D: 'deleted',
  R: 'renamed',
  C: 'copied',
  T: 'type-changed',
};

// Git also quotes names with spaces in these lines.
const inLine = (path: string): string => (/^[^"].* |^ /.test(path) ? `"${path}"` : path);

class StatusReader {
  readonly status: Status = {
    detached: true,
    clean: true,
    staged: [],
    unstaged: [],
    untracked: [],
    conflicted: [],
    truncated: false,
    notes: [],
    unused_settings: [],
  };
  readonly counts = { staged: 0, unstaged: 0, untracked: 0, conflicted: 0 };
  readonly lines: string[] = [];
  readonly #fitsNext: ReturnType<typeof budgetOf>;
  #toPass: number;
  #renamed: string | undefined;

  constructor(maxBytes: number, passed: number) {
    this.#fitsNext = budgetOf(maxBytes);
    this.#toPass = passed;
  }

  add(record: string): void {
    if (this.#renamed !== undefined) {
      this.#addChanged(this.#renamed, record);
      this.#renamed = undefined;
    } else if (record.startsWith('#')) this.#addHeader(record);
    else if (record.startsWith('2')) this.#renamed = record;
    else if (record.startsWith('1')) this.#addChanged(record);
    else if (record.startsWith('u')) this.#addConflict(record);
    else if (record.startsWith('?')) this.#addUntracked(shownName(record.slice(2)));
  }

  #addHeader(record: string): void {
    const [, name, value = '', behind = ''] = record.split(' ');
    if (name === 'branch.oid' && value !== '(initial)') this.status.commit = value;
    if (name === 'branch.upstream') this.status.upstream = shownName(value);
    if (name === 'branch.head' && value !== '(detached)') {
      this.status.branch = shownName(value);
      this.status.detached = false;
    }
    if (name === 'branch.ab') {
      this.status.ahead = Number(value);
      this.status.behind = -Number(behind) || 0;
    }
  }

  #addChanged(record: string, before?: string): void {
    const fields = record.split(' ');
    const code = fields[1] ?? '..';
    const path = shownName(fields.slice(before === undefined ? 8 : 9).join(' '));
    const oldPath = before === undefined ? undefined : shownName(before);
    const moved = oldPath === undefined ? inLine(path) : `${inLine(oldPath)} -> ${inLine(path)}`;
    const entries = (['staged', 'unstaged'] as const).flatMap((list, at) => {
      const status = CHANGES[code[at] ?? '.'];
      if (status === undefined) return [];
      const isMoved = oldPath !== undefined && (status === 'renamed' || status === 'copied');
      return [{ list, file: { path, status, ...(isMoved ? { old_path: oldPath } : {}) } }];
    });
    const fits = this.#fits(`${code.replaceAll('.', ' ')} ${moved}`, entries);
    for (const { list, file } of entries) {
      this.counts[list] += 1;
      if (fits) this.status[list].push(file);
    }
  }

  #addConflict(record: string): void {
    const fields = record.split(' ');
    const [path, code] = [shownName(fields.slice(10).join(' ')), fields[1] ?? 'UU'];
    this.counts.conflicted += 1;
    if (this.#fits(`${code} ${inLine(path)}`, { path, code })) this.status.conflicted.push({ path, code });
  }

  #addUntracked(path: string): void {
    this.counts.untracked += 1;
    if (this.#fits(`?? ${inLine(path)}`, path)) this.status.untracked.push(path);
  }

  #fits(line: string, data: unknown): boolean {
    if (this.#toPass-- > 0) return false;
    const fits = this.#fitsNext(`${line}\n`, data);
    if (fits) this.lines.push(line);
    else this.status.truncated = true;
    return fits;
  }
}
