// What a merge, rebase, cherry-pick or revert would do, by `git merge-tree`: neither files nor branches change.
import { ToolError } from '@mcp/runtime';
import { toRevision, type Revision } from '../repository/arguments.ts';
import type { Run } from './commit.ts';
import { splitLines, splitRecords } from '../read/records.ts';

/** Tells which files would be in conflict. */
export type Preview = (
  run: Run,
  commit: Revision,
  signal: AbortSignal,
) => Promise<{ readonly result: 'done' | 'conflict'; readonly conflicts: readonly string[] }>;

const HEAD = toRevision('HEAD', 'HEAD');

/** Of a merge. */
export const previewMerge: Preview = async (run, commit, signal) =>
  withoutTree(await mergeTree(run, [HEAD, commit], signal));

/** Of a cherry-pick: a merge whose base is the parent of the commit. */
export const previewPick: Preview = async (run, commit, signal) => {
  const parent = toRevision(`${commit}^`, 'revision');
  return withoutTree(await mergeTree(run, [await graft(run, HEAD, parent, signal), commit], signal));
};

/** Of a revert: a merge of the parent, whose base is the commit. */
export const previewRevert: Preview = async (run, commit, signal) => {
  const parent = toRevision(`${commit}^`, 'revision');
  const ours = await graft(run, HEAD, commit, signal);
  return withoutTree(await mergeTree(run, [ours, await graft(run, parent, commit, signal)], signal));
};

/** More commits are not tried. */
const MAX_COMMITS = 200;

/** Of a rebase: one pick after the other, on top of the commit; up to the first that conflicts. */
export const previewRebase: Preview = async (run, commit, signal) => {
  const options = [
    '--reverse',
    '--no-merges',
    '--cherry-pick',
    '--right-only',
    `--max-count=${MAX_COMMITS + 1}`,
  ] as const;
  const operands = [toRevision(`${commit}...HEAD`, 'revision')];
  const listed = await run({ command: { name: 'rev-list', options, operands }, signal });
  const picks = splitLines(listed.text).map((hash) => toRevision(hash, 'revision'));
  if (picks.length > MAX_COMMITS)
    throw new ToolError(`There are more than ${MAX_COMMITS} commits to move, too many for dryRun.`);
  let tree = toRevision(`${commit}^{tree}`, 'revision');
  for (const pick of picks) {
    const ours = await graft(run, tree, toRevision(`${pick}^`, 'revision'), signal);
    const merged = await mergeTree(run, [ours, pick], signal);
    if (merged.result === 'conflict') return withoutTree(merged);
    ({ tree } = merged);
  }
  return { result: 'done', conflicts: [] };
};

// merge-tree finds the base by itself (to be told one takes git 2.40): so make a commit that has it for its parent.
// No branch leads to it, and git removes it after some time.
const graft = async (run: Run, files: Revision, parent: Revision, signal: AbortSignal): Promise<Revision> => {
  const command = {
    name: 'commit-tree',
    options: [`-p${parent}`],
    operands: [toRevision(`${files}^{tree}`, 'revision')],
  } as const;
  const { text } = await run({ command, signal, input: 'preview' });
  return toRevision(text.trim(), 'revision');
};

type Merged = Awaited<ReturnType<Preview>> & { readonly tree: Revision };

const withoutTree = ({ result, conflicts }: Merged): Awaited<ReturnType<Preview>> => ({ result, conflicts });

const mergeTree = async (run: Run, sides: readonly Revision[], signal: AbortSignal): Promise<Merged> => {
  const options = ['--write-tree', '-z', '--name-only', '--no-messages'] as const;
  const { code, text } = await run({
    command: { name: 'merge-tree', options, operands: sides },
    signal,
    answers: [1, USAGE],
  });
  if (code === USAGE) throw new ToolError('dryRun needs git 2.38 or newer. Ask the user to update it.');
  const conflicts = code === 0 ? [] : [...new Set(splitRecords(text).slice(1))];
  const tree = toRevision(splitRecords(text)[0] ?? '', 'revision');
  return { result: code === 0 ? 'done' : 'conflict', conflicts, tree };
};

/** The exit code of git for options that it does not know. */
const USAGE = 129;
