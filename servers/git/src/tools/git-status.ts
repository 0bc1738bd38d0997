// git_status: what is staged, changed, new or in conflict, and what can be done next.
import { defineTool, readsOnly, type Tool } from '@mcp/runtime';
import { statusIcon } from '../icons.ts';
import { readStatus, statusSchema } from '../read/status.ts';
import type { Repositories } from '../repository/repositories.ts';
import { shownAsStatus } from '../views.ts';
import { answer, canWrite, repoPath } from './shared.ts';

export const gitStatus = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_status',
    title: 'Status',
    description: 'Show the branch, staged, changed, untracked and conflicted files, and what to do next.',
    icons: statusIcon,
    annotations: readsOnly,
    _meta: shownAsStatus,
    inputSchema: { type: 'object', properties: { repo_path: repoPath }, additionalProperties: false },
    outputSchema: statusSchema,
    aliases: { path: 'repo_path', directory: 'repo_path' },
    async run({ repo_path: place }, ctx) {
      using repository = await repositories.openWorkTree(place, ctx);
      const { status, lines } = await readStatus(repository, repository.options.maxOutputBytes);
      const { notes } = status;
      // The page offers buttons that stage and resolve where there are tools for it.
      const meta = { writable: canWrite(repositories) };
      return answer(lines.join('\n'), status, notes.length === 0 ? [] : [notes.join('\n')], meta);
    },
  });
