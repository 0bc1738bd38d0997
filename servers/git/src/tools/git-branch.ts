// git_branch: the branches here and of remotes.
import { readsOnly } from '@mcp/runtime';
import { branchIcon } from '../icons.ts';
import { takeFitting } from '../read/budget.ts';
import { branchSchema, listBranches } from '../read/refs.ts';
import { HEAD } from '../repository/arguments.ts';
import { gitTool } from './frame.ts';
import { answer } from './shared.ts';

const output = {
  type: 'object',
  properties: {
    branches: { type: 'array', items: branchSchema },
    total: { type: 'integer', description: 'More than are listed when they do not fit.' },
  },
  required: ['branches', 'total'],
} as const;

export const gitBranch = gitTool({
  name: 'git_branch',
  title: 'Branches',
  description: 'List branches with their last commit and upstream, as `git branch -vv` does.',
  icons: branchIcon,
  annotations: readsOnly,
  properties: {
    branch_type: {
      type: 'string',
      enum: ['local', 'remote', 'all'],
      default: 'local',
      description: 'remote: as last fetched.',
    },
    contains: { type: 'string', description: 'Branches that contain this commit.' },
    not_contains: { type: 'string', description: 'Branches that do not contain it.' },
    merged: { type: 'string', description: 'Branches merged into this one.' },
    limit: { type: 'integer', minimum: 1, description: 'Maximum number of branches to return.' },
  },
  outputSchema: output,
  aliases: { type: 'branch_type', max_count: 'limit' },
  async run(repository, { branch_type: type, limit = Infinity, ...filters }) {
    const all = await listBranches(repository, { type, ...filters });
    const shown = takeFitting(all.slice(0, limit), repository.options.maxOutputBytes, ({ line }) => line);
    const isDetached = type !== 'remote' && (await repository.head()).branch === undefined;
    const head = isDetached ? (await repository.resolve(HEAD, 'HEAD')).slice(0, 7) : '';
    const lines = [...(isDetached ? [`* (HEAD detached at ${head})`] : []), ...shown.map(({ line }) => line)];
    const note = `[Only ${shown.length} of ${all.length} branches are shown. Narrow with contains or merged.]`;
    return answer(
      lines.join('\n') || 'No branches.',
      { branches: shown.map(({ branch }) => branch), total: all.length },
      shown.length < all.length ? [note] : [],
    );
  },
});
