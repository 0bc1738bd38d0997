// git_ls_files: the files that git keeps, of the index or of a commit.
import { defineTool, text, ToolResult } from '@mcp/runtime';
import { toRevision, toTreePath, type Command } from '../repository/arguments.ts';
import { filesIcon } from '../icons.ts';
import { Budget } from '../read/budget.ts';
import { Records } from '../read/records.ts';
import type { Repositories } from '../repository/repositories.ts';
import { READS, repoPath } from './arguments.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    paths: {
      type: 'array',
      items: { type: 'string' },
      maxItems: 1000,
      default: [],
    },
    revision: { type: 'string', description: 'The files of this commit, instead of the index.' },
    skip: {
      type: 'integer',
      minimum: 0,
      default: 0,
      description: 'nextSkip of a page.',
    },
  },
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: { files: { type: 'array', items: { type: 'string' } }, nextSkip: { type: 'integer' } },
  required: ['files'],
} as const;

export const gitLsFiles = (repositories: Repositories) =>
  defineTool({
    name: 'git_ls_files',
    title: 'Files',
    description: 'Lists the files that git keeps: those of the index, or of a commit.',
    icons: filesIcon,
    annotations: READS,
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, paths, revision, skip }, ctx) {
      const repository = await repositories.open(place, ctx);
      const inner = paths.map((path) => toTreePath(path, repository.directory, 'paths'));
      const command: Command =
        revision === undefined
          ? { name: 'ls-files', options: ['--cached', '-z'], operands: ['--', ...inner] }
          : {
              name: 'ls-tree',
              options: ['-r', '-z', '--name-only', '--full-tree'],
              operands: [
                '--end-of-options',
                toRevision(revision, 'revision'),
                ...inner.filter((path) => path !== '.'),
              ],
            };
      const files: string[] = [];
      const budget = new Budget(repository.options.maxOutputBytes);
      let seen = 0;
      let isFull = false;
      const records = new Records((file) => {
        seen += 1;
        if (seen <= skip || isFull) return;
        isFull = !budget.take(`${file}\n`);
        if (!isFull) files.push(file);
      });
      await repository.stream({ command, signal: ctx.signal }, (chunk) => {
        records.add(chunk);
        return !isFull;
      });
      const next = skip + files.length;
      return new ToolResult({
        content: [
          text(files.join('\n') || 'No files'),
          ...(isFull ? [text(`[There are more files. Go on with skip ${next}.]`)] : []),
        ],
        structuredContent: { files, ...(isFull ? { nextSkip: next } : {}) },
      });
    },
  });
