// git_worktrees: lists the worktrees inside the allowed directories.
import { basename, dirname, normalize } from 'node:path';
import { readsOnly } from '@mcp/runtime';
import { worktreeIcon } from '../icons.ts';
import { shownName } from '@mcp/git';
import type { Repository } from '../repositories.ts';
import { gitTool } from './frame.ts';

export const gitWorktrees = gitTool({
  name: 'git_worktrees',
  title: 'Worktrees',
  description: 'List the worktrees of the repository that are inside the allowed directories.',
  icons: worktreeIcon,
  annotations: readsOnly,
  outputSchema: {
    type: 'object',
    properties: {
      worktrees: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            path: { type: 'string' },
            hash: { type: 'string' },
            branch: { type: 'string' },
            bare: { type: 'boolean' },
            locked: { type: 'boolean' },
          },
        },
      },
      outside: { type: 'integer', description: 'How many are outside the allowed directories.' },
    },
    required: ['outside'],
  },
  async run(repository) {
    const listed = await repository.read({ name: 'worktree list', options: ['--porcelain'] });
    const all = toWorktrees(listed.text, mainOf(repository));
    const worktrees = all
      .filter(({ path }) => repository.isAllowed(path))
      .map((worktree) => ({ ...worktree, path: shownName(worktree.path) }));
    const outside = all.length - worktrees.length;
    const lines = worktrees.map(
      ({ path, hash = '', branch }) => `${path} ${hash.slice(0, 8)} ${branch ?? '(detached)'}`,
    );
    if (outside > 0) lines.push(`${outside} outside the allowed directories`);
    return { text: lines.join('\n'), data: { worktrees, outside } };
  },
});

/** The path of the main worktree, which comes first. Git itself sees another common directory. */
const mainOf = ({ commonDir }: Repository): string =>
  basename(commonDir) === '.git' ? dirname(commonDir) : commonDir;

// An empty line ends a worktree (git-worktree, "Porcelain Format"). It may no longer exist.
const toWorktrees = (porcelain: string, main: string) =>
  porcelain
    .split('\n\n')
    .filter((record) => record.startsWith('worktree '))
    .map((record, index) => {
      const facts = new Map(
        record.split('\n').map((line) => [line.split(' ', 1)[0], line.slice(line.indexOf(' ') + 1)]),
      );
      const branch = facts.get('branch')?.replace(/^refs\/heads\//, '');
      return {
        // Git writes slashes on Windows too.
        path: index === 0 ? main : normalize(facts.get('worktree') ?? ''),
        hash: facts.get('HEAD'),
        branch: branch === undefined ? undefined : shownName(branch),
        bare: facts.has('bare'),
        locked: facts.has('locked'),
      };
    });
