// git_diff_unstaged, git_diff_staged and git_diff: what changed, between files, index and commits.
import { defineTool, readsOnly, type Tool } from '@mcp/runtime';
import { diffIcon } from '../icons.ts';
import { isRange, readDiff, toDiffContent } from '../read/diff.ts';
import { toRevision } from '../repository/arguments.ts';
import type { Repositories } from '../repository/repositories.ts';
import { pathList, repoPath } from './shared.ts';

const form = {
  repo_path: repoPath,
  context_lines: {
    type: 'integer',
    minimum: 0,
    maximum: 10_000,
    default: 3,
    description: 'How many unchanged lines to show around each change.',
  },
  paths: { ...pathList, description: 'Only these files and folders.' },
  stat: {
    type: 'boolean',
    default: false,
    description: 'Only the counts of added and deleted lines per file.',
  },
  name_only: { type: 'boolean', default: false, description: 'Only the names of the changed files.' },
  generated: {
    type: 'boolean',
    default: false,
    description: 'Also the changes of lock files, which are omitted otherwise.',
  },
  max_bytes: { type: 'integer', minimum: 1000, description: 'The most bytes of one page.' },
  cursor: { type: 'string', description: 'The cursor at the end of the page before.' },
} as const;

export const gitDiffUnstaged = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_diff_unstaged',
    title: 'Diff of unstaged changes',
    description: 'Show changes in the working directory that are not yet staged.',
    icons: diffIcon,
    annotations: readsOnly,
    inputSchema: { type: 'object', properties: form, additionalProperties: false },
    async run({ repo_path: place, ...query }, ctx) {
      const repository = await repositories.openWorkTree(place, ctx);
      return toDiffContent(await readDiff(repository, query, { options: [], operands: [], hasFiles: true }));
    },
  });

export const gitDiffStaged = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_diff_staged',
    title: 'Diff of staged changes',
    description: 'Show changes that are staged for commit.',
    icons: diffIcon,
    annotations: readsOnly,
    inputSchema: { type: 'object', properties: form, additionalProperties: false },
    async run({ repo_path: place, ...query }, ctx) {
      const repository = await repositories.openWorkTree(place, ctx);
      return toDiffContent(await readDiff(repository, query, { options: ['--cached'], operands: [] }));
    },
  });

export const gitDiff = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_diff',
    title: 'Diff',
    description:
      'Show the differences between the working directory and target, or between base and target. Set merge_base to show what target changed since it left base.',
    icons: diffIcon,
    annotations: readsOnly,
    inputSchema: {
      type: 'object',
      properties: {
        target: { type: 'string', description: 'A branch, tag or commit; or a range like main..topic.' },
        base: { type: 'string', description: 'The older side. Default: the working directory is compared.' },
        merge_base: {
          type: 'boolean',
          default: false,
          description: 'Compare with the commit where both sides had the same history last.',
        },
        ...form,
      },
      required: ['target'],
      additionalProperties: false,
    },
    async run({ repo_path: place, target, base, merge_base: mergeBase, ...query }, ctx) {
      const repository = await repositories.open(place, ctx);
      const to = toRevision(target, 'target');
      const revisions = base === undefined ? [to] : [toRevision(base, 'base'), to];
      const sides = {
        options: mergeBase ? (['--merge-base'] as const) : [],
        operands: ['--end-of-options', ...revisions] as const,
        hasFiles: base === undefined && !(await isRange(repository, to)),
      };
      if (sides.hasFiles) repository.requireWorkTree();
      return toDiffContent(await readDiff(repository, query, sides));
    },
  });
