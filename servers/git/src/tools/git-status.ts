// git_status: what is staged, changed, new or in conflict, and what can be done next.
import { defineTool, readsOnly, text, ToolResult, type Tool } from '@mcp/runtime';
import { statusIcon } from '../icons.ts';
import {
  nextSteps,
  operationOf,
  readStatus,
  toBranchLine,
  toStructured,
  type Status,
} from '../read/status.ts';
import type { Repositories } from '../repository/repositories.ts';
import { submodulesOfIndex } from '../repository/submodules.ts';
import { repoPath } from './shared.ts';

const changes = {
  type: 'array',
  items: {
    type: 'object',
    properties: { path: { type: 'string' }, status: { type: 'string' }, oldPath: { type: 'string' } },
  },
} as const;

const output = {
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
    staged: changes,
    unstaged: changes,
    untracked: { type: 'array', items: { type: 'string' } },
    conflicted: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, code: { type: 'string' } } },
    },
    truncated: { type: 'boolean' },
    notes: {
      type: 'array',
      items: { type: 'string' },
      description: 'What is not shown, and what to do next.',
    },
    trust: {
      type: 'object',
      properties: {
        policy: { type: 'string', enum: ['untrusted', 'trusted'] },
        neutralised: { type: 'array', items: { type: 'string' } },
      },
      required: ['policy', 'neutralised'],
      description: 'Which settings of the repository had no effect.',
    },
  },
  required: [
    'detached',
    'clean',
    'staged',
    'unstaged',
    'untracked',
    'conflicted',
    'truncated',
    'notes',
    'trust',
  ],
} as const;

export const gitStatus = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_status',
    title: 'Status',
    description:
      'Show the branch, staged, changed, untracked and conflicted files, as `git status --short --branch` does, and what can be done next.',
    icons: statusIcon,
    annotations: readsOnly,
    inputSchema: { type: 'object', properties: { repo_path: repoPath }, additionalProperties: false },
    outputSchema: output,
    async run({ repo_path: place }, ctx) {
      const { signal } = ctx;
      const repository = await repositories.open(place, ctx);
      repository.requireWorkTree();
      const status = await readStatus(repository, signal, repository.options.maxOutputBytes);
      const operation = operationOf(repository);
      const submodules = await submodulesOfIndex(repository, signal);
      const notes = [
        ...(status.isTruncated ? [truncation(status)] : []),
        ...(submodules.length === 0
          ? []
          : [`Changes inside submodules are not shown: ${submodules.join(', ')}. Give one as repo_path.`]),
        ...(repository.has('info/sparse-checkout')
          ? ['Sparse checkout: only a part of the files is here.']
          : []),
        ...nextSteps(status, operation, repository.has('index.lock')),
      ];
      const lines = [toBranchLine(status), ...status.lines];
      return new ToolResult({
        content: [text(lines.join('\n')), ...(notes.length === 0 ? [] : [text(notes.join('\n'))])],
        structuredContent: {
          ...toStructured(status, operation),
          notes,
          trust: await repository.trust('read', signal),
        },
      });
    },
  });

const truncation = ({ counts }: Status): string =>
  `Cut at the size limit. There are ${counts.staged} staged, ${counts.unstaged} changed, ${counts.untracked} untracked ` +
  `and ${counts.conflicted} conflicted files.`;
