// git_browse_history: commits with their parents, children before parents, for the graph that hosts show beside git_log.
import { readsOnly } from '@mcp/runtime';
import { logIcon } from '../icons.ts';
import { commitSchema, formatOption, LogPage } from '../read/log.ts';
import { Records } from '../read/records.ts';
import { HEAD, toRevision, type Option } from '../repository/arguments.ts';
import { forGraphOnly } from '../views.ts';
import { gitTool } from './frame.ts';
import { answer } from './shared.ts';

/** A page is not for a model, so it may be longer than an answer. */
const TIMES_AN_ANSWER = 4;

const output = {
  type: 'object',
  properties: { commits: { type: 'array', items: commitSchema }, more: { type: 'boolean' } },
  required: ['commits', 'more'],
} as const;

const FIXED: readonly Option[] = ['-z', formatOption, '--topo-order', '--decorate=full'];
const ALL: readonly Option[] = ['--branches', '--tags', '--remotes'];

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
  async run(repository, { ref, all, skip, limit }) {
    const tip = ref === undefined ? HEAD : toRevision(ref, 'ref');
    const page = new LogPage(limit, repository.options.maxOutputBytes * TIMES_AN_ANSWER, false);
    const records = new Records((field) => page.add(field));
    const limits: Option[] = [`--max-count=${limit + 1}`, `--skip=${skip}`];
    const options = [...FIXED, ...limits, ...(all ? ALL : [])];
    const operands = ['--end-of-options', tip, '--'] as const;
    await repository.stream({ name: 'log', options, operands }, (chunk) => {
      records.add(chunk);
      return !page.isFull;
    });
    page.end();
    const commits = page.commits.map(({ commit }) => commit);
    const data = { commits, more: page.isFull };
    return answer(`${commits.length} commits from ${skip + 1} on`, data);
  },
});
