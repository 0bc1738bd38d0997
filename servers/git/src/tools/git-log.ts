// git_log: commits, newest first, page by page (features: pagination by cursor, progress, cancellation).
import { defineTool, text, ToolError, ToolResult } from '@mcp/runtime';
import { toRevision, toTreePath, toValue, type Option } from '../repository/arguments.ts';
import type { Repository } from '../repository/repository.ts';
import { commitSchema, formatOption, type Commit } from '../read/commits.ts';
import { LogPage, statOptions } from '../read/log-page.ts';
import { logIcon } from '../icons.ts';
import { Records } from '../read/records.ts';
import type { Repositories } from '../repository/repositories.ts';
import { READS, repoPath } from './arguments.ts';

const when = 'ISO 8601, or words like "2 weeks ago".';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    max_count: { type: 'integer', minimum: 1, default: 10 },
    start_timestamp: { type: 'string', description: `Only later commits. ${when}` },
    end_timestamp: { type: 'string', description: `Only earlier commits. ${when}` },
    ref: {
      type: 'string',
      description: 'A branch, tag, commit or range. HEAD when left out.',
    },
    path: { type: 'string', description: 'A file or folder that changed.' },
    follow: { type: 'boolean', default: false, description: 'Follow path through renames.' },
    author: { type: 'string', description: 'A part of name or address.' },
    grep: { type: 'string', description: 'A text in the message.' },
    stat: { type: 'boolean', default: false, description: 'Tell the changed files too.' },
    skip: { type: 'integer', minimum: 0, default: 0 },
    cursor: { type: 'string', description: 'nextCursor of a page.' },
  },
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    commits: { type: 'array', items: commitSchema },
    nextCursor: { type: 'string' },
  },
  required: ['commits'],
} as const;

export const gitLog = (repositories: Repositories) =>
  defineTool({
    name: 'git_log',
    title: 'Log',
    description: 'Shows the commit logs, newest first.',
    icons: logIcon,
    annotations: READS,
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, max_count: count, ...query }, ctx) {
      const repository = await repositories.open(place, ctx);
      const start = toStart(query);
      const page = new LogPage(count, repository.options.maxOutputBytes);
      const records = new Records((field) => page.add(field));
      // One more than asked for: it tells whether there is a next page.
      const limits: Option[] = [`--max-count=${count + 1}`, `--skip=${start.skip}`];
      await repository.stream(
        {
          command: {
            name: 'log',
            options: [
              '-z',
              formatOption,
              '--no-color',
              '--no-ext-diff',
              '--no-textconv',
              ...limits,
              ...toFilters(query),
              ...(query.stat ? statOptions : []),
            ],
            operands: [
              '--end-of-options',
              toRevision(start.ref, 'ref'),
              '--',
              ...toPaths(query.path, repository),
            ],
          },
          signal: ctx.signal,
        },
        (chunk) => {
          records.add(chunk);
          ctx.progress(page.commits.length, count, `${page.commits.length} commits`);
          return !page.isFull;
        },
      );
      page.end();
      const next = page.isFull ? await toCursor(repository, start, page.commits, ctx.signal) : undefined;
      return new ToolResult({
        content: [
          text(`Commit history:\n${page.texts.join('\n')}`),
          ...(next === undefined ? [] : [text(`[There are more commits. Go on with cursor "${next}".]`)]),
        ],
        structuredContent: { commits: page.commits, ...(next === undefined ? {} : { nextCursor: next }) },
      });
    },
  });

interface Filters {
  readonly start_timestamp?: string;
  readonly end_timestamp?: string;
  readonly author?: string;
  readonly grep?: string;
  readonly follow: boolean;
  readonly stat: boolean;
  readonly path?: string;
}

interface Query extends Filters {
  readonly ref?: string;
  readonly skip: number;
  readonly cursor?: string;
}

const toFilters = (query: Filters): Option[] => {
  const filters: Option[] = [];
  if (query.start_timestamp) filters.push(`--since=${toValue(query.start_timestamp, 'start_timestamp')}`);
  if (query.end_timestamp) filters.push(`--until=${toValue(query.end_timestamp, 'end_timestamp')}`);
  if (query.author) filters.push(`--author=${toValue(query.author, 'author')}`);
  if (query.grep) filters.push(`--grep=${toValue(query.grep, 'grep')}`);
  // What is searched is plain text, not a pattern.
  if (query.author || query.grep) filters.push('--fixed-strings');
  if (query.follow) {
    if (query.path === undefined) throw new ToolError('follow works on one file. Give it in path.');
    filters.push('--follow');
  }
  return filters;
};

const toPaths = (path: string | undefined, repository: Repository) =>
  path === undefined ? [] : [toTreePath(path, repository.directory)];

interface Start {
  readonly ref: string;
  readonly skip: number;
  /** The first commit shown may not be the one where the history begins. */
  readonly isFiltered: boolean;
}

const toStart = (query: Query): Start => {
  const { ref = 'HEAD', skip, cursor, ...filters } = query;
  const isFiltered = toFilters(filters).length > 0 || filters.path !== undefined;
  if (cursor === undefined) return { ref, skip, isFiltered };
  const [, before, pinned] = /^(\d{1,9})\.(.{1,300})$/.exec(cursor) ?? [];
  if (before === undefined || pinned === undefined)
    throw new ToolError('The cursor is not one that git_log gave. Start again without it.');
  return { ref: pinned, skip: Number(before), isFiltered };
};

// Names the commit, so that new commits do not move the pages.
const toCursor = async (
  repository: Repository,
  start: Start,
  commits: readonly Commit[],
  signal: AbortSignal,
): Promise<string> => {
  const pinned = pinnedOf(start, commits) ?? (await resolveCommit(repository, start.ref, signal));
  return `${start.skip + commits.length}.${pinned}`;
};

/** What is known without asking git again; a range has no single commit and stays as it is. */
const pinnedOf = ({ ref, skip, isFiltered }: Start, commits: readonly Commit[]): string | undefined => {
  if (/^[0-9a-f]{40,64}$/.test(ref) || ref.includes('..') || ref.startsWith('^')) return ref;
  return skip === 0 && !isFiltered ? commits[0]?.hash : undefined;
};

const resolveCommit = async (repository: Repository, ref: string, signal: AbortSignal): Promise<string> => {
  const operands = ['--end-of-options', toRevision(`${ref}^{commit}`, 'ref')] as const;
  const command = { name: 'rev-parse', options: ['--verify'], operands } as const;
  return (await repository.read({ command, signal })).text.trim();
};
