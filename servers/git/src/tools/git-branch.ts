// git_branch: lists local and remote branches.
import { readsOnly } from '@mcp/runtime';
import { branchIcon } from '../icons.ts';
import { toPage } from '../read/page.ts';
import { branchSchema, listBranches, shortName } from '../read/refs.ts';
import { HEAD } from '@mcp/git';
import { gitTool } from './frame.ts';
import { pageCursor, toPassed } from './shared.ts';

export const gitBranch = gitTool({
  name: 'git_branch',
  unlisted: ['cursor'],
  title: 'Branches',
  description: 'List branches with their last commit and upstream, as `git branch -vv` does.',
  icons: branchIcon,
  annotations: readsOnly,
  properties: {
    branch_type: {
      type: 'string',
      enum: ['local', 'remote', 'all'],
      default: 'local',
      description: 'Local, remote (as last fetched) or all.',
    },
    contains: { type: 'string', description: 'Branches that contain this commit.' },
    not_contains: { type: 'string', description: 'Branches that do not contain it.' },
    merged: { type: 'string', description: 'Branches merged into this one.' },
    limit: { type: 'integer', minimum: 1, description: 'Maximum number of branches to return.' },
    cursor: pageCursor,
  },
  outputSchema: {
    type: 'object',
    properties: {
      branches: { type: 'array', items: branchSchema },
      total: { type: 'integer' },
      next_cursor: { type: 'string' },
    },
    required: ['total'],
  },
  aliases: { type: 'branch_type' },
  async run(repository, { branch_type: type, limit = Infinity, cursor, ...filters }) {
    const passed = toPassed(cursor);
    const all = await listBranches(repository, { type, ...filters });
    const { maxOutputBytes: maxBytes } = repository.options;
    const page = toPage(all.slice(passed), ({ line }) => line, {
      maxBytes,
      count: limit,
      passed,
      what: 'branches',
      toData: ({ branch }) => branch,
    });
    const head = type === 'remote' || passed > 0 ? undefined : await repository.head();
    const detached =
      head?.commit === undefined ? [] : [`* (HEAD detached at ${await shortName(repository, HEAD)})`];
    return {
      text: [...detached, ...(page.text === '' ? [] : [page.text])].join('\n') || 'No branches.',
      data: {
        branches: page.shown.map(({ branch }) => branch),
        total: all.length,
        next_cursor: page.nextCursor,
      },
      more: page.more,
    };
  },
});
