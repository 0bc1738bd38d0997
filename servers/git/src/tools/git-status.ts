// git_status: staged, changed, new and conflicted files, and what to do next.
import { readsOnly } from '@mcp/runtime';
import { statusIcon } from '../icons.ts';
import { readStatus, statusSchema } from '../read/status.ts';
import { shownAsStatus } from '../views.ts';
import { gitTool } from './frame.ts';
import { pageCursor, toPassed } from './shared.ts';

export const gitStatus = gitTool({
  name: 'git_status',
  title: 'Status',
  description: 'Show the branch, staged, changed, untracked and conflicted files, and what to do next.',
  icons: statusIcon,
  annotations: readsOnly,
  _meta: shownAsStatus,
  properties: { cursor: pageCursor },
  unlisted: ['cursor'],
  outputSchema: statusSchema,
  aliases: { path: 'repo_path' },
  needsFiles: true,
  async run(repository, { cursor }) {
    const { maxOutputBytes, toolsets } = repository.options;
    const { status, lines } = await readStatus(repository, maxOutputBytes, toPassed(cursor));
    const { notes } = status;
    // The page offers buttons to stage and resolve if there are tools for it.
    const meta = { writable: toolsets.includes('write') };
    return {
      text: lines.join('\n'),
      data: status,
      [status.truncated ? 'more' : 'notes']: notes.length === 0 ? [] : [notes.join('\n')],
      meta,
    };
  },
});
