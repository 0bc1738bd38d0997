// git_branch_delete: removes a branch. Its commits stay in the reflog of HEAD at most.
import { defineTool, text, ToolError, ToolResult } from '@mcp/runtime';
import { toBranchName, toRevision } from '../repository/arguments.ts';
import { branchIcon } from '../icons.ts';
import type { Repositories } from '../repository/repositories.ts';
import { repoPath } from './arguments.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    branch_name: { type: 'string' },
    force: { type: 'boolean', default: false, description: 'Also when its commits are in no other branch.' },
    dryRun: { type: 'boolean', default: false },
  },
  required: ['branch_name'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    hash: { type: 'string', description: 'Where it was: git_create_branch makes it again.' },
    merged: { type: 'boolean', description: 'Whether HEAD has its commits.' },
    dryRun: { type: 'boolean' },
  },
  required: ['name', 'hash', 'merged', 'dryRun'],
} as const;

export const gitBranchDelete = (repositories: Repositories) =>
  defineTool({
    name: 'git_branch_delete',
    title: 'Delete a branch',
    description: 'Deletes a branch, if its commits are merged. Protected branches stay.',
    icons: branchIcon,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, branch_name: given, force, dryRun }, ctx) {
      const name = toBranchName(given, 'branch_name');
      const repository = await repositories.open(place, ctx);
      repository.checkUnprotected(name);
      if (repository.head().branch === name)
        throw new ToolError(`${name} is the current branch. Go to another one with git_checkout first.`);
      const { signal } = ctx;
      const deleted = await repository.change(signal, async (run) => {
        const ref = toRevision(`refs/heads/${name}`, 'branch_name');
        const operands = ['--end-of-options', ref] as const;
        const found = await run({ command: { name: 'rev-parse', options: ['--verify'], operands }, signal });
        const hash = toRevision(found.text.trim(), 'branch_name');
        const ancestor = await run({
          command: {
            name: 'merge-base',
            options: ['--is-ancestor'],
            operands: [hash, toRevision('HEAD', 'HEAD')],
          },
          signal,
          answers: [1],
        });
        const merged = ancestor.code === 0;
        if (!merged && !force)
          throw new ToolError(
            `HEAD has not all commits of ${name}. Ask the user; force: true deletes it anyway.`,
          );
        if (!dryRun)
          await run({
            command: { name: 'branch', options: ['--delete', '--force', '--quiet'], operands: [name] },
            signal,
          });
        return { hash, merged };
      });
      return new ToolResult({
        content: [text(`${dryRun ? 'Would delete' : 'Deleted'} branch '${name}' (was ${deleted.hash})`)],
        structuredContent: { name, ...deleted, dryRun },
      });
    },
  });
