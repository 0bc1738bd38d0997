// Brings commits together: what git_merge, git_rebase, git_cherry_pick and git_revert share.
import { text, ToolError, ToolResult } from '@mcp/runtime';
import { toRevision, type Command, type Option, type Revision } from '../repository/arguments.ts';
import { refusal, toFailure } from '../repository/errors.ts';
import type { Repository } from '../repository/repository.ts';
import { splitRecords } from '../read/records.ts';
import { shownPath } from '../repository/names.ts';
import type { Run } from './commit.ts';
import { neutralised } from '../tools/shared.ts';
import type { Preview } from './preview.ts';

/** The result of all. */
export const integrationOutput = {
  type: 'object',
  properties: {
    result: { type: 'string', enum: ['done', 'fast-forward', 'up-to-date', 'conflict', 'aborted'] },
    hash: { type: 'string', description: 'Where HEAD is now.' },
    conflicts: { type: 'array', items: { type: 'string' } },
    dryRun: { type: 'boolean', description: 'Nothing changed.' },
    neutralised,
  },
  required: ['result', 'conflicts', 'dryRun', 'neutralised'],
} as const;

/** One of them. */
export interface Integration {
  readonly command: 'merge' | 'rebase' | 'cherry-pick' | 'revert';
  /** What is in the git directory as long as it is not finished. */
  readonly marker: 'MERGE_HEAD' | 'rebase-merge' | 'CHERRY_PICK_HEAD' | 'REVERT_HEAD';
  readonly options: readonly Option[];
  /** What it would do, where git can tell. */
  readonly preview?: Preview;
  /** Refuses what must not begin, or go on. */
  readonly check?: (repository: Repository, isBegun: boolean) => void;
}

interface Query {
  readonly revision?: string;
  readonly abort?: boolean;
  readonly continue?: boolean;
  readonly dry_run?: boolean;
}

/** What became of it. `hash` is where HEAD is now. */
export type Outcome = Pick<Result, 'result' | 'conflicts'> & { readonly hash?: string };

interface Result {
  readonly result: 'done' | 'fast-forward' | 'up-to-date' | 'conflict' | 'aborted';
  readonly conflicts: readonly string[];
}

/** Does what a call of one of the tools asks for. */
export const integrate = async (
  repository: Repository,
  integration: Integration,
  query: Query,
  signal: AbortSignal,
) => {
  const dryRun = query.dry_run === true;
  const outcome = await toOutcome(repository, integration, query, signal);
  const { neutralised: without } = await repository.trust('write', signal);
  return new ToolResult({
    content: [text(toText(integration, outcome, dryRun))],
    structuredContent: { ...outcome, conflicts: [...outcome.conflicts], dryRun, neutralised: without },
  });
};

/** Does what a call asks for, alone in the repository. */
export const toOutcome = (
  repository: Repository,
  integration: Integration,
  { revision, abort = false, continue: goOn = false, dry_run: dryRun = false }: Query,
  signal: AbortSignal,
): Promise<Outcome> => {
  repository.requireWorkTree();
  if ([revision !== undefined, abort, goOn].filter(Boolean).length !== 1)
    throw new ToolError(
      'Give revision, or after conflicts abort: true to give up, or continue: true to go on.',
    );
  return repository.change(signal, async (run): Promise<Outcome> => {
    if (goOn) return resume(repository, run, integration, signal);
    if (revision === undefined) return giveUp(repository, run, integration, signal);
    const commit = await resolveCommit(run, toRevision(revision, 'revision'), signal);
    if (dryRun && integration.preview !== undefined) return integration.preview(run, commit, signal);
    // A merge notes in its message what was merged, by name.
    const operand = integration.command === 'merge' ? toRevision(revision, 'revision') : commit;
    return bringIn(repository, run, { ...integration, commit, operand }, signal);
  });
};

const giveUp = async (
  repository: Repository,
  run: Run,
  { command, marker }: Integration,
  signal: AbortSignal,
): Promise<Outcome> => {
  // To git, a revert is given up by `git cherry-pick --abort` too.
  if (![marker, 'sequencer', 'rebase-apply'].some((name) => repository.has(name)))
    throw notInProgress(command);
  await run({ command: { name: command, options: ['--abort'] }, signal });
  return { result: 'aborted', conflicts: [], hash: await headOf(run, signal) };
};

