// Read: fetches the commits that the graph shows.
import { isMembers, listOf, toWord, type CallResult, type Host, type Shown } from '@mcp/view';

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

/** A page of commits. */
export interface Part {
  readonly commits: readonly Commit[];
  /** Arguments of the next call; undefined at the end. */
  readonly next?: { readonly [name: string]: unknown };
}

type Input = Shown['input'];

/** Arguments of git_log that filter commits. A filtered history has gaps, so it is shown without lines. */
const FILTERS = [
  ...['author', 'grep', 'message', 'search', 'pickaxe', 'path', 'file', 'file_path', 'follow'],
  ...['start_timestamp', 'since', 'after', 'end_timestamp', 'until', 'before'],
];

/** Returns whether a git_log call shows a whole history. */
export const isWhole = (input: Input): boolean =>
  FILTERS.every((name) => input[name] === undefined || input[name] === false || input[name] === '');

const LIMIT = 250;

/** The selection of commits to show. */
export interface Question {
  /** Arguments of the call that opened the page, with the user's searches. */
  readonly input: Input;
  /** Whether to include all branches and tags. */
  readonly isAll: boolean;
}

/** Returns the arguments of the first call for a question. */
export const firstArguments = ({ input, isAll: all }: Question): Input => {
  const ref = input['ref'] ?? input['branch'] ?? input['revision'];
  const used = isWhole(input) ? ['repo_path'] : ['repo_path', ...FILTERS];
  const kept = Object.fromEntries(Object.entries(input).filter(([name]) => used.includes(name)));
  const graph = isWhole(input) ? { graph: true, all } : { all };
  return { ...kept, ...(ref === undefined ? {} : { ref }), ...graph, oneline: false, limit: LIMIT };
};

/** Fetches a page of commits. */
export const fetchPart = async (host: Host, args: Input): Promise<Part> => {
  const { structuredContent: data = {} }: CallResult = await host.callTool('git_log', args);
  const commits = listOf(data['commits'])
    .filter(isMembers)
    .map((commit) => toCommit(commit, args['graph'] === true));
  const { next_cursor: cursor } = data;
  return { commits, ...(typeof cursor === 'string' ? { next: { ...args, cursor } } : {}) };
};

const wordsOf = (value: unknown): readonly string[] => listOf(value).map(String);

const toCommit = (data: Input, hasLines: boolean): Commit => ({
  hash: toWord(data['hash']),
  parents: hasLines ? wordsOf(data['parents']) : [],
  labels: wordsOf(data['refs']).flatMap(toLabels),
  author: toWord(data['author']),
  ...(data['committer'] === undefined ? {} : { committer: toWord(data['committer']) }),
  date: toWord(data['date']),
  subject: toWord(data['subject']),
  body: toWord(data['body']),
});

const KINDS: readonly (readonly [Label['kind'], string])[] = [
  ['tag', 'tag: refs/tags/'],
  ['tag', 'tag: '],
  ['branch', 'refs/heads/'],
  ['remote', 'refs/remotes/'],
];

/** Parses `HEAD -> refs/heads/main`, which is quoted if it has invisible characters. */
const toLabels = (ref: string): Label[] => {
  const [, quote = '', head, name = ''] = /^("?)(HEAD(?: -> |$))?([^]*)$/.exec(ref) ?? [];
  const labels: Label[] = head === undefined ? [] : [{ kind: 'head', text: 'HEAD' }];
  if (name === '') return labels;
  const [kind, prefix] = KINDS.find(([, start]) => name.startsWith(start)) ?? ['branch', ''];
  return [...labels, { kind, text: `${quote}${name.slice(prefix.length)}` }];
};

/** Returns the name of an author without the address. */
export const nameOf = (author: string): string => author.replace(/ <[^<]*>$/, '');
