// git_branch: the branches here and of remotes.
import { defineTool, text, ToolResult } from '@mcp/runtime';
import { toRevision, type Option } from '../git/argument.ts';
import type { Repository } from '../git/repository.ts';
import { branchIcon } from '../icons.ts';
import { takeFitting } from '../output/budget.ts';
import { splitLines } from '../output/records.ts';
import type { Repositories } from '../repositories.ts';
import { READS, repoPath } from './arguments.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    branch_type: { type: 'string', enum: ['local', 'remote', 'all'], default: 'local' },
    contains: { type: 'string', description: 'Only branches with this commit.' },
    not_contains: { type: 'string', description: 'Only branches without this commit.' },
    merged: { type: 'string', description: 'Only branches that are merged into this one.' },
  },
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    branches: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          hash: { type: 'string' },
          current: { type: 'boolean' },
          remote: { type: 'boolean' },
          upstream: { type: 'string' },
          date: { type: 'string' },
          subject: { type: 'string' },
        },
      },
    },
    total: { type: 'integer' },
  },
  required: ['branches', 'total'],
} as const;

/** The name comes last but one: a subject may hold anything but a line break. */
const FORMAT =
  '%(HEAD)%00%(refname)%00%(objectname)%00%(symref:lstrip=2)%00%(upstream:short)%00%(committerdate:iso-strict)%00%(worktreepath)%00%(contents:subject)';

export const gitBranch = (repositories: Repositories) =>
  defineTool({
    name: 'git_branch',
    title: 'Branches',
    description: 'Lists branches.',
    icons: branchIcon,
    annotations: READS,
    input,
    output,
    async run({ repo_path: place, branch_type: type, ...filters }, ctx) {
      const repository = await repositories.open(place, ctx);
      const refs = await listBranches(repository, { type, ...filters }, ctx.signal);
      const shown = takeFitting(refs, repository.options.maxOutputBytes, ({ line }) => line);
      const detached = type === 'remote' ? [] : await detachedLine(repository, ctx.signal);
      const lines = [...detached, ...shown.map(({ line }) => line)];
      const isCut = shown.length < refs.length;
      return new ToolResult({
        content: [
          text(lines.join('\n')),
          ...(isCut
            ? [text(`[Only ${shown.length} of ${refs.length} branches fit. Narrow with contains or merged.]`)]
            : []),
        ],
        structured: { branches: shown.map(({ line: _line, ...branch }) => branch), total: refs.length },
      });
    },
  });

interface Query {
  readonly type: 'local' | 'remote' | 'all';
  readonly contains?: string;
  readonly not_contains?: string;
  readonly merged?: string;
}

const PREFIXES = {
  local: ['refs/heads/'],
  remote: ['refs/remotes/'],
  all: ['refs/heads/', 'refs/remotes/'],
} as const;

const listBranches = async (repository: Repository, { type, ...query }: Query, signal: AbortSignal) => {
  const options: Option[] = [`--format=${FORMAT}`];
  if (query.contains !== undefined) options.push(`--contains=${toRevision(query.contains, 'contains')}`);
  if (query.not_contains !== undefined)
    options.push(`--no-contains=${toRevision(query.not_contains, 'not_contains')}`);
  if (query.merged !== undefined) options.push(`--merged=${toRevision(query.merged, 'merged')}`);
  const operands = PREFIXES[type].map((prefix) => toRevision(prefix, 'branch_type'));
  const { text: listed } = await repository.read({
    command: { name: 'for-each-ref', options, operands },
    signal,
  });
  return splitLines(listed).map((line) => toBranch(line, type === 'all'));
};

// With the line that `git branch` writes.
const toBranch = (record: string, isAll: boolean) => {
  const [head = ' ', ref = '', hash = '', symref = '', upstream = '', date = '', worktree = '', ...subject] =
    record.split('\0');
  const remote = ref.startsWith('refs/remotes/');
  const name = ref.slice(remote ? 'refs/remotes/'.length : 'refs/heads/'.length);
  const current = head === '*';
  const mark = current ? '*' : worktree === '' ? ' ' : '+';
  const target = symref === '' ? '' : ` -> ${symref}`;
  return {
    line: `${mark} ${remote && isAll ? 'remotes/' : ''}${name}${target}`,
    name,
    hash,
    current,
    remote,
    ...(upstream === '' ? {} : { upstream }),
    date,
    subject: subject.join('\0'),
  };
};

const detachedLine = async (repository: Repository, signal: AbortSignal): Promise<string[]> => {
  if (repository.head().commit === undefined) return [];
  const command = {
    name: 'rev-parse',
    options: ['--short', '--verify'],
    operands: [toRevision('HEAD', 'HEAD')],
  } as const;
  const { text: short } = await repository.read({ command, signal });
  return [`* (HEAD detached at ${short.trim()})`];
};
