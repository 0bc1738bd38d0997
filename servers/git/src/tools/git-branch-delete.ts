// git_branch_delete: removes a branch. Its commits stay in the reflog of HEAD at most.
import { defineTool, destroys, text, ToolError, ToolResult, type Tool } from '@mcp/runtime';
import { branchIcon } from '../icons.ts';
import { toBranchName, toRevision } from '../repository/arguments.ts';
import type { Repositories } from '../repository/repositories.ts';
import { repoPath } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    branch_name: { type: 'string', description: 'The branch to delete.' },
    force: {
      type: 'boolean',
      default: false,
      description: 'Delete it also when its commits are in no other branch.',
    },
    dry_run: { type: 'boolean', default: false, description: 'Change nothing, only report.' },
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

export const gitBranchDelete = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_branch_delete',
    title: 'Delete a branch',
    description: 'Delete a branch, if its commits are merged. Protected branches stay.',
    icons: branchIcon,
    annotations: destroys,
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, branch_name: given, force, dry_run: dryRun }, ctx) {
      const { signal } = ctx;
      const name = toBranchName(given, 'branch_name');
      const repository = await repositories.open(place, ctx);
      repository.checkUnprotected(name);
      if (repository.head().branch === name)
        throw new ToolError(`${name} is the current branch. Go to another one with git_checkout first.`);
      const deleted = await repository.change(signal, async (run) => {
        const hash = await repository.resolve(`refs/heads/${name}`, 'branch_name', signal);
        const operands = [hash, toRevision('HEAD', 'HEAD')];
        const command = { name: 'merge-base', options: ['--is-ancestor'], operands } as const;
        const merged = (await run({ command, signal, answers: [1] })).code === 0;
        if (!merged && !force)
          throw new ToolError(
            `${name} has commits that are not in HEAD. Ask the user; force: true deletes it anyway.`,
          );
        const options = ['--delete', '--force', '--quiet'] as const;
        if (!dryRun) await run({ command: { name: 'branch', options, operands: [name] }, signal });
        return { hash, merged };
      });
      return new ToolResult({
        content: [text(`${dryRun ? 'Would delete' : 'Deleted'} branch '${name}' (was ${deleted.hash})`)],
        structuredContent: { name, ...deleted, dryRun },
      });
    },
  });
