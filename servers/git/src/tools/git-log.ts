// git_log: commits, newest first, page by page (features: pagination by cursor, progress, cancellation).
import { readsOnly, ToolError, type FromSchema } from '@mcp/runtime';
import type { Answer } from '../answer.ts';
import { logIcon } from '../icons.ts';
import { commitSchema, readLog, statOptions } from '../read/log.ts';
import { toPage } from '../read/page.ts';
import { showTime, toSpan } from '../read/time.ts';
import { countCommits, type Log, type Totals } from '../read/totals.ts';
import { toRevision, toValue, type Option } from '@mcp/git';
import type { Repository } from '../repositories.ts';
import { shownAsGraph } from '../views.ts';
import { gitTool } from './frame.ts';
import { pageCursor } from './shared.ts';

/** The graph page asks for more at once than a model can read. */
const TIMES_A_GRAPH = 4;

const when = 'ISO 8601, or words like "yesterday" or "last week".';

const properties = {
  limit: {
    type: 'integer',
    minimum: 1,
    default: 10,
    description: 'Maximum number of commits to return.',
  },
  oneline: { type: 'boolean', description: 'One line per commit. Default above 20 commits.' },
  summary: {
    type: 'string',
    enum: ['author', 'folder'],
    description: 'Count commits by author or changed folder instead.',
  },
  start_timestamp: { type: 'string', description: `Commits since then: ${when}` },
  end_timestamp: { type: 'string', description: 'Commits until then.' },
  ref: { type: 'string', description: 'Branch, tag, commit or range like main..topic.' },
  path: { type: 'string', description: 'Commits that changed this file or folder.' },
  follow: { type: 'boolean', description: 'Follow path through renames.' },
  author: { type: 'string', description: 'Commits whose author contains this text.' },
  grep: {
    type: 'string',
    description: 'Commits whose message contains this text (not a regular expression).',
  },
  search: { type: 'string', description: 'Commits that add or remove this text (-S).' },
  stat: { type: 'boolean', description: 'List changed files with line counts.' },
  skip: { type: 'integer', minimum: 0, default: 0, description: 'Number of commits to skip.' },
  all: { type: 'boolean', description: 'Start at all branches and tags.' },
  graph: { type: 'boolean', description: 'Whole hashes and names of refs, children before parents.' },
  cursor: pageCursor,
} as const;

const counts = {
  type: 'array',
  items: {
    type: 'object',
    properties: { name: { type: 'string' }, commits: { type: 'integer' } },
    required: ['name', 'commits'],
  },
} as const;

export const gitLog = gitTool({
  name: 'git_log',
  unlisted: ['skip', 'all', 'graph'],
  title: 'Log',
  description: 'Show commits, newest first.',
  icons: logIcon,
  annotations: readsOnly,
  _meta: shownAsGraph,
  properties,
  outputSchema: {
    type: 'object',
    properties: {
      commits: { type: 'array', items: commitSchema },
      next_cursor: { type: 'string' },
      total: { type: 'integer', description: 'How many commits match. With summary.' },
      authors: counts,
      folders: counts,
      since: { type: 'string' },
      until: { type: 'string' },
    },
  },
  aliases: {
    since: 'start_timestamp',
    after: 'start_timestamp',
    until: 'end_timestamp',
    before: 'end_timestamp',
    message: 'grep',
    pickaxe: 'search',
  },
  async run(repository, { limit: count, ...query }, ctx) {
    const range = toRange(query);
    const { options, paths } = toFilters(repository, query, range.options);
    const { ref, skip } = toStart(query);
    const operands = ['--end-of-options', toRevision(ref, 'ref'), '--', ...paths] as const;
    if (query.summary !== undefined) {
      const log: Log = { name: 'log', options, operands };
      return toSummary(repository, await countCommits(repository, log, query.summary), { range, query });
    }
    const work = {
      options: [`--skip=${skip}`, ...options, ...(query.stat ? statOptions : [])],
      operands,
    } as const;
    const form = {
      count,
      maxBytes: repository.options.maxOutputBytes * (query.graph ? TIMES_A_GRAPH : 1),
      isOneLine: !query.graph && (query.oneline ?? count > 20),
      isWhole: query.graph === true,
    };
    const page = await readLog(repository, work, form, (read) =>
      ctx.progress(read, count, `${read} commits`),
    );
    // The first commit shown may not be the tip of a filtered history.
    const isStart = skip === 0 && options.length + paths.length === 0;
    const before = skip + page.commits.length;
    const nextCursor = page.isFull
      ? `${before}.${await pinned(repository, ref, isStart ? page.first : undefined)}`
      : undefined;
    const more =
      nextCursor &&
      `There are more commits; continue with cursor "${nextCursor}", or count them with summary: "author".`;
    const note = [range.text.trim(), more].filter(Boolean).join('. ');
    const notes = note === '' || page.text === '' ? [] : [`[${note}]`];
    return {
      text: page.text || `No commits match${range.text}.`,
      data: { commits: page.commits, next_cursor: nextCursor, ...range.data },
      ...(more === undefined ? { notes } : { more: notes }),
    };
  },
});

