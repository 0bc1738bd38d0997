// git_diff: changes between files, index and commits, also under its two names in the official server.
import { readsOnly, ToolError, type FromSchema } from '@mcp/runtime';
import { diffIcon } from '../icons.ts';
import type { Answer } from '../answer.ts';
import { isRange, readDiff, toDiffAnswer } from '../read/diff.ts';
import { toRevision, type Option } from '@mcp/git';
import type { Repository } from '../repositories.ts';
import { shownAsDiff } from '../views.ts';
import { gitTool } from './frame.ts';
import { patchPage, pathList } from './shared.ts';

const form = {
  context_lines: {
    type: 'integer',
    minimum: 0,
    maximum: 10_000,
    default: 3,
    description: 'Unchanged lines around each change.',
  },
  paths: { ...pathList, description: 'Files and folders to compare.' },
  stat: { type: 'boolean', description: 'Only line counts per file.' },
  name_only: { type: 'boolean', description: 'Only file names.' },
  ...patchPage,
} as const;

const properties = {
  target: { type: 'string', description: 'Branch, tag, commit or range like main..topic.' },
  base: {
    type: 'string',
    description: 'Compare from this commit. Without it, target is compared with the working tree.',
  },
  staged: { type: 'boolean', description: 'Compare what is staged.' },
  merge_base: { type: 'boolean', description: 'Compare from the merge base.' },
  ...form,
} as const;

export const gitDiff = gitTool({
  name: 'git_diff',
  unlisted: ['max_bytes'],
  title: 'Diff',
  description:
    'Show changes: unstaged by default, staged with staged: true, since a commit with target, between two with base and target.',
  icons: diffIcon,
  annotations: readsOnly,
  _meta: shownAsDiff,
  properties,
  aliases: { cached: 'staged' },
  run: (repository, query) => showDiff(repository, query),
});

/** Defines a tool under a name of the official server. It can be called; git_diff is listed. */
const official = (name: string, what: string, staged: boolean) =>
  gitTool({
    name,
    title: `Diff of ${what} changes`,
    description: `Show ${what} changes, as git_diff does.`,
    icons: diffIcon,
    annotations: readsOnly,
    aliasOf: 'git_diff',
    listed: false,
    properties: form,
    run: (repository, query) => showDiff(repository, { ...query, staged }),
  });

export const gitDiffUnstaged = official('git_diff_unstaged', 'unstaged', false);
export const gitDiffStaged = official('git_diff_staged', 'staged', true);

type Query = FromSchema<{ readonly type: 'object'; readonly properties: typeof properties }>;

const showDiff = async (
  repository: Repository,
  { target, base, staged, merge_base: mergeBase, ...query }: Query,
): Promise<Answer> => {
  if (base !== undefined && (target === undefined || staged))
    throw new ToolError('base needs target, and does not go with staged. Give base and target.');
  const to = target === undefined ? undefined : toRevision(target, 'target');
  const revisions = [
    ...(base === undefined ? [] : [toRevision(base, 'base')]),
    ...(to === undefined ? [] : [to]),
  ];
  const isOfCommits = base !== undefined || (to !== undefined && (await isRange(repository, to)));
  const hasFiles = !staged && !isOfCommits;
  if (hasFiles || staged) repository.requireWorkTree();
  const options: Option[] = [];
  if (staged) options.push('--cached');
  if (mergeBase) options.push('--merge-base');
  const operands = revisions.length === 0 ? [] : (['--end-of-options', ...revisions] as const);
  return toDiffAnswer(await readDiff(repository, query, { options, operands, hasFiles }));
};
