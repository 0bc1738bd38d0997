// git_checkout: goes to another branch. Changes that would be lost make it fail.
import { defineTool, text, ToolResult } from '@mcp/runtime';
import { toBranchName, toRevision, type Command } from '../repository/arguments.ts';
import { switchIcon } from '../icons.ts';
import type { Repositories } from '../repository/repositories.ts';
import { neutralised, repoPath } from './arguments.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    branch_name: { type: 'string', description: 'Also a tag or commit: HEAD is detached then.' },
    create: { type: 'boolean', default: false, description: 'Make it here, then go there.' },
  },
  required: ['branch_name'],
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    branch: { type: 'string' },
    previous: { type: 'string' },
    detached: { type: 'boolean' },
    neutralised,
  },
  required: ['detached', 'neutralised'],
} as const;

export const gitCheckout = (repositories: Repositories) =>
  defineTool({
    name: 'git_checkout',
    title: 'Switch branches',
    description: 'Switches branches.',
    icons: switchIcon,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, branch_name: name, create }, ctx) {
      const repository = await repositories.open(place, ctx);
      void repository.topLevel;
      const { signal } = ctx;
      const command: Command = create
        ? { name: 'checkout', options: ['--quiet', `-b${toBranchName(name, 'branch_name')}`] }
        : // The dashes at the end: it is a branch or commit, never a file to be overwritten. Older versions of git take
          // --end-of-options for a branch here; a revision never begins with a dash anyway.
          {
            name: 'checkout',
            options: ['--quiet'],
            operands: [toRevision(name, 'branch_name'), '--'],
          };
      const previous = await repository.change(signal, async (run) => {
        const before = repository.head();
        await run({ command, signal });
        return before.branch ?? before.commit ?? '';
      });
      const { branch } = repository.head();
      return new ToolResult({
        content: [
          text(
            branch === undefined
              ? `Switched to '${name}', HEAD is detached`
              : `Switched to branch '${branch}'`,
          ),
        ],
        structuredContent: {
          ...(branch === undefined ? {} : { branch }),
          previous,
          detached: branch === undefined,
          neutralised: (await repository.trust('write', signal)).neutralised,
        },
      });
    },
  });
