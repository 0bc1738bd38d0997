// git_browse_history: commits with their parents, children before parents, for the graph that hosts show beside git_log.
import { readsOnly } from '@mcp/runtime';
import { logIcon } from '../icons.ts';
import { commitSchema, readLog } from '../read/log.ts';
import { toRevision, type Option } from '../repository/arguments.ts';
import { forGraphOnly } from '../views.ts';
import { gitTool } from './frame.ts';

/** A page is not for a model, so it may be longer than an answer. */
const TIMES_AN_ANSWER = 4;

const output = {
  type: 'object',
  properties: { commits: { type: 'array', items: commitSchema }, more: { type: 'boolean' } },
  required: ['commits', 'more'],
} as const;

export const gitBrowseHistory = gitTool({
  name: 'git_browse_history',
  title: 'Browse the history',
  description: 'Show any part of the history with the parents of each commit.',
  icons: logIcon,
  annotations: readsOnly,
  _meta: forGraphOnly,
  properties: {
    ref: { type: 'string', description: 'A branch, tag, commit or range. Default: HEAD.' },
    all: { type: 'boolean', description: 'All branches and tags too.' },
    skip: { type: 'integer', minimum: 0, default: 0, description: 'How many commits to skip first.' },
    limit: { type: 'integer', minimum: 1, maximum: 1000, default: 250, description: 'The most commits.' },
  },
  outputSchema: output,
  async run(repository, { ref = 'HEAD', all, skip, limit }) {
    const options: Option[] = ['--topo-order', '--decorate=full', `--skip=${skip}`];
    if (all) options.push('--branches', '--tags', '--remotes');
    const operands = ['--end-of-options', toRevision(ref, 'ref'), '--'] as const;
    const maxBytes = repository.options.maxOutputBytes * TIMES_AN_ANSWER;
    const form = { count: limit, maxBytes, isWhole: true };
    const { commits, isFull } = await readLog(repository, { options, operands }, form);
    return { text: `${commits.length} commits from ${skip + 1} on`, data: { commits, more: isFull } };
  },
});
