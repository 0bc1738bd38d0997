// git_reset: takes files out of the index, or moves the branch back. The files themselves stay as they are.
import { changes, defineTool, text, ToolError, ToolResult, type Tool } from '@mcp/runtime';
import { undoIcon } from '../icons.ts';
import { splitLines, splitRecords } from '../read/records.ts';
import { toRevision, type Operand, type Revision } from '../repository/arguments.ts';
import { shownPath } from '../repository/names.ts';
import type { Repositories } from '../repository/repositories.ts';
import type { Run } from '../write/commit.ts';
import { pathList, repoPath } from './shared.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    paths: { ...pathList, default: [], description: 'Unstage only these. Default: everything.' },
    revision: { type: 'string', description: 'Move the current branch to this commit, like HEAD~1.' },
    mode: {
      type: 'string',
      enum: ['mixed', 'soft'],
      default: 'mixed',
      description:
        'With revision: what the commits had changed is not staged (mixed), or stays staged (soft).',
    },
    dry_run: {
      type: 'boolean',
      default: false,
      description: 'Change nothing, only report what would change.',
    },
  },
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: {
    unstaged: { type: 'array', items: { type: 'string' } },
    hash: { type: 'string', description: 'With revision: where the branch is now.' },
    previous: { type: 'string', description: 'Where it was: the same call with it undoes this one.' },
    removed: {
      type: 'array',
      items: { type: 'string' },
      description: 'With revision: the commits that the branch has no longer, newest first.',
    },
    dryRun: { type: 'boolean' },
  },
  required: ['unstaged', 'dryRun'],
} as const;

export const gitReset = (repositories: Repositories): Tool =>
  defineTool({
    name: 'git_reset',
    title: 'Unstage',
    description:
      'Unstage all staged changes, or those of some paths. With revision: move the current branch to another commit (reset --mixed or --soft). Files keep their content.',
    icons: undoIcon,
    annotations: changes,
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, paths, revision, mode, dry_run: dryRun }, ctx) {
      const { signal } = ctx;
      const repository = await repositories.open(place, ctx);
      repository.requireWorkTree();
      if (revision === undefined ? mode === 'soft' : paths.length > 0)
        throw new ToolError('Give revision for mode: "soft", and no paths with revision.');
      const inner = paths.map((path) => repository.toPath(path, 'paths'));
      return repository.change(signal, async (run) => {
        if (revision === undefined) return unstage(run, ['--', ...inner], dryRun, signal);
        repository.checkUnprotected(repository.head().branch);
        return move(run, toRevision(revision, 'revision'), { mode, dryRun }, signal);
      });
    },
  });

const unstage = async (
  run: Run,
  operands: readonly Operand[],
  dryRun: boolean,
  signal: AbortSignal,
): Promise<ToolResult> => {
  const unstaged = await stagedFiles(run, operands, signal);
  if (!dryRun) await run({ command: { name: 'reset', options: ['--quiet'], operands }, signal });
  const title = dryRun ? 'Would unstage' : 'Unstaged';
  return new ToolResult({
    content: [text(unstaged.map((file) => `${title} ${file}`).join('\n') || 'Nothing is staged.')],
    structuredContent: { unstaged, dryRun },
  });
};

interface Move {
  readonly mode: 'mixed' | 'soft';
  readonly dryRun: boolean;
}

const move = async (
  run: Run,
  revision: Revision,
  { mode, dryRun }: Move,
  signal: AbortSignal,
): Promise<ToolResult> => {
  const toHash = async (name: string): Promise<Revision> => {
    const operands = ['--end-of-options', toRevision(`${name}^{commit}`, 'revision')] as const;
    const found = await run({ command: { name: 'rev-parse', options: ['--verify'], operands }, signal });
    return toRevision(found.text.trim(), 'revision');
  };
  const [previous, hash] = [await toHash('HEAD'), await toHash(revision)];
  const listing = {
    name: 'log',
    options: ['--format=%h %s', '--max-count=100'],
    operands: ['--end-of-options', toRevision(`${hash}..${previous}`, 'revision'), '--'],
  } as const;
  const removed = splitLines((await run({ command: listing, signal })).text);
  const unstaged = mode === 'mixed' ? await stagedFiles(run, ['--'], signal) : [];
  if (!dryRun)
    await run({
      command: { name: 'reset', options: ['--quiet', `--${mode}`], operands: [hash, '--'] },
      signal,
    });
  const lines = [
    `${dryRun ? 'Would move' : 'Moved'} the branch from ${previous} to ${hash}`,
    ...removed.map((commit) => `Removed from the branch: ${commit}`),
    ...unstaged.map((file) => `Unstaged ${file}`),
  ];
  return new ToolResult({
    content: [text(lines.join('\n'))],
    structuredContent: { unstaged, hash, previous, removed, dryRun },
  });
};

const stagedFiles = async (
  run: Run,
  operands: readonly Operand[],
  signal: AbortSignal,
): Promise<string[]> => {
  const options = [
    ...(['--cached', '--name-only', '-z', '--no-renames'] as const),
    ...(['--no-ext-diff', '--ignore-submodules=all'] as const),
  ];
  const { text: listed } = await run({ command: { name: 'diff', options, operands }, signal });
  return splitRecords(listed).map(shownPath);
};
