// Integration: what git_merge, git_rebase, git_cherry_pick and git_revert share.
import { inWords } from '@mcp/command-line';
import { ToolError, type FromSchema } from '@mcp/runtime';
import type { Answer } from '../answer.ts';
import { shortName } from '../read/refs.ts';
import { HEAD, toFailure, toRevision, type Option, type Run } from '@mcp/git';
import { refusal } from '../refusal.ts';
import type { Repository } from '../repositories.ts';
import { strings } from '../tools/shared.ts';
import { conflictsOf } from './changed-files.ts';
import { spareFiles, type Written } from './overwritten.ts';
import type { Preview } from './preview.ts';

/** The result of each. */
export const integrationOutput = {
  type: 'object',
  properties: {
    result: { type: 'string', enum: ['done', 'fast-forward', 'up-to-date', 'conflict', 'aborted'] },
    hash: { type: 'string', description: 'Where HEAD is now.' },
    conflicts: strings,
    dry_run: { type: 'boolean', description: 'Nothing changed.' },
    notes: { ...strings, description: 'What did not run.' },
  },
  required: ['result'],
} as const;

/** One of these commands. */
export interface Integration {
  readonly command: 'merge' | 'rebase' | 'cherry-pick' | 'revert';
  /** The file or folder that marks it as unfinished in the git directory. */
  readonly marker: 'MERGE_HEAD' | 'rebase-merge' | 'CHERRY_PICK_HEAD' | 'REVERT_HEAD';
  readonly options: readonly Option[];
  /** Previews it, where git can. */
  readonly preview?: Preview;
  /** Finds the files that it may overwrite. */
  readonly written: Written;
  /** Refuses a step that must not happen. */
  readonly check?: (repository: Repository, step: Step) => Promise<void>;
}

/** What to do with the operation. */
export type Step = 'begin' | 'continue' | 'abort';

/** The arguments of one of these tools. */
export interface IntegrationQuery {
  readonly revision?: string;
  readonly abort?: boolean;
  readonly continue?: boolean;
  readonly dry_run?: boolean;
}

/** The outcome. `hash` is where HEAD is now. */
export type Outcome = Readonly<Pick<FromSchema<typeof integrationOutput>, 'result' | 'hash'>> & {
  readonly conflicts: readonly string[];
};

/** Runs a call of one of these tools. */
export const integrate = async (
  repository: Repository,
  integration: Integration,
  query: IntegrationQuery,
): Promise<Answer> => {
  const dryRun = query.dry_run === true;
  const outcome = await toOutcome(repository, integration, query);
  const isChanged = !dryRun && !['up-to-date', 'aborted'].includes(outcome.result);
  const notes = isChanged ? repository.notRun().map(inWords) : [];
  const data = { ...outcome, dry_run: dryRun, notes };
  return { text: [toText(integration, outcome, dryRun), ...notes].join('\n'), data };
};

/** Runs the requested step while nothing else changes the repository. */
export const toOutcome = (
  repository: Repository,
  integration: Integration,
  { revision, abort = false, continue: goesOn = false, dry_run: dryRun = false }: IntegrationQuery,
): Promise<Outcome> => {
  if ([revision !== undefined, abort, goesOn].filter(Boolean).length !== 1)
    throw new ToolError('Give revision, or after conflicts abort: true, or continue: true.');
  const { preview } = integration;
  if (dryRun) {
    if (revision === undefined || preview === undefined)
      throw new ToolError('dry_run goes with revision: abort and continue cannot be tried.');
    return repository.attempt(async (read) =>
      preview(read, await repository.resolve(toCommit(revision), 'revision')),
    );
  }
  return repository.change(async (run): Promise<Outcome> => {
    if (goesOn) return resume(repository, run, integration);
    return revision === undefined
      ? giveUp(repository, run, integration)
      : begin(repository, run, integration, revision);
  });
};

const toCommit = (revision: string): string => `${toRevision(revision, 'revision')}^{commit}`;

const giveUp = async (
  repository: Repository,
  run: Run,
  { command, marker, check }: Integration,
): Promise<Outcome> => {
  // Git also aborts a revert with `git cherry-pick --abort`.
  if (![marker, 'sequencer', 'rebase-apply'].some((name) => repository.has(name)))
    throw notInProgress(command);
  await check?.(repository, 'abort');
  await run({ name: command, options: ['--abort'] });
  return { result: 'aborted', conflicts: [], hash: await shortName(repository, HEAD) };
};

const begin = async (
  repository: Repository,
  run: Run,
  { command, marker, options, written, check }: Integration,
  revision: string,
): Promise<Outcome> => {
  const { revision: commit, HEAD: before } = await repository.resolveAll({
    revision: toCommit(revision),
    HEAD: 'HEAD',
  });
  if (repository.has(marker))
    throw new ToolError(
      `A ${command} is in progress. Resolve its conflicts with git_conflicts and continue: true, or abort: true.`,
    );
  await check?.(repository, 'begin');
  await spareFiles(repository, run, await written(run, commit));
  // The message of a merge names the branch.
  const operand = command === 'merge' ? toRevision(revision, 'revision') : commit;
  const ended = await run({
    name: command,
    options,
    operands: [operand],
    answers: [1],
  });
  const hash = await shortName(repository, HEAD);
  // A short hash is unambiguous.
  if (ended.code === 0 && before.startsWith(hash)) return { result: 'up-to-date', conflicts: [], hash };
  if (ended.code === 0)
    return { result: commit.startsWith(hash) ? 'fast-forward' : 'done', conflicts: [], hash };
  // These may be conflicts of something else.
  if (!repository.has(marker)) throw toFailure(command, ended);
  const conflicts = await conflictsOf(run);
  if (conflicts.length > 0) return { result: 'conflict', conflicts, hash };
  // It stopped for another reason, like an empty commit. Nothing stays half done.
  await run({ name: command, options: ['--abort'] });
  throw new ToolError(`git ${command} was aborted: the commit changes nothing here, or a hook refused it.`);
};

const notInProgress = (command: string): ToolError =>
  refusal('not_found', `No ${command} is in progress.`, 'git_status shows what is.');

// In an untrusted repository, an operation in progress may have come with it, with commands to run.
const resume = async (
  repository: Repository,
  run: Run,
  { command, marker, check }: Integration,
): Promise<Outcome> => {
  if (!repository.has(marker)) throw notInProgress(command);
  if (repository.options.trust === 'untrusted' && repository.has('sequencer'))
    throw new ToolError(
      `This ${command} was begun with several commits elsewhere. Ask the user to go on with it.`,
    );
  await check?.(repository, 'continue');
  const work = { name: command, options: ['--continue'], answers: [1, 128] } as const;
  const ended = await run(work);
  const hash = await shortName(repository, HEAD);
  if (ended.code === 0) return { result: 'done', conflicts: [], hash };
  const conflicts = await conflictsOf(run);
  if (conflicts.length > 0) return { result: 'conflict', conflicts, hash };
  throw toFailure(`${command} --continue`, ended);
};

/** Describes the outcome. */
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
    return `The ${command} has conflicts. Resolve them with git_conflicts, then continue: true; or abort: true.\n${files}`;
  if (result === 'up-to-date') return 'Already up to date.';
  return result === 'aborted' ? `The ${command} was aborted.` : `The ${command} is done; HEAD is ${hash}.`;
};