const bringIn = async (
  repository: Repository,
  run: Run,
  {
    commit,
    operand,
    ...integration
  }: Integration & { readonly commit: Revision; readonly operand: Revision },
  signal: AbortSignal,
): Promise<Outcome> => {
  if (repository.has(integration.marker))
    throw new ToolError(
      `A ${integration.command} is in progress. Resolve, git_add and continue: true, or give up with abort: true.`,
    );
  integration.check?.(repository, false);
  const before = await headOf(run, signal);
  const signing = repository.options.sign === 'never' ? (['--no-gpg-sign'] as const) : [];
  const options = [...integration.options, ...signing];
  const command: Command = { name: integration.command, options, operands: [operand] };
  const { code, errors, text: said } = await run({ command, signal, answers: [1] });
  const hash = await headOf(run, signal);
  if (code === 0) {
    if (hash === before) return { result: 'up-to-date', conflicts: [], hash };
    return { result: hash === commit ? 'fast-forward' : 'done', conflicts: [], hash };
  }
  const conflicts = await conflictsOf(run, signal);
  if (conflicts.length > 0) return { result: 'conflict', conflicts, hash };
  if (!repository.has(integration.marker)) throw toFailure(integration.command, errors || said);
  // It stopped for another reason, such as that nothing is left to commit: nothing stays half done.
  await run({ command: { name: integration.command, options: ['--abort'] }, signal });
  throw new ToolError(
    `git ${integration.command} was given up: the commit changes nothing here, or a hook refused it.`,
  );
};

const notInProgress = (command: string): ToolError =>
  refusal('not_found', `No ${command} is in progress.`, 'git_status shows what is.');

// In an untrusted repository what is in progress may have been put there, with commands to run.
const resume = async (
  repository: Repository,
  run: Run,
  integration: Integration,
  signal: AbortSignal,
): Promise<Outcome> => {
  const { command, marker } = integration;
  if (!repository.has(marker)) throw notInProgress(command);
  if (repository.options.trust === 'untrusted' && repository.has('sequencer'))
    throw new ToolError(
      `This ${command} was begun with several commits elsewhere. Ask the user to go on with it.`,
    );
  integration.check?.(repository, true);
  const {
    code,
    errors,
    text: said,
  } = await run({
    command: { name: command, options: ['--continue'] },
    signal,
    answers: [1, 128],
  });
  const hash = await headOf(run, signal);
  if (code === 0) return { result: 'done', conflicts: [], hash };
  const conflicts = await conflictsOf(run, signal);
  if (conflicts.length > 0) return { result: 'conflict', conflicts, hash };
  throw toFailure(`${command} --continue`, errors || said);
};

const resolveCommit = async (run: Run, revision: Revision, signal: AbortSignal): Promise<Revision> => {
  const operands = ['--end-of-options', toRevision(`${revision}^{commit}`, 'revision')] as const;
  const found = await run({ command: { name: 'rev-parse', options: ['--verify'], operands }, signal });
  return toRevision(found.text.trim(), 'revision');
};

const headOf = async (run: Run, signal: AbortSignal): Promise<string> => {
  const operands = [toRevision('HEAD', 'HEAD')];
  const found = await run({ command: { name: 'rev-parse', options: ['--verify'], operands }, signal });
  return found.text.trim();
};

/** The files in conflict. */
export const conflictsOf = async (run: Run, signal: AbortSignal): Promise<string[]> => {
  const options = [
    ...(['--name-only', '--diff-filter=U', '-z', '--no-renames'] as const),
    ...(['--no-ext-diff', '--ignore-submodules=all'] as const),
  ];
  const { text: listed } = await run({ command: { name: 'diff', options }, signal });
  return [...new Set(splitRecords(listed))].map(shownPath);
};

/** What became of it, in words. */
export const toText = (
  { command }: Integration,
  { result, conflicts, hash }: Outcome,
  dryRun: boolean,
): string => {
  const files = conflicts.join('\n');
  if (dryRun)
    return result === 'conflict'
      ? `The ${command} would conflict in:\n${files}`
      : `The ${command} would work.`;
  if (result === 'conflict')
    return `The ${command} has conflicts. Resolve them, git_add, then continue: true; or abort: true.\n${files}`;
  if (result === 'up-to-date') return 'Already up to date.';
  return result === 'aborted' ? `The ${command} was given up.` : `The ${command} is done; HEAD is ${hash}.`;
};
