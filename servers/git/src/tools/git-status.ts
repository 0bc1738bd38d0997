// git_status: what is staged, changed, new or in conflict.
import { defineTool, text, ToolResult } from '@mcp/runtime';
import type { Repository } from '../repository/repository.ts';
import { statusIcon } from '../icons.ts';
import { cutLines } from '../read/budget.ts';
import type { Repositories } from '../repository/repositories.ts';
import { toLongFormat } from '../read/long-format.ts';
import { readStatus, statusOptions, type Status } from '../read/status.ts';
import { operationOf, toStructured } from '../read/status-report.ts';
import { READS, repoPath, trust } from './arguments.ts';

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
      items: {
        type: 'object',
        properties: { path: { type: 'string' }, code: { type: 'string' } },
      },
    },
    truncated: { type: 'boolean' },
    trust,
  },
  required: ['detached', 'clean', 'staged', 'unstaged', 'untracked', 'conflicted', 'truncated', 'trust'],
} as const;

export const gitStatus = (repositories: Repositories) =>
  defineTool({
    name: 'git_status',
    title: 'Status',
    description: 'Shows the working tree status: branch, staged, changed, untracked and conflicted files.',
    icons: statusIcon,
    annotations: READS,
    inputSchema: { type: 'object', properties: { repo_path: repoPath }, additionalProperties: false },
    outputSchema: output,
    async run({ repo_path: path }, ctx) {
      const repository = await repositories.open(path, ctx);
      void repository.topLevel;
      const { maxOutputBytes } = repository.options;
      const status = await readStatus(repository, ctx.signal, maxOutputBytes);
      const operation = operationOf(repository);
      const whole =
        toLongFormat(status, operation !== undefined) ??
        (await askGit(repository, ctx.signal, maxOutputBytes));
      const { text: shown, isCut } = cutLines(
        `Repository status:\n${whole.replace(/\n$/, '')}`,
        maxOutputBytes,
      );
      const truncated = status.isTruncated || isCut;
      return new ToolResult({
        content: [text(shown), ...(truncated ? [text(note(status))] : [])],
        structuredContent: {
          ...toStructured(status),
          ...(operation === undefined ? {} : { operation }),
          truncated,
          trust: await repository.trust('read', ctx.signal),
        },
      });
    },
  });

const askGit = async (repository: Repository, signal: AbortSignal, maxBytes: number): Promise<string> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const options = await statusOptions(repository, signal);
  await repository.stream(
    { command: { name: 'status', options: ['--long', ...options] }, signal },
    (chunk) => {
      chunks.push(chunk);
      bytes += chunk.length;
      return bytes <= maxBytes;
    },
  );
  return Buffer.concat(chunks).toString('utf8');
};

const note = ({ counts }: Status): string =>
  `[Cut at the size limit. There are ${counts.staged} staged, ${counts.unstaged} changed, ${counts.untracked} untracked ` +
  `and ${counts.conflicted} conflicted files.]`;
