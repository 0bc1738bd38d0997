// The commits that the graph shows, and the calls that bring more.
import type { CallResult, Host } from '@mcp/view';

/** A branch or tag at a commit. */
export interface Label {
  readonly kind: 'head' | 'branch' | 'remote' | 'tag';
  readonly text: string;
}

/** A commit. */
export interface Commit {
  readonly hash: string;
  readonly parents: readonly string[];
  readonly labels: readonly Label[];
  readonly author: string;
  readonly committer?: string;
  readonly date: string;
  readonly subject: string;
  readonly body: string;
}

/** Some commits, and where to go on. */
export interface Part {
  readonly commits: readonly Commit[];
  /** The arguments of the next call; undefined at the end. */
  readonly next?: { readonly [name: string]: unknown };
}

type Input = { readonly [name: string]: unknown };

/** Arguments of git_log that leave out commits: what is left has gaps, so it is a list without lines. */
const FILTERS = [
  ...['author', 'grep', 'message', 'search', 'pickaxe', 'path', 'file', 'file_path', 'follow'],
  ...['start_timestamp', 'since', 'after', 'end_timestamp', 'until', 'before'],
];

/** Whether a call of git_log shows a whole history. */
export const isWhole = (input: Input): boolean =>
  FILTERS.every((name) => input[name] === undefined || input[name] === false || input[name] === '');

const LIMIT = 250;

/** The first commits of the call that the page is shown for, with those of all branches when wanted. */
export const firstArguments = (input: Input, all: boolean): Input => {
  const ref = input['ref'] ?? input['branch'] ?? input['revision'];
  const used = isWhole(input) ? ['repo_path'] : ['repo_path', ...FILTERS];
  const kept = Object.fromEntries(Object.entries(input).filter(([name]) => used.includes(name)));
  const graph = isWhole(input) ? { graph: true, all } : {};
  return { ...kept, ...(ref === undefined ? {} : { ref }), ...graph, oneline: false, max_count: LIMIT };
};

/** Asks the server for commits. */
export const fetchPart = async (host: Host, input: Input, args: Input): Promise<Part> => {
  const { structuredContent: data = {} }: CallResult = await host.callTool('git_log', args);
  const listed = Array.isArray(data['commits']) ? data['commits'] : [];
  const commits = listed.map((commit) => toCommit(commit as Input, isWhole(input)));
  const { next_cursor: cursor } = data;
  return { commits, ...(typeof cursor === 'string' ? { next: { ...args, cursor } } : {}) };
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

const toCommit = (data: Input, hasLines: boolean): Commit => ({
  hash: textOf(data['hash']),
  parents: hasLines ? listOf(data['parents']) : [],
  labels: listOf(data['refs']).flatMap(toLabels),
  author: textOf(data['author']),
  ...(data['committer'] === undefined ? {} : { committer: textOf(data['committer']) }),
  date: textOf(data['date']),
  subject: textOf(data['subject']),
  body: textOf(data['body']),
});

const KINDS: readonly (readonly [Label['kind'], string])[] = [
  ['tag', 'tag: refs/tags/'],
  ['tag', 'tag: '],
  ['branch', 'refs/heads/'],
  ['remote', 'refs/remotes/'],
];

/** `HEAD -> refs/heads/main`; in quotes when it has characters that do not show. */
const toLabels = (ref: string): Label[] => {
  const [, quote = '', arrow = '', name = ''] = /^("?)(HEAD -> )?([^]*)$/.exec(ref) ?? [];
  const head: Label[] = arrow === '' ? [] : [{ kind: 'head', text: 'HEAD' }];
  if (name === 'HEAD') return [{ kind: 'head', text: 'HEAD' }];
  const [kind, prefix] = KINDS.find(([, start]) => name.startsWith(start)) ?? ['branch', ''];
  return [...head, { kind, text: `${quote}${name.slice(prefix.length)}` }];
};

/** The name of an author without the address. */
export const nameOf = (author: string): string => author.replace(/ <[^<]*>$/, '');
