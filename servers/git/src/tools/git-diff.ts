// git_diff_unstaged, git_diff_staged and git_diff: what changed, between files, index and commits.
import { defineTool } from '@mcp/runtime';
import { diffArguments, diffOutput, diffOutputBrief, runDiff } from '../read/diff.ts';
import { toRevision } from '../repository/arguments.ts';
import { diffIcon } from '../icons.ts';
import type { Repositories } from '../repository/repositories.ts';
import { READS } from './arguments.ts';

export const gitDiffUnstaged = (repositories: Repositories) =>
  defineTool({
    name: 'git_diff_unstaged',
    title: 'Diff of unstaged changes',
    description: 'Shows changes in the working directory that are not yet staged.',
    icons: diffIcon,
    annotations: READS,
    inputSchema: { type: 'object', properties: diffArguments, additionalProperties: false },
    outputSchema: diffOutputBrief,
    async run({ repo_path: path, ...query }, ctx) {
      const repository = await repositories.open(path, ctx);
      void repository.topLevel;
      return runDiff(
        repository,
        { ...query, title: 'Unstaged changes:' },
        { options: [], operands: [], hasFiles: true },
        ctx,
      );
    },
  });

export const gitDiffStaged = (repositories: Repositories) =>
  defineTool({
    name: 'git_diff_staged',
    title: 'Diff of staged changes',
    description: 'Shows changes that are staged for commit.',
    icons: diffIcon,
    annotations: READS,
    inputSchema: { type: 'object', properties: diffArguments, additionalProperties: false },
    outputSchema: diffOutputBrief,
    async run({ repo_path: path, ...query }, ctx) {
      const repository = await repositories.open(path, ctx);
      void repository.topLevel;
      const sides = { options: ['--cached'], operands: [] } as const;
      return runDiff(repository, { ...query, title: 'Staged changes:' }, sides, ctx);
    },
  });

export const gitDiff = (repositories: Repositories) =>
  defineTool({
    name: 'git_diff',
    title: 'Diff',
    description:
      'Shows differences: of the working directory to target, or of target to base. With mergeBase: since both were the same.',
    icons: diffIcon,
    annotations: READS,
    inputSchema: {
      type: 'object',
      properties: {
        target: { type: 'string', description: 'A branch, tag or commit; or a range like main..topic.' },
        base: { type: 'string', description: 'The older side.' },
        mergeBase: { type: 'boolean', default: false },
        ...diffArguments,
      },
      required: ['target'],
      additionalProperties: false,
    },
    outputSchema: diffOutput,
    async run({ repo_path: path, target, base, mergeBase, ...query }, ctx) {
      const repository = await repositories.open(path, ctx);
      const to = toRevision(target, 'target');
      const revisions = base === undefined ? [to] : [toRevision(base, 'base'), to];
      const sides = {
        options: mergeBase ? (['--merge-base'] as const) : [],
        operands: ['--end-of-options', ...revisions] as const,
        hasFiles: base === undefined && !target.includes('..'),
      };
      return runDiff(repository, { ...query, title: `Diff with ${target}:` }, sides, ctx);
    },
  });
