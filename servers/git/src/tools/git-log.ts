// git_log: commits, newest first, page by page (features: pagination by cursor, progress, cancellation).
import { defineTool, readsOnly, ToolError, type FromSchema, type Tool } from '@mcp/runtime';
import { logIcon } from '../icons.ts';
import { commitSchema, formatOption, LogPage, statOptions, type PrintedCommit } from '../read/log.ts';
import { Records } from '../read/records.ts';
import { toRevision, toTimestamp, toValue, type Option } from '../repository/arguments.ts';
import type { Repositories } from '../repository/repositories.ts';
import type { Repository } from '../repository/repository.ts';
import { answer, repoPath } from './shared.ts';

const when = 'ISO 8601, or words like "2 weeks ago".';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    max_count: { type: 'integer', minimum: 1, default: 10, description: 'The most commits of one page.' },
    start_timestamp: { type: 'string', description: `Only commits since then: ${when}` },
    end_timestamp: { type: 'string', description: `Only commits until then: ${when}` },
    ref: { type: 'string', description: 'A branch, tag, commit or range like main..topic. Default: HEAD.' },
    path: { type: 'string', description: 'Only commits that changed this file or folder.' },
    follow: { type: 'boolean', default: false, description: 'Follow the file in path through renames.' },
    author: { type: 'string', description: 'Only commits whose author has this text in name or address.' },
    grep: { type: 'string', description: 'Only commits with this text in the message; no pattern.' },
    stat: { type: 'boolean', default: false, description: 'Also the changed files, with counts of lines.' },
    skip: { type: 'integer', minimum: 0, default: 0, description: 'How many commits to skip first.' },
    cursor: { type: 'string', description: 'nextCursor of the page before.' },
  },
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: { commits: { type: 'array', items: commitSchema }, nextCursor: { type: 'string' } },
  required: ['commits'],
} as const;

export const gitLog = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_log',
    title: 'Log',
    description: 'Show the commit log, newest first, as `git log` does.',
    icons: logIcon,
    annotations: readsOnly,
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, max_count: count, ...query }, ctx) {
      const repository = await repositories.open(place, ctx);
      const filters = toFilters(repository, query);
      const start = toStart(query, filters.isUsed);
      const page = new LogPage(count, repository.options.maxOutputBytes);
      const records = new Records((field) => page.add(field));
      // One more than asked for, which shows whether there is a next page.
      const limits: Option[] = [`--max-count=${count + 1}`, `--skip=${start.skip}`];
      const options = [...FIXED, ...limits, ...filters.options, ...(query.stat ? statOptions : [])];
      const operands = ['--end-of-options', toRevision(start.ref, 'ref'), '--', ...filters.paths] as const;
      await repository.stream({ name: 'log', options, operands }, (chunk) => {
        records.add(chunk);
        ctx.progress(page.commits.length, count, `${page.commits.length} commits`);
        return !page.isFull;
      });
      page.end();
      const nextCursor = page.isFull ? await toCursor(repository, start, page.commits) : undefined;
      const printed = page.commits.map(({ text }) => text).join('\n');
      return answer(
        printed.trimEnd() || 'No commits match.',
        { commits: page.commits.map(({ commit }) => commit), nextCursor },
        nextCursor === undefined ? [] : [`[There are more commits. Go on with cursor "${nextCursor}".]`],
      );
    },
  });

const FIXED: readonly Option[] = ['-z', formatOption, '--no-ext-diff', '--no-textconv'];

type Query = Omit<FromSchema<typeof input>, 'max_count' | 'repo_path'>;

const toFilters = (repository: Repository, query: Query) => {
  const options: Option[] = [];
  if (query.start_timestamp) options.push(`--since=${toTimestamp(query.start_timestamp, 'start_timestamp')}`);
  if (query.end_timestamp) options.push(`--until=${toTimestamp(query.end_timestamp, 'end_timestamp')}`);
  if (query.author) options.push(`--author=${toValue(query.author, 'author')}`);
  if (query.grep) options.push(`--grep=${toValue(query.grep, 'grep')}`);
  if (query.author || query.grep) options.push('--fixed-strings');
  if (query.follow && query.path === undefined)
    throw new ToolError('follow works on one file. Give it in path.');
  if (query.follow) options.push('--follow');
  const paths = query.path === undefined ? [] : [repository.toPath(query.path, 'path')];
  return { options, paths, isUsed: options.length + paths.length > 0 };
};

interface Start {
  readonly ref: string;
  readonly skip: number;
  /** The first commit shown may not be the one where the history begins. */
  readonly isFiltered: boolean;
}

const toStart = ({ ref = 'HEAD', skip, cursor }: Query, isFiltered: boolean): Start => {
  if (cursor === undefined) return { ref: toRevision(ref, 'ref'), skip, isFiltered };
  const [, before, pinned] = /^(\d{1,9})\.(.{1,300})$/.exec(cursor) ?? [];
  if (before === undefined || pinned === undefined)
    throw new ToolError('The cursor is not one that git_log gave. Start again without it.');
  return { ref: pinned, skip: Number(before), isFiltered };
};

// Names the commit, so that new commits do not move the pages.
const toCursor = async (
  repository: Repository,
  { ref, skip, isFiltered }: Start,
  commits: readonly PrintedCommit[],
): Promise<string> => {
  const before = skip + commits.length;
  // A range has no single commit and stays as it is.
  if (/^[0-9a-f]{40,64}$/.test(ref) || ref.includes('..') || ref.startsWith('^')) return `${before}.${ref}`;
  const first = skip === 0 && !isFiltered ? commits[0]?.commit.hash : undefined;
  return `${before}.${first ?? (await repository.resolve(`${ref}^{commit}`, 'ref'))}`;
};
