// git_stash_push: puts changes aside.
import { defineTool, text, ToolError, ToolResult } from '@mcp/runtime';
import {
  toPathspec,
  toRevision,
  toTreePath,
  toValue,
  type Operand,
  type Option,
} from '../repository/arguments.ts';
import { stashIcon } from '../icons.ts';
import type { Repositories } from '../repository/repositories.ts';
import { neutralised, repoPath } from './arguments.ts';

const input = {
  type: 'object',
  properties: {
    repo_path: repoPath,
    message: { type: 'string' },
    paths: { type: 'array', items: { type: 'string' }, maxItems: 1000, default: [] },
    includeUntracked: { type: 'boolean', default: false, description: 'New files too.' },
  },
  additionalProperties: false,
} as const;

const output = {
  type: 'object',
  properties: { hash: { type: 'string' }, selector: { type: 'string' }, neutralised },
  required: ['hash', 'selector', 'neutralised'],
} as const;

export const gitStashPush = (repositories: Repositories) =>
  defineTool({
    name: 'git_stash_push',
    title: 'Stash',
    description:
      'Puts changes aside, so that files are as in the last commit. git_stash_pop brings them back.',
    icons: stashIcon,
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    inputSchema: input,
    outputSchema: output,
    async run({ repo_path: place, message, paths, includeUntracked }, ctx) {
      const repository = await repositories.open(place, ctx);
      const { topLevel } = repository;
      const inner = paths.map((path) => toTreePath(path, topLevel, 'paths'));
      const { signal } = ctx;
      const options: Option[] = [
        includeUntracked ? '--include-untracked' : '--no-include-untracked',
        '--quiet',
      ];
      if (message !== undefined) options.push(`--message=${toValue(message, 'message')}`);
      const operands: Operand[] = inner.length === 0 ? [] : ['--', ...inner.map(toPathspec)];
      const hash = await repository.change(signal, async (run) => {
        const newest = async (): Promise<string> => {
          const found = await run({
            command: {
              name: 'rev-parse',
              options: ['--verify', '--quiet'],
              operands: [toRevision('refs/stash', 'stash')],
            },
            signal,
            answers: [1],
          });
          return found.text.trim();
        };
        const before = await newest();
        // It removes new files by a pathspec with magic.
        await run({ command: { name: 'stash push', options, operands }, signal, hasPathspecs: true });
        const after = await newest();
        if (after === before) throw new ToolError('There are no changes to put aside.');
        return after;
      });
      const { neutralised: without } = await repository.trust('write', signal);
      return new ToolResult({
        content: [text('Changes put aside as stash@{0}')],
        structuredContent: { hash, selector: 'stash@{0}', neutralised: without },
      });
    },
  });