type Query = Omit<FromSchema<{ readonly type: 'object'; readonly properties: typeof properties }>, 'limit'>;

interface Range {
  readonly options: readonly Option[];
  /** ` since … until …`, or nothing. */
  readonly text: string;
  readonly data: { readonly since: string | undefined; readonly until: string | undefined };
}

const toRange = ({ start_timestamp: from, end_timestamp: to }: Query): Range => {
  const start = from === undefined ? undefined : toSpan(from, 'start_timestamp').start;
  const end = to === undefined ? undefined : toSpan(to, 'end_timestamp').end;
  const since = start === undefined ? undefined : showTime(start);
  const until = end === undefined ? undefined : showTime(end);
  if (start !== undefined && end !== undefined && start > end)
    throw new ToolError(`start_timestamp is ${since}, which is after end_timestamp, ${until}. Swap them.`);
  const options: Option[] = [];
  if (since !== undefined) options.push(`--since=@${start} +0000`);
  if (until !== undefined) options.push(`--until=@${end} +0000`);
  const text = [since && ` since ${since}`, until && ` until ${until}`].join('');
  return { options, text, data: { since, until } };
};

const toFilters = (repository: Repository, query: Query, range: readonly Option[]) => {
  const options: Option[] = [...range];
  if (query.author) options.push(`--author=${toValue(query.author, 'author')}`);
  if (query.grep) options.push(`--grep=${toValue(query.grep, 'grep')}`);
  if (query.author || query.grep) options.push('--fixed-strings');
  if (query.search) options.push(`-S${toValue(query.search, 'search')}`);
  if (query.follow && query.path === undefined)
    throw new ToolError('follow works on one file. Give it in path.');
  if (query.follow) options.push('--follow');
  if (query.all) options.push('--branches', '--tags', '--remotes');
  if (query.graph) options.push('--topo-order', '--decorate=full');
  const paths = query.path === undefined ? [] : [repository.toPath(query.path, 'path')];
  return { options, paths };
};

const toSummary = (
  repository: Repository,
  { counts: all, commits: total, isCut }: Totals,
  { range, query }: { readonly range: Range; readonly query: Query },
): Answer => {
  const toLine = ({ name, commits }: (typeof all)[number]): string => `${commits}\t${name}`;
  const { shown, text } = toPage(all, toLine, { maxBytes: repository.options.maxOutputBytes, what: 'names' });
  const found = `${isCut ? 'more than ' : ''}${total} commit${total === 1 ? '' : 's'}`;
  const title = `${total === 0 ? 'No commits match' : found}${range.text}`;
  const left = all.length - shown.length;
  const note = `[The ${left} names with the fewest commits are left out. Narrow with path, ref or start_timestamp.]`;
  const counted = { [query.summary === 'author' ? 'authors' : 'folders']: shown };
  return {
    text: text === '' ? `${title}.` : `${title}:\n${text}`,
    data: { total, ...counted, ...range.data },
    more: left === 0 ? [] : [note],
  };
};

const toStart = ({ ref = 'HEAD', skip, cursor }: Query): { readonly ref: string; readonly skip: number } => {
  if (cursor === undefined) return { ref, skip };
  const [, passed, start] = /^(\d{1,9})\.(.{1,300})$/.exec(cursor) ?? [];
  if (passed === undefined || start === undefined)
    throw new ToolError('The cursor is not one that git_log gave. Start again without it.');
  return { ref: start, skip: Number(passed) };
};

/** Returns the commit of a ref, so that new commits do not shift the pages. A range stays as it is. */
const pinned = async (repository: Repository, ref: string, first: string | undefined): Promise<string> =>
  /^[0-9a-f]{40,64}$|^\^|\.\./.test(ref)
    ? ref
    : (first ?? (await repository.resolve(`${toRevision(ref, 'ref')}^{commit}`, 'ref')));
