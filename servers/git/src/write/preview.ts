// Previews: what a merge or cherry-pick would do, by `git merge-tree`. Files and branches do not change.
import { ToolError } from '@mcp/runtime';
import { splitRecords } from '../read/records.ts';
import { HEAD, shownName, toRevision, type Read, type Revision } from '@mcp/git';
import { refusal } from '../refusal.ts';

/** Finds the files that would be in conflict. */
export type Preview = (
  run: Read,
  commit: Revision,
) => Promise<{ readonly result: 'done' | 'conflict'; readonly conflicts: readonly string[] }>;

/** Previews a merge. */
export const previewMerge: Preview = async (run, commit) => preview(run, [HEAD, commit]);

/** Previews a cherry-pick: a merge whose base is the parent of the commit. */
export const previewPick: Preview = async (run, commit) => {
  const ours = await commitWith(run, 'HEAD^{tree}', `${commit}^`);
  if (ours !== undefined) return preview(run, [ours, commit]);
  throw refusal(
    'unsupported',
    'The first commit has nothing before it, so dry_run cannot tell.',
    'Ask the user whether to do it without.',
  );
};

const preview = async (run: Read, operands: readonly Revision[]): ReturnType<Preview> => {
  const merged = await mergeTree(run, operands);
  if (merged === undefined)
    throw new ToolError('dry_run needs git 2.38 or newer. Ask the user to update it.');
  const { conflicts } = merged;
  return { result: conflicts.length === 0 ? 'done' : 'conflict', conflicts };
};

/**
 * Creates a commit to merge with, because merge-tree takes its base from the parent before git 2.40. No branch leads to
 * it, and git removes it later. Undefined if there is no such parent.
 */
export const commitWith = async (run: Read, tree: string, parent: string): Promise<Revision | undefined> => {
  const { code, text } = await run({
    name: 'commit-tree',
    options: [`-p${parent}`],
    operands: [toRevision(tree, 'revision')],
    input: 'preview',
    answers: [1, 128],
  });
  return code === 0 ? toRevision(text.trim(), 'revision') : undefined;
};

/** The exit code of git for options that it does not know. */
const USAGE = 129;

/**
 * Merges two commits in memory. Returns the tree and the files in conflict; undefined if this git cannot tell, or exits
 * with one of these codes.
 */
export const mergeTree = async (
  run: Read,
  operands: readonly Revision[],
  codes: readonly number[] = [],
): Promise<{ readonly tree: Revision; readonly conflicts: string[] } | undefined> => {
  const { code, text } = await run({
    name: 'merge-tree',
    options: ['--write-tree', '-z', '--name-only', '--no-messages'],
    operands,
    answers: [1, USAGE, ...codes],
  });
  if (code > 1) return undefined;
  const [tree = '', ...conflicts] = splitRecords(text);
  return { tree: toRevision(tree, 'revision'), conflicts: [...new Set(conflicts)].map(shownName) };
};
