// What a merge, cherry-pick or revert would do, by `git merge-tree`: neither files nor branches change.
import { ToolError } from '@mcp/runtime';
import { toRevision, type Revision } from '../git/argument.ts';
import type { Run } from '../history/record.ts';
import { splitRecords } from '../output/records.ts';

/** Tells which files would be in conflict. */
export type Preview = (
  run: Run,
  commit: Revision,
  signal: AbortSignal,
) => Promise<{ readonly result: 'done' | 'conflict'; readonly conflicts: readonly string[] }>;

const HEAD = toRevision('HEAD', 'HEAD');

/** Of a merge. */
export const previewMerge: Preview = (run, commit, signal) => mergeTree(run, [HEAD, commit], signal);

/** Of a cherry-pick: a merge whose base is the parent of the commit. */
export const previewPick: Preview = async (run, commit, signal) => {
  const parent = toRevision(`${commit}^`, 'revision');
  return mergeTree(run, [await graft(run, HEAD, parent, signal), commit], signal);
};

/** Of a revert: a merge of the parent, whose base is the commit. */
export const previewRevert: Preview = async (run, commit, signal) => {
  const parent = toRevision(`${commit}^`, 'revision');
  const ours = await graft(run, HEAD, commit, signal);
  return mergeTree(run, [ours, await graft(run, parent, commit, signal)], signal);
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

const mergeTree = async (run: Run, sides: readonly Revision[], signal: AbortSignal) => {
  const options = ['--write-tree', '-z', '--name-only', '--no-messages'] as const;
  const { code, text } = await run({
    command: { name: 'merge-tree', options, operands: sides },
    signal,
    answers: [1, USAGE],
  });
  if (code === USAGE) throw new ToolError('dryRun needs git 2.38 or newer. Ask the user to update it.');
  const conflicts = code === 0 ? [] : [...new Set(splitRecords(text).slice(1))];
  return { result: code === 0 ? ('done' as const) : ('conflict' as const), conflicts };
};

/** The exit code of git for options that it does not know. */
const USAGE = 129;
