// What a merge or a cherry-pick would do, by `git merge-tree`: neither files nor branches change.
import { ToolError } from '@mcp/runtime';
import { splitRecords } from '../read/records.ts';
import { HEAD, toRevision, type Revision } from '../repository/arguments.ts';
import { shownName } from '../repository/names.ts';
import type { Read } from '../repository/work.ts';

/** Finds the files that would be in conflict. */
export type Preview = (
  run: Read,
  commit: Revision,
) => Promise<{ readonly result: 'done' | 'conflict'; readonly conflicts: readonly string[] }>;

/** Of a merge. */
export const previewMerge: Preview = async (run, commit) => preview(run, [HEAD, commit]);

/** Of a cherry-pick: a merge whose base is the parent of the commit. */
export const previewPick: Preview = async (run, commit) => {
  // merge-tree finds the base by itself (to give it one takes git 2.40): so make a commit of our files with the parent of
  // the commit for its parent. No branch leads to it, and git removes it after some time.
  const { text } = await run({
    name: 'commit-tree',
    options: [`-p${commit}^`],
    operands: [toRevision('HEAD^{tree}', 'revision')],
    input: 'preview',
  });
  return preview(run, [toRevision(text.trim(), 'revision'), commit]);
};

const preview = async (run: Read, operands: readonly Revision[]): ReturnType<Preview> => {
  const conflicts = await mergeTree(run, operands);
  if (conflicts === undefined)
    throw new ToolError('dry_run needs git 2.38 or newer. Ask the user to update it.');
  return { result: conflicts.length === 0 ? 'done' : 'conflict', conflicts };
};

/** The files that a merge of two commits would leave in conflict; undefined when this git cannot tell. */
export const mergeTree = async (run: Read, operands: readonly Revision[]): Promise<string[] | undefined> => {
  const { code, text } = await run({
    name: 'merge-tree',
    options: ['--write-tree', '-z', '--name-only', '--no-messages'],
    operands,
    answers: [1, USAGE],
  });
  if (code === USAGE) return undefined;
  return code === 0 ? [] : [...new Set(splitRecords(text).slice(1))].map(shownName);
};

/** The exit code of git for options that it does not know. */
const USAGE = 129;
