// The commits that the graph shows, and the calls that bring more.
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

/** Some commits, and where to go on. */
export interface Part {
  readonly commits: readonly Commit[];
  /** The arguments of the next call; undefined at the end. */
  readonly next?: { readonly [name: string]: unknown };
}

type Input = Shown['input'];

/** Arguments of git_log that leave out commits: what is left has gaps, so it is a list without lines. */
const FILTERS = [
  ...['author', 'grep', 'message', 'search', 'pickaxe', 'path', 'file', 'file_path', 'follow'],
  ...['start_timestamp', 'since', 'after', 'end_timestamp', 'until', 'before'],
];

/** Whether a call of git_log shows a whole history. */
export const isWhole = (input: Input): boolean =>
  FILTERS.every((name) => input[name] === undefined || input[name] === false || input[name] === '');

const LIMIT = 250;

/** Which commits are shown. */
export interface Question {
  /** The arguments of the call that the page is shown for, with what a person searches. */
  readonly input: Input;
  /** Those of all branches and tags. */
  readonly isAll: boolean;
}

/** The arguments of the first call for a question. */
export const firstArguments = ({ input, isAll: all }: Question): Input => {
  const ref = input['ref'] ?? input['branch'] ?? input['revision'];
  const used = isWhole(input) ? ['repo_path'] : ['repo_path', ...FILTERS];
  const kept = Object.fromEntries(Object.entries(input).filter(([name]) => used.includes(name)));
  const graph = isWhole(input) ? { graph: true, all } : { all };
  return { ...kept, ...(ref === undefined ? {} : { ref }), ...graph, oneline: false, limit: LIMIT };
};

/** Asks the server for commits. */
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

/** `HEAD -> refs/heads/main`; in quotes when it has characters that do not show. */
const toLabels = (ref: string): Label[] => {
  const [, quote = '', head, name = ''] = /^("?)(HEAD(?: -> |$))?([^]*)$/.exec(ref) ?? [];
  const labels: Label[] = head === undefined ? [] : [{ kind: 'head', text: 'HEAD' }];
  if (name === '') return labels;
  const [kind, prefix] = KINDS.find(([, start]) => name.startsWith(start)) ?? ['branch', ''];
  return [...labels, { kind, text: `${quote}${name.slice(prefix.length)}` }];
};

/** The name of an author without the address. */
export const nameOf = (author: string): string => author.replace(/ <[^<]*>$/, '');
